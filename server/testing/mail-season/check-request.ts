import { dayAt } from "@/server/domain/formats/calendar";
import { partsOf } from "./amounts-of";
import { faultsOfReminderOrder } from "./check-reminder-order";
import { faultsOfRequestedFees } from "./check-requested-fees";
import type { Looked } from "./look";
import { daysAfterReturns, daysOfReturns, firstReminderOn, hasTimeAfterReturn } from "./named-days";
import { namesCents, namesDay, type Request, readRequest, trueAmountsOf, trueDaysOf } from "./request";
import { faultsBy, faultUnless, type Rule } from "./rule";
import { isRecordedOn, isReminder, type SentMail } from "./sent-mail";
import { spellCents } from "./spelling";
import { untrueWords } from "./untrue-words";
import { asking, follows } from "./words";

/** Returns the faults of a request, reminder or note before a fee. */
export function faultsOfRequest(sent: SentMail, words: string): string[] {
  const { request, faults } = readRequest(sent, words);
  return [
    ...faults,
    ...faultsBy(rules, request),
    ...faultsOfRequestedFees(request),
    ...faultsOfReminderOrder(request),
    ...untrueWords(request.text, trueAmountsOf(request), trueDaysOf(request)),
  ];
}

/** Its first sentence asks for payment. The words for it may end a little behind the day. */
const asksAtOnce: Rule<Request> = ({ own, opening, firstWords }) =>
  faultUnless(asking[own.region.locale].test(opening.slice(0, firstWords.length + 10)), "its first sentence does not ask for payment");

/** Its first sentence names the sum. */
const namesSumAtOnce: Rule<Request> = ({ own, firstWords, sumCents }) =>
  faultUnless(firstWords.includes(spellCents(sumCents, own.region)), "its first sentence does not name the sum");

/** Its first sentence names the day to pay by. */
const namesDayAtOnce: Rule<Request> = ({ opening, payBy }) =>
  faultUnless(opening.includes(payBy), "its first sentence does not name the day to pay by");

/** End of a sentence: behind a word or an amount, but not behind the number of a day or an abbreviation. */
const SENTENCE_END = /(?:\p{L}{3,}|[.,]\d\d|€)[.?!] /u;

/** Sum, thing and day are in one sentence. */
const namesAllInOneSentence: Rule<Request> = ({ firstWords }) =>
  faultUnless(!SENTENCE_END.test(firstWords), "its first sentence has ended before the day");

/** Its first sentence names the thing to pay for, or the number of invoices. */
const namesThingAtOnce: Rule<Request> = ({ own, asked, firstWords }) => {
  const thing = asked.length > 1 ? String(asked.length) : thingOf(own);
  return faultUnless(firstWords.includes(thing), "its first sentence does not name the thing");
};

/** It names the company's number of each invoice that it asks for. */
const namesNumbers: Rule<Request> = ({ asked, text }) =>
  faultUnless(
    asked.every(({ played }) => text.includes(played.details.externalInvoiceNumber)),
    "it does not name the company's number",
  );

/** It names the customer of each invoice that it asks for. */
const namesCustomers: Rule<Request> = ({ asked, text }) =>
  faultUnless(
    asked.every(({ played }) => text.includes(played.name)),
    "it does not name whose invoices they are",
  );

/** It greets as the company words it. Otherwise it greets by name, except a household of several people and an organisation. */
const greetsPayer: Rule<Request> = ({ own: { played, region }, payers, greeting }) => {
  const salutation = played.club.texts?.[region.locale]?.salutation;
  if (salutation) return faultUnless(greeting === salutation, "it greets another");
  const isOnePerson = payers.every((each) => each.played.name === played.name) && !played.billed.organization;
  return faultUnless(greeting.includes(played.name) === isOnePerson, "it greets another");
};

/** Its day to pay by is not over. */
const leavesTime: Rule<Request> = ({ message, own }) => faultUnless((message.payBy ?? "") >= own.today, "the day to pay by is over");

/** It waits until the day is over that a mail about a returned payment named. */
const waitsAfterReturn: Rule<Request> = ({ asked }) =>
  faultUnless(!asked.some(hasTimeAfterReturn), "the day that the mail about a returned payment named is not over");

/** The first reminder after a returned payment counts from the day that the mail about it named. */
const countsFromReturn: Rule<Request> = ({ message, own }) => {
  const isFirstAfterReturn = message.kind === "reminder1" && message.round !== 0;
  return faultUnless(
    !isFirstAfterReturn || daysAfterReturns(own).some((day) => firstReminderOn(day, own) === own.today),
    "it does not count from the day that the mail about a returned payment named",
  );
};

/** It names the billed, paid and credited amounts of an invoice of which a part is paid or credited. */
const explainsRest: Rule<Request> = (request) =>
  faultUnless(
    request.asked.flatMap(partsOf).every((cents) => namesCents(request, cents)),
    "it does not say how a sum after a part payment comes about",
  );

/** It names the days on which a returned payment came and went. */
const explainsReturn: Rule<Request> = (request) =>
  faultUnless(
    request.asked.flatMap(daysOfReturns).every((day) => namesDay(request, day)),
    "it does not say when a payment was returned",
  );

/** Each invoice that it asks for has it among its messages. */
const isRecordedOnEach: Rule<Request> = ({ message, asked }) =>
  faultUnless(
    asked.every((each) => isRecordedOn(each, message)),
    "it does not stand on each invoice that it asks for",
  );

/** The last reminder names the consequence in the company's words; without them, it says who takes the next step, and after which day. */
const saysWhatFollows: Rule<Request> = (request) => {
  const { message, own, text, payBy } = request;
  if (message.kind !== "reminder3") return undefined;
  const consequence = consequenceOf(request);
  const furtherParagraphs = text.split("\n\n").slice(2);
  const isSaid = consequence
    ? text.includes(consequence)
    : furtherParagraphs.some((words) => words.includes(payBy) && words.includes(own.played.club.name));
  return faultUnless(isSaid, "the last reminder does not say what follows");
};

/** No mail before the last reminder names the company's consequence. */
const keepsConsequenceForLast: Rule<Request> = (request) => {
  const consequence = consequenceOf(request);
  const isEarly = request.message.kind !== "reminder3" && consequence !== undefined && request.text.includes(consequence);
  return faultUnless(!isEarly, "the consequence comes too early");
};

/** A reminder says that another one follows if that is what follows, and not a fee or nothing. */
const saysThatReminderFollows: Rule<Request> = ({ message, own, text, comingFees }) => {
  const isNext = isReminder(message) && comingFees.length === 0 && isReminderPlannedAfter(message.payBy ?? "", own);
  return faultUnless(
    follows[own.region.locale].test(text) === isNext,
    "it does not say that another reminder follows, or says so although a fee or nothing does",
  );
};

const rules = [
  asksAtOnce,
  namesSumAtOnce,
  namesDayAtOnce,
  namesAllInOneSentence,
  namesThingAtOnce,
  namesNumbers,
  namesCustomers,
  greetsPayer,
  leavesTime,
  waitsAfterReturn,
  countsFromReturn,
  explainsRest,
  explainsReturn,
  isRecordedOnEach,
  saysWhatFollows,
  keepsConsequenceForLast,
  saysThatReminderFollows,
];

/** Returns the words for the thing to pay for. Several billed lines without a title are named by the invoice's number. */
function thingOf({ played, books }: Looked): string {
  const billed = books.lines.filter(({ type }) => type === "INVOICE-LINE");
  return played.club.title === null && billed.length > 1 ? played.details.externalInvoiceNumber : played.thing;
}

/** Returns the company's own sentence about the consequence, in the mail's language. */
function consequenceOf({ own: { played, region } }: Request): string | undefined {
  return played.club.texts?.[region.locale]?.consequence ?? undefined;
}

/** Whether another reminder for the invoice is planned after a day. */
function isReminderPlannedAfter(day: string, { portal }: Looked): boolean {
  return portal.plan?.items.some((item) => "round" in item && dayAt(item.at) > day) ?? false;
}
