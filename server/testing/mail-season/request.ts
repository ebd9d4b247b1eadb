import { lastArrival } from "@/server/domain/rules/late-fee";
import { addedTo, feesBefore, partsOf, unpaidFeeOf, withoutLater } from "./amounts-of";
import { askedFor } from "./asked-invoices";
import { feesNamedBy } from "./coming-fees";
import type { Looked } from "./look";
import { daysAfterReturns, daysOfReturns, lastFreeDay } from "./named-days";
import { divideWords } from "./other-open-invoices";
import { isReminder, type SentMail } from "./sent-mail";
import { spellCents, spellDay } from "./spelling";

/** A mail that asks for payment, read: a request, a reminder, or the note before a fee. */
export interface Request extends SentMail {
  /** The invoices that it asks for. */
  asked: Looked[];
  /** The asked invoices with a late-payment fee that is charged and not paid. */
  withFee: Looked[];
  /** Coming late-payment fees that it names. A household has one. */
  comingFees: NonNullable<Looked["fee"]>[];
  /** Its words without the paragraphs about the payer's other open invoices. */
  text: string;
  /** First paragraph. */
  greeting: string;
  /** Second paragraph. */
  opening: string;
  /** The opening up to and including the day to pay by. */
  firstWords: string;
  /** Day to pay by, as written. */
  payBy: string;
  /** Sum of the invoices that it asks for, in cents. */
  sumCents: number;
  /** Late-payment fees that the sum contains, in cents. */
  lateFeesCents: number;
  /** Fees for returned payments that the sum contains, in cents. */
  returnFeesCents: number;
  /** Days until which a transfer arrives in time to avoid a fee, coming or charged. None if no transfers are offered. */
  arrivals: string[];
}

/** Reads a mail that asks for payment. Returns with it a fault if it does not list the payer's other open invoices as it should. */
export function readRequest(sent: SentMail, words: string): { request: Request; faults: string[] } {
  const { message, own } = sent;
  const asked = askedFor(sent);
  const { text, faults } = divideWords(words, sent, asked, isReminder(message) ? "all" : "held");
  const payBy = message.payBy ? spellDay(message.payBy, own.region) : "?";
  const [greeting = "", beginning = ""] = text.split("\n\n");
  const returnDays = asked.flatMap(daysOfReturns).map((day) => spellDay(day, own.region));
  const opening = behindReturns(beginning, payBy, returnDays);
  const comingFees = feesNamedBy(message, asked);
  const withFee = asked.filter((each) => unpaidFeeOf(each) > 0);
  const freeDays = [comingFees[0]?.until, ...withFee.map(lastFreeDay)].flatMap((day) => day ?? []);
  const request: Request = {
    ...sent,
    asked,
    withFee,
    comingFees,
    text,
    greeting,
    opening,
    firstWords: opening.slice(0, opening.indexOf(payBy) + payBy.length),
    payBy,
    sumCents: sumOver(asked, ({ books }) => books.totalCents),
    lateFeesCents: sumOver(asked, (each) => unpaidFeeOf(each)),
    returnFeesCents: sumOver(asked, (each) => unpaidFeeOf(each, "CHARGEBACK-FEE")),
    arrivals: own.played.club.bank ? freeDays.map(lastArrival) : [],
  };
  return { request, faults };
}

/** Returns the first paragraph without the sentences before the request that say when payments were returned. */
function behindReturns(beginning: string, payBy: string, returnDays: string[]): string {
  const request = beginning.slice(0, beginning.indexOf(payBy));
  // A German day, such as "7. Dezember", looks like the end of a sentence itself.
  const ends = returnDays.filter((day) => request.includes(day)).map((day) => request.lastIndexOf(day) + day.length);
  return ends.length === 0 ? beginning : beginning.slice(beginning.indexOf(". ", Math.max(...ends)) + 2);
}

function sumOver(asked: Looked[], centsOf: (looked: Looked) => number): number {
  return asked.reduce((sum, each) => sum + centsOf(each), 0);
}

/** Whether a text names an amount, as the mail's country writes it. */
export function namesCents({ text, own }: Pick<Request, "text" | "own">, cents: number): boolean {
  return text.includes(spellCents(cents, own.region));
}

/** Whether a text names a day, as the mail's country writes it. */
export function namesDay({ text, own }: Pick<Request, "text" | "own">, day: string): boolean {
  return text.includes(spellDay(day, own.region));
}

/** Returns the amounts that a request may name, as written. */
export function trueAmountsOf({ own, asked, comingFees, sumCents, lateFeesCents, returnFeesCents }: Request): string[] {
  const fees = [lateFeesCents, returnFeesCents, lateFeesCents + returnFeesCents].filter((cents) => cents > 0);
  const ofInvoices = asked.flatMap((each) => [
    each.books.totalCents,
    ...withoutLater(each),
    ...partsOf(each),
    ...feesBefore(each),
    ...addedTo(each),
  ]);
  const coming = comingFees.slice(0, 1).map(({ cents }) => cents);
  return [sumCents, ...fees, ...coming, ...ofInvoices].map((cents) => spellCents(cents, own.region));
}

/** Returns the days that a request may name, as written. */
export function trueDaysOf({ own, asked, comingFees, payBy, arrivals }: Request): string[] {
  const ofInvoices = asked.flatMap((each) => [
    each.collection.due_on ?? [],
    daysAfterReturns(each),
    daysOfReturns(each),
    lastFreeDay(each) ?? [],
  ]);
  const coming = comingFees.slice(0, 1).map(({ until }) => until);
  return [payBy, ...[...ofInvoices.flat(), ...arrivals, ...coming].map((day) => spellDay(day, own.region))];
}
