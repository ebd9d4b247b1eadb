import { addDays } from "@/server/domain/formats/calendar";
import { lastArrival } from "@/server/domain/rules/late-fee";
import { feesBefore, paymentsOf } from "./amounts-of";
import { type Announcement, readAnnouncement } from "./announcement";
import type { Looked } from "./look";
import { namesCents, namesDay } from "./request";
import { faultsBy, faultUnless, type Rule } from "./rule";
import { isOpen, type SentMail } from "./sent-mail";
import { spellCents, spellDay, spellMoment } from "./spelling";
import { untrueWords } from "./untrue-words";

/** Number of days that a customer has at least to pay again after a returned payment. */
const DAYS_TO_PAY_AGAIN = 7;

/** Returns the faults of a mail about something that happened, or of an answer to a question. */
export function faultsOfAnnouncement(sent: SentMail, words: string): string[] {
  if (sent.message.kind === "answer") return faultsBy(rulesOfAnswers, { ...sent, text: words });
  const { announcement, faults } = readAnnouncement(sent, words);
  return [
    ...faults,
    ...faultsBy(rules, announcement),
    ...untrueWords(announcement.text, trueAmountsOf(announcement), trueDaysOf(announcement)),
  ];
}

type Answer = Pick<Announcement, "own" | "text">;

/** It names the company's number of the invoice. */
const namesNumber: Rule<Answer> = ({ own, text }) =>
  faultUnless(text.includes(own.played.details.externalInvoiceNumber), "it does not name the number");

/** An answer names the amount owed, if it can be asked for. */
const answerNamesOwed: Rule<Answer> = (answer) => {
  const { own } = answer;
  return faultUnless(!isOpen(own) || namesCents(answer, own.books.totalCents), "it does not say what is owed");
};

const rulesOfAnswers = [namesNumber, answerNamesOwed];

/** It is about something that happened. */
const isAboutSomething: Rule<Announcement> = ({ message, event }) => faultUnless(event.cents > 0, `nothing is known of ${message.aboutId}`);

/** It names the amount of the event. A withdrawal has none. */
const namesAmount: Rule<Announcement> = (announcement) => {
  const { message, event } = announcement;
  return faultUnless(message.kind === "withdrawn" || namesCents(announcement, event.cents), "it does not name the amount");
};

/** Announcements that do not name the day of the event. */
const withoutDay = ["credited", "amount_added", "payment_failed"];

/** It names the day of the event. */
const namesDayOfEvent: Rule<Announcement> = ({ message, own, event, text }) =>
  faultUnless(
    !event.at || withoutDay.includes(message.kind) || text.includes(spellMoment(event.at, own.region)),
    "it does not name the day",
  );

/** It names the amount owed now, or the customer's balance. A withdrawal names neither. */
const namesOwed: Rule<Announcement> = (announcement) => {
  const { totalCents } = announcement.own.books;
  const isNeedless = totalCents === 0 || announcement.message.kind === "withdrawn";
  return faultUnless(isNeedless || namesCents(announcement, Math.abs(totalCents)), "it does not say what is owed");
};

/** A withdrawal names the amount that was paid. */
const withdrawalNamesPaid: Rule<Announcement> = (announcement) => {
  const [, paid] = paymentsOf(announcement.own);
  const isNeedless = announcement.message.kind !== "withdrawn" || paid <= 0;
  return faultUnless(isNeedless || namesCents(announcement, paid), "it does not say what was paid");
};

/** A mail about an added amount names the part of the sum that avoids the coming fee. */
const namesPartThatAvoidsFee: Rule<Announcement> = (announcement) => {
  const { own, event, fee } = announcement;
  return faultUnless(
    !fee || namesCents(announcement, own.books.totalCents - event.cents),
    "it does not say which part avoids the coming fee",
  );
};

/** A mail about an added amount names the coming fee with the last day without it. */
const namesComingFee: Rule<Announcement> = (announcement) => {
  const { fee } = announcement;
  return faultUnless(!fee || (namesCents(announcement, fee.cents) && namesDay(announcement, fee.until)), "it does not name the coming fee");
};

/** It asks for payment exactly if the invoice can be asked for. */
const asksIfOpen: Rule<Announcement> = ({ own, asks }) =>
  faultUnless(asks === isOpen(own), "it asks although nothing can be asked for, or the reverse");

/** It has a day to pay by exactly if it asks. */
const hasDayIfItAsks: Rule<Announcement> = ({ message, asks }) => faultUnless(asks === (message.payBy !== null), "it asks without a day");

/** It names its day to pay by. */
const namesDayToPayBy: Rule<Announcement> = (announcement) => {
  const { payBy } = announcement.message;
  return faultUnless(!payBy || namesDay(announcement, payBy), "it does not name the day to pay by");
};

/** Its day to pay by is not over. */
const leavesTime: Rule<Announcement> = ({ message: { payBy }, own }) =>
  faultUnless(!payBy || payBy >= own.today, "the day to pay by is over");

/** A mail about a returned payment leaves a week to pay again. */
const leavesWeekAfterReturn: Rule<Announcement> = ({ message: { kind, payBy }, own }) =>
  faultUnless(
    kind !== "payment_returned" || !payBy || payBy >= addDays(own.today, DAYS_TO_PAY_AGAIN),
    "it gives less than a week to pay again",
  );

/** A mail about a returned payment names each fee for the return. */
const namesReturnFees: Rule<Announcement> = (announcement) =>
  faultUnless(
    announcement.event.returnFees.every((cents) => namesCents(announcement, cents)),
    "it names another fee for the return",
  );

const rules = [
  isAboutSomething,
  namesAmount,
  namesNumber,
  namesDayOfEvent,
  namesOwed,
  withdrawalNamesPaid,
  namesPartThatAvoidsFee,
  namesComingFee,
  asksIfOpen,
  hasDayIfItAsks,
  namesDayToPayBy,
  leavesTime,
  leavesWeekAfterReturn,
  namesReturnFees,
];

/** Returns the amounts that an announcement may name, as written. */
function trueAmountsOf({ message, own, event, fee }: Announcement): string[] {
  const { totalCents } = own.books;
  const [billed, paid] = paymentsOf(own);
  const isRestWithFee = message.kind === "payment_received" && feesBefore(own).length > 0;
  const isOwedToCustomer = totalCents < 0;
  const all = [event.cents, totalCents, paid, ...event.returnFees, ...forgivenIn(own)];
  if (isRestWithFee) all.push(billed, ...feesBefore(own));
  // The mail says how the sum that the customer is owed comes about.
  if (isOwedToCustomer) all.push(billed);
  if (fee) all.push(fee.cents);
  // The amount owed before the event.
  if (message.kind === "amount_added") all.push(totalCents - event.cents);
  if (message.kind === "credited") all.push(totalCents + event.cents);
  all.push(...event.returnFees.map((cents) => totalCents - cents));
  return all.map((cents) => spellCents(Math.abs(cents), own.region));
}

/** Returns the days that an announcement may name, as written. */
function trueDaysOf({ message, own, event, fee }: Announcement): string[] {
  const days = [message.payBy, own.collection.due_on, ...(fee ? [fee.until, lastArrival(fee.until)] : [])];
  const written = days.flatMap((day) => (day ? [spellDay(day, own.region)] : []));
  return event.at ? [...written, spellMoment(event.at, own.region)] : written;
}

/** Returns the amounts of credits without words, by which a late-payment fee was taken off after a payment in time, in cents. */
function forgivenIn({ books }: Looked): number[] {
  return books.lines.flatMap(({ type, description, amountCents }) =>
    type === "CREDIT-LINE" && description === null ? [-amountCents] : [],
  );
}
