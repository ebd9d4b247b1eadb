import type { OutgoingMessage } from "@/db/schema/collections";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { lastArrival } from "@/server/domain/rules/late-fee";
import type { ComposedMail } from "../mails-to";
import { addedTo, feesBefore, partsOf, paymentsOf, unpaidFeeOf, withoutLater } from "./amounts-of";
import { hasOwnFee, type Looked, sentAbout, statementReadOn } from "./look";
import { amountsIn, daysIn, spellCents, spellDay, spellMoment } from "./spelling";
import { asking, failuresOf, faultsOfWords, follows, wordsOf } from "./words";

/** Name of the organisation that runs the service, in a season. */
export const SERVICE = "Ledgerline";
/** Maximum number of characters of a subject that mail programs on a computer show. */
const SUBJECT_LENGTH = 100;

export interface SentMail {
  mail: ComposedMail;
  message: OutgoingMessage;
  /** The message's own invoice. */
  own: Looked;
  /** All invoices of the same payer, including the message's own, in the season's order. */
  payers: Looked[];
}

/** Returns the faults of a mail: it does not say something that it must, contradicts the rows, or says something that it may not. */
export function faultsOfMail(sent: SentMail): string[] {
  const { mail, message, own } = sent;
  const { club, email } = own.played;
  const text = mail.body ?? "";
  const { subject } = mail;
  return [
    ...failuresOf([
      ["it goes to another address", mail.recipient === email],
      ["it names another sender", mail.sender === club.name && text.includes(`\n${club.name}\n`)],
      ["it does not name the service once", text.split(SERVICE).length === 2 && wordsOf(mail.html ?? "").split(SERVICE).length === 2],
      ["its subject does not name the company", subject.includes(club.name)],
      [`its subject is too long: ${subject}`, subject.length <= SUBJECT_LENGTH && !/[\n\r]/.test(subject)],
      ["it has no check code", text.includes(message.checkCode?.match(/.{4}/g)?.join("-") ?? "?")],
    ]),
    ...faultsOfWords(`${subject}\n${text}`, own.region),
    ...faultsOfHtml(mail),
    ...(isAsking(message) ? faultsOfRequest(sent, text) : faultsOfNews(sent, text)),
  ];
}

const isAsking = ({ kind }: OutgoingMessage) => kind.startsWith("request") || kind.startsWith("reminder") || kind === FEE_NOTE;

const isReminder = ({ kind }: OutgoingMessage) => kind.startsWith("reminder");

/**
 * Returns the invoices that a message asks for. A reminder asks for the invoices on which it is recorded. Another message asks for its own
 * invoice, and for all others of the payer that can be asked for and have no time left after a returned payment. A request asks for invoices
 * that are not overdue, a note for overdue ones, except those for which a mail named a later day.
 */
function askedFor({ message, own, payers }: SentMail): Looked[] {
  if (isReminder(message)) return payers.filter((each) => each === own || isOn(each, message));
  const isNote = message.kind === FEE_NOTE;
  const isNamedLater = (each: Looked) => isNote && sentAbout(each).some(({ payBy }) => (payBy ?? "") > (message.payBy ?? ""));
  const isIncluded = (each: Looked) => canBeAsked(each, isNote) && !hasTimeAfterReturn(each) && !isNamedLater(each);
  return payers.filter((each) => each === own || isIncluded(each));
}

const isOpen = ({ isOwed, isHeld, isBeingPaid }: Looked) => isOwed && !isHeld && !isBeingPaid;
const canBeAsked = (looked: Looked, isLate: boolean) => isOpen(looked) && looked.collection.days_overdue > 0 === isLate;

/** Returns the faults of a reminder's place: after the earlier reminders of its invoices, and beside others of the same day. */
function faultsOfStep({ message, own, payers }: SentMail, asked: Looked[]): string[] {
  if (!isReminder(message)) return [];
  const rowOf = (each: Looked) => each.books.outgoing.find(({ id, carriedBy }) => id === message.id || carriedBy === message.id);
  const before = (each: Looked) => sentAbout(each).filter(({ id }) => id < message.id && id !== rowOf(each)?.id);
  const isNext = (each: Looked) => {
    const kinds = before(each).filter((one) => isReminder(one) && one.round === rowOf(each)?.round);
    return Number(message.kind.at(-1)) === kinds.length + 1;
  };
  const isAlsoDue = (each: Looked) =>
    sentAbout(each).some(({ kind, createdAt }) => kind === message.kind && dayAt(createdAt) === own.today) && !asked.includes(each);
  return failuresOf([
    ["it asks for an invoice that cannot be asked for", asked.every((each) => canBeAsked(each, true))],
    ["it is not the next reminder for each invoice that it asks for", asked.every(isNext)],
    ["a day that a mail named is not over", asked.every((each) => before(each).every(({ payBy }) => (payBy ?? "") < own.today))],
    ["another mail of its kind leaves on the same day", !payers.some(isAlsoDue)],
  ]);
}

/** Returns the days to pay by that the mails about returned payments named. */
function daysAfterReturns(looked: Looked): string[] {
  return sentAbout(looked).flatMap(({ kind, payBy }) => (kind === "payment_returned" && payBy ? [payBy] : []));
}

/** Whether the day that the mail about a returned payment named is not over. */
const hasTimeAfterReturn = (looked: Looked) => daysAfterReturns(looked).some((day) => day >= looked.today);

/** Returns the days on which returned payments came, and on which they were returned. */
function daysOfReturns({ books }: Looked): string[] {
  const returned = books.payments.filter(({ chargedBackAt, undoneBy }) => chargedBackAt !== null && undoneBy === null);
  return returned.flatMap(({ endedAt, chargedBackAt }) => [endedAt, chargedBackAt].flatMap((at) => (at ? [dayAt(at)] : [])));
}

/** Returns the last day without the charged fee, as mails named it before; undefined if no fee was charged. */
export function lastFreeDay(looked: Looked): string | undefined {
  const fee = looked.books.lines.find(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  if (!fee) return undefined;
  return sentAbout(looked)
    .flatMap(({ graceUntil }) => (graceUntil && graceUntil < dayAt(fee.date) ? [graceUntil] : []))
    .sort()
    .at(-1);
}

/** Returns the first paragraph without the sentences before the request that say when payments were returned. */
function behindReturns(beginning: string, payBy: string, days: string[]): string {
  const ends = days.map((day) => beginning.slice(0, beginning.indexOf(payBy)).lastIndexOf(day));
  const last = Math.max(-1, ...ends);
  return last === -1 ? beginning : beginning.slice(beginning.indexOf(". ", last) + 2);
}

/** Number of days from the due day, or from the day that the mail about a returned payment named, to the first reminder. */
const FIRST_REMINDER_AFTER = 4;

/** Returns the day of the first reminder after a returned payment whose mail named a day. A reminder with a fee comes later. */
function firstReminderOn(named: string, { books, today }: Looked): string {
  const hasFee = books.lines.some(({ type, date }) => type === "LATE-PAYMENT-FEE-LINE" && dayAt(date) === today);
  return hasFee ? statementReadOn(addDays(named, FIRST_REMINDER_AFTER - 1)) : addDays(named, FIRST_REMINDER_AFTER);
}

function faultsOfRequest(sent: SentMail, words: string): string[] {
  const { message, own } = sent;
  const { region, today, played } = own;
  const asked = askedFor(sent);
  const { text, faults } = withoutOthers(words, sent, { told: asked, lists: isReminder(message) ? "all" : "held" });
  const sum = spellCents(
    asked.reduce((cents, { books }) => cents + books.totalCents, 0),
    region,
  );
  const payBy = message.payBy ? spellDay(message.payBy, region) : "?";
  const [greeting = "", beginning = ""] = text.split("\n\n");
  const opening = behindReturns(
    beginning,
    payBy,
    asked.flatMap(daysOfReturns).map((day) => spellDay(day, region)),
  );
  const first = opening.slice(0, opening.indexOf(payBy) + payBy.length);
  const names = new Set(sent.payers.map((each) => each.played.name));
  const [fee, ...moreFees] = feesNamed(sent, asked);
  const charged = asked.reduce((cents, each) => cents + unpaidFeeOf(each), 0);
  const withFee = asked.filter((each) => unpaidFeeOf(each) > 0);
  const isLast = message.kind === "reminder3";
  const isFirstAfterReturn = message.kind === "reminder1" && message.round !== 0;
  const consequence = played.club.texts?.[region.locale]?.consequence;
  const salutation = played.club.texts?.[region.locale]?.salutation;
  const saysWhatFollows = text
    .split("\n\n")
    .slice(2)
    .some((words) => words.includes(payBy) && words.includes(played.club.name));
  const amounts = [sum, ...asked.map(({ books }) => spellCents(books.totalCents, region))];
  const days = [payBy, ...asked.flatMap(({ collection }) => (collection.due_on ? [spellDay(collection.due_on, region)] : []))];
  const further = asked.flatMap((each) => [...daysAfterReturns(each), ...daysOfReturns(each), lastFreeDay(each) ?? []].flat());
  const arrivals = [fee?.until, ...withFee.map(lastFreeDay)].flatMap((day) => (day && played.club.bank ? [lastArrival(day)] : []));
  days.push(...[...further, ...arrivals].map((day) => spellDay(day, region)));
  if (fee) amounts.push(spellCents(fee.cents, region));
  if (fee) days.push(spellDay(fee.until, region));
  const returned = asked.reduce((cents, each) => cents + unpaidFeeOf(each, "CHARGEBACK-FEE"), 0);
  for (const cents of [charged, returned, charged + returned]) if (cents > 0) amounts.push(spellCents(cents, region));
  amounts.push(...asked.flatMap(withoutLater).map((cents) => spellCents(cents, region)));
  amounts.push(
    ...asked.flatMap((each) => [...partsOf(each), ...feesBefore(each), ...addedTo(each)]).map((cents) => spellCents(cents, region)),
  );
  return [
    ...failuresOf([
      [
        "its first sentence does not ask for payment",
        asking[region.locale].test(first) || asking[region.locale].test(opening.slice(0, first.length + 10)),
      ],
      ["its first sentence does not name the sum", first.includes(sum)],
      ["its first sentence does not name the day to pay by", opening.includes(payBy)],
      ["its first sentence has ended before the day", !/\p{L}{3,}[.?!] /u.test(first)],
      ["its first sentence does not name the thing", first.includes(asked.length > 1 ? String(asked.length) : thingOf(own))],
      ["it does not name the company's number", asked.every((each) => text.includes(each.played.details.externalInvoiceNumber))],
      ["it does not name whose invoices they are", asked.every((each) => text.includes(each.played.name))],
      [
        "it greets another",
        salutation ? greeting === salutation : greeting.includes(played.name) === (names.size === 1 && !played.billed.organization),
      ],
      ["the day to pay by is over", (message.payBy ?? "") >= today],
      ["the day that the mail about a returned payment named is not over", !asked.some(hasTimeAfterReturn)],
      [
        "it does not count from the day that the mail about a returned payment named",
        !isFirstAfterReturn || daysAfterReturns(own).some((day) => firstReminderOn(day, own) === today),
      ],
      ["the day to pay by is after the last day without the fee", !fee || (message.payBy ?? "") <= fee.until],
      [
        "the fee and its last free day are not named",
        !fee || (text.includes(spellCents(fee.cents, region)) && text.includes(spellDay(fee.until, region))),
      ],
      [
        "it does not say until when a transfer arrives in time",
        arrivals.every((day) => day < today || withFee.length > 1 || text.includes(spellDay(day, region))),
      ],
      ["the fee contained is not named", charged === 0 || text.includes(spellCents(charged, region))],
      ["the fee for a returned payment is not named", returned === 0 || text.includes(spellCents(returned, region))],
      [
        "it does not say how a sum after a part payment comes about",
        asked.every((each) => partsOf(each).every((cents) => text.includes(spellCents(cents, region)))),
      ],
      [
        "it does not say that the fee falls away if the rest was paid in time",
        message.kind === FEE_NOTE ||
          withFee.length !== 1 ||
          withFee.every((each) => text.includes(spellDay(lastFreeDay(each) ?? "", region))),
      ],
      [
        "it does not say when a payment was returned",
        asked.every((each) => daysOfReturns(each).every((day) => text.includes(spellDay(day, region)))),
      ],
      ["it costs more than one fee", moreFees.length === 0],
      ["it does not stand on each invoice that it asks for", asked.every((each) => isOn(each, message))],
      ["a coming fee has never been named", !isReminder(message) || asked.every(isFeeNamed)],
      ["the last reminder does not say what follows", !isLast || (consequence ? text.includes(consequence) : saysWhatFollows)],
      [
        "it does not say that another reminder follows, or says so although a fee or nothing does",
        follows[region.locale].test(text) === (isReminder(message) && !fee && isFollowed(own, message)),
      ],
      ["the consequence comes too early", isLast || !consequence || !text.includes(consequence)],
    ]),
    ...faultsOfStep(sent, asked),
    ...faults,
    ...untrue(text, amounts, days),
  ];
}

/** Whether the message is the invoice's own, or one that includes it. */
function isOn({ books }: Looked, { id: sentId }: OutgoingMessage): boolean {
  const row = books.outgoing.find(({ id, carriedBy }) => id === sentId || carriedBy === sentId);
  return row?.state === "sent" && books.messages.some(({ id }) => id === row.id);
}

/** Returns the words for what is to be paid. Several billed lines without a title are named by the invoice's number. */
function thingOf({ played, books }: Looked): string {
  const billed = books.lines.filter(({ type }) => type === "INVOICE-LINE");
  return played.club.title === null && billed.length > 1 ? played.details.externalInvoiceNumber : played.thing;
}

/** Whether another reminder is planned after the day to pay by. */
function isFollowed({ portal }: Looked, { payBy }: OutgoingMessage): boolean {
  return portal.plan?.items.some((item) => "round" in item && dayAt(item.at) > (payBy ?? "")) ?? false;
}

/** Returns the coming fees that the message names for the invoices that it asks for: one, unless the plans wrongly have several. */
function feesNamed({ message }: SentMail, asked: Looked[]) {
  const rows = asked.flatMap(({ books }) => books.outgoing);
  const namesFee = rows.some(({ id, carriedBy, graceUntil }) => graceUntil !== null && (id === message.id || carriedBy === message.id));
  return namesFee ? [...new Map(asked.flatMap(({ fee }) => (fee ? [[fee.on, fee] as const] : []))).values()] : [];
}

/** Whether a sent message has named the coming fee, if the invoice has one of its own. */
function isFeeNamed(looked: Looked): boolean {
  return !hasOwnFee(looked) || sentAbout(looked).some(({ graceUntil }) => graceUntil !== null);
}

/** Announcements that list the payer's other open invoices. */
const listsOthers = ["payment_received", "payment_returned", "amount_added"];

/** Announcements that do not name the day of the event. */
const withoutDay = ["credited", "amount_added", "payment_failed"];

/** Returns the faults of an announcement. It names the event and the amount owed now, and asks at most for that amount, by a day. */
function faultsOfNews(sent: SentMail, words: string): string[] {
  const { message, own } = sent;
  const { books, region, played, collection, today } = own;
  const { kind, aboutId, payBy } = message;
  const mayAsk = isOpen(own);
  if (kind === "answer") {
    return failuresOf([
      ["it does not name the number", words.includes(played.details.externalInvoiceNumber)],
      ["it does not say what is owed", !mayAsk || words.includes(spellCents(books.totalCents, region))],
    ]);
  }
  const event = eventOf(own, message);
  const { text, faults } = withoutOthers(words, sent, { told: [own], lists: listsOthers.includes(kind) ? "all" : "none" });
  const happened = spellCents(event.cents, region);
  const owed = spellCents(Math.abs(books.totalCents), region);
  const asks = asking[region.locale].test(text);
  const days = [payBy, collection.due_on].flatMap((day) => (day ? [spellDay(day, region)] : []));
  if (event.at) days.push(spellMoment(event.at, region));
  const [billed, paid] = paymentsOf(own);
  const isRestOfMore = kind === "payment_received" && feesBefore(own).length > 0;
  const fee = kind === "amount_added" && hasOwnFee(own) && isFeeNamed(own) ? own.fee : undefined;
  if (fee) days.push(...[fee.until, lastArrival(fee.until)].map((day) => spellDay(day, region)));
  const further = [
    paid,
    ...(isRestOfMore ? [billed, ...feesBefore(own)] : []),
    fee?.cents ?? 0,
    kind === "amount_added" ? books.totalCents - event.cents : 0,
    kind === "credited" ? books.totalCents + event.cents : 0,
    ...event.fees.map((cents) => books.totalCents - cents),
  ];
  return [
    ...failuresOf([
      [`nothing is known of ${aboutId}`, event.cents > 0],
      ["it does not name the amount", kind === "withdrawn" || text.includes(happened)],
      ["it does not name the number", text.includes(played.details.externalInvoiceNumber)],
      ["it does not name the day", !event.at || withoutDay.includes(kind) || text.includes(spellMoment(event.at, region))],
      ["it does not say what is owed", books.totalCents === 0 || kind === "withdrawn" || text.includes(owed)],
      ["it does not say what was paid", kind !== "withdrawn" || paid <= 0 || text.includes(spellCents(paid, region))],
      ["it does not say which part avoids the coming fee", !fee || text.includes(spellCents(books.totalCents - event.cents, region))],
      [
        "it does not name the coming fee",
        !fee || (text.includes(spellCents(fee.cents, region)) && text.includes(spellDay(fee.until, region))),
      ],
      ["it asks although nothing can be asked for, or the reverse", asks === mayAsk],
      ["it asks without a day", asks === (payBy !== null)],
      ["it does not name the day to pay by", !payBy || text.includes(spellDay(payBy, region))],
      ["the day to pay by is over", !payBy || payBy >= today],
      ["it gives less than a week to pay again", kind !== "payment_returned" || !payBy || payBy >= addDays(today, 7)],
      [
        "it names another fee for the return",
        kind !== "payment_returned" || event.fees.every((cents) => text.includes(spellCents(cents, region))),
      ],
    ]),
    ...faults,
    ...untrue(
      text,
      [happened, owed, ...[...event.fees, ...forgivenIn(own), ...further].map((cents) => spellCents(Math.abs(cents), region))],
      days,
    ),
  ];
}

/**
 * Returns a mail without the paragraphs about the payer's other open invoices, and a fault if it does not list exactly those that it should.
 */
function withoutOthers(
  words: string,
  { own: { region, today }, payers }: SentMail,
  { told, lists }: { told: Looked[]; lists: "all" | "held" | "none" },
): { text: string; faults: string[] } {
  const others = payers.filter((each) => !told.includes(each) && each.isOwed && !each.isBeingPaid && sentAbout(each).length > 0);
  const listed = others.filter((each) => lists === "all" || (lists === "held" && each.isHeld));
  const numberOf = (each: Looked) => each.played.details.externalInvoiceNumber;
  const parts = words.split("\n\n");
  const ofOthers = parts.filter((part) => others.some((each) => part.includes(numberOf(each))));
  const isNamed = (each: Looked) => {
    const { pay_by: day } = each.collection;
    const amount = spellCents(each.books.totalCents, region);
    const isNamedIn = (part: string) =>
      [numberOf(each), each.played.name, amount, each.played.secret].every((word) => part.includes(word)) &&
      (each.isHeld || !day || day < today || daysIn(part).includes(spellDay(day, region)));
    return ofOthers.some(isNamedIn);
  };
  const isSo = others.every((each) => (listed.includes(each) ? isNamed(each) : !ofOthers.some((part) => part.includes(numberOf(each)))));
  return {
    text: parts.filter((part) => !ofOthers.includes(part)).join("\n\n"),
    faults: isSo ? [] : ["it does not list the others that are open, or should not"],
  };
}

/** Returns the amounts of credits without words, by which a late-payment fee was taken off after a payment in time, in cents. */
function forgivenIn({ books }: Looked): number[] {
  return books.lines.flatMap(({ type, description, amountCents }) =>
    type === "CREDIT-LINE" && description === null ? [-amountCents] : [],
  );
}

function eventOf({ books }: Looked, { kind, aboutId }: OutgoingMessage): { cents: number; at: Date | null; fees: number[] } {
  const fees =
    kind === "payment_returned"
      ? books.lines.filter(({ type }) => type === "CHARGEBACK-FEE-LINE").map(({ amountCents }) => amountCents)
      : [];
  const payment = books.payments.find(({ id }) => id === aboutId);
  if (payment) return { cents: payment.amountCents, at: payment.endedAt, fees };
  const refund = books.refunds.find(({ id }) => id === aboutId);
  if (refund) return { cents: refund.amountCents, at: refund.endedAt, fees };
  const line = books.lines.find(({ id }) => id === aboutId);
  if (line) return { cents: Math.abs(line.amountCents), at: line.date, fees };
  return { cents: Math.abs(books.billedCents), at: null, fees };
}

function untrue(text: string, amounts: string[], days: string[]): string[] {
  return [
    ...amountsIn(text)
      .filter((amount) => !amounts.includes(amount))
      .map((amount) => `it names ${amount}, and only ${amounts.join(", ")} are true`),
    ...daysIn(text)
      .filter((day) => !days.includes(day))
      .map((day) => `it names ${day}, and only ${days.join(", ")} are true`),
  ];
}

/** Returns the words that only one version of a mail contains, apart from addresses and the picture's caption. */
function faultsOfHtml({ body, html }: ComposedMail): string[] {
  const squash = (words: string) => words.replaceAll(/https?:\/\/\S+|[\s:\u200b-\u200f\ufeff]/g, "");
  const shown = (html ?? "").replace(/<div style="display:none[\s\S]*?<\/div>/, "");
  const inHtml = squash(wordsOf(shown));
  const inText = squash(body ?? "");
  const missing = (body ?? "").split("\n").filter((line) => line !== "-- " && !inHtml.includes(squash(line)));
  const withoutPicture = shown.replace(/<img[\s\S]*?<\/p>/, "");
  const added = (withoutPicture.match(/<p [\s\S]*?<\/p>|<td style[^>]*>[^<]*<\/td>/g) ?? []).filter(
    (part) => !inText.includes(squash(wordsOf(part))),
  );
  return [...missing.map((line) => `HTML lacks “${line}”`), ...added.map((part) => `text lacks “${wordsOf(part).trim()}”`)];
}
