import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { chargebacksOf } from "@/server/billing/collection/returned-payment";
import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf, sumOf } from "@/server/domain/rules/account";
import type { MessageKind } from "@/server/domain/rules/collection-messages";
import { takenBackBy } from "@/server/domain/rules/payment-methods";
import type { FeeWords } from "@/server/domain/words/fee-words";
import type { Relief } from "./find-relief";
import { inTime, sinceWhen } from "./list-together";
import { dayOf, money, type Subject, wholeDayOf } from "./message-subject";
import { sayInMessage } from "./say-in-message";
import { LATE_FEE, RETURN_FEE, unpaidOf } from "./unpaid-of";

/** An invoice that a mail asks for. */
interface Asked {
  /** The company's own number. */
  number: string;
  collected: CollectedInvoice;
}

/**
 * Request to customers who have paid. `lately`: before a fee, only an earlier payment is to be reported, because one of the last days is on its
 * way. `tell`: each payment is to be reported. `under_way`: each, except a transfer that can still arrive in time. `none`: no payment is.
 * `last`: the last reminder asks for an answer of any kind.
 */
type AskedOfPayers = "lately" | "tell" | "under_way" | "none" | "last";

/**
 * Names the payments that were returned: these customers did pay, but only a new payment counts. Where only fees are left to pay, says so. None
 * where no payment was returned. `place`: whether the sentences open the mail, behind a greeting that may end in a comma.
 */
export function sayReturned(found: Subject, asked: readonly Asked[], place: "opening" | "within"): string[] {
  const say = sayInMessage[found.invoice.locale];
  const returned = asked.flatMap(({ number, collected }) => {
    const back = chargebacksOf(collected).at(-1);
    if (!back?.paidAt) return [];
    const days = { paid: dayOf(found, dayAt(back.paidAt)), returned: dayOf(found, dayAt(back.date)) };
    return [{ ...days, number, by: takenBackBy(back.method), left: owesOnlyFees(collected) ? "fees" : "all" }];
  });
  const what = asked.length > 1 ? "several" : "one";
  return returned.map((each, index) => say("returned", { ...each, what, place: index === 0 ? place : "within" }));
}

const unpaidFeesOf = (collected: CollectedInvoice) => unpaidOf(collected, LATE_FEE) + unpaidOf(collected, RETURN_FEE);

/** Whether a fee is left to pay, and nothing else. */
const owesOnlyFees = (collected: CollectedInvoice) => sumOf(collected.lines) <= unpaidFeesOf(collected);

/** Whether the customer is to pay an amount once more, because its payment was returned. */
const isToPayAgain = ({ collected }: Asked) => Boolean(chargebacksOf(collected).at(-1)?.paidAt) && !owesOnlyFees(collected);

/** A charged late-payment fee that falls away if the rest was paid in time, and how the mail names it. */
interface ReliefSaid {
  relief: Relief | undefined;
  law: FeeWords;
}

/**
 * Addresses customers who have paid already, behind `sayReturned`. Says what is left if a fee stays open beside a payment, and by when a payment
 * must have been made, or a transfer must arrive or have arrived, so that a charged fee falls away.
 */
export function sayPaid(found: Subject, what: AskedOfPayers, asked: readonly Asked[], { relief, law }: ReliefSaid): string[] {
  const say = sayInMessage[found.invoice.locale];
  const isRest = asked.every(({ collected }) => accountOf(collected.lines).paidCents > 0);
  const inPart = isRest ? "rest" : "no";
  const again = asked.every(isToPayAgain) ? "yes" : inPart;
  const underWay = relief?.isUnderWay ? "yes" : "no";
  const fallsAway = relief ? [say("feeFallsAway", reliefInWords(found, relief, { law, isOfSeveral: asked.length > 1 }))] : [];
  if (what === "last") return [say("wayOut", { company: found.company.name, again, underWay }), ...fallsAway];
  const sumOfFees = (fee: typeof LATE_FEE | typeof RETURN_FEE) => asked.reduce((sum, { collected }) => sum + unpaidOf(collected, fee), 0);
  if (what !== "lately") return [say("paidAlready", { what, again }), ...fallsAway];
  if (sumOfFees(LATE_FEE) === 0) {
    // A payment without the fee for the return leaves that fee to be paid.
    return [say("paidAlready", { what: sumOfFees(RETURN_FEE) > 0 ? "lately_receipt" : "lately", again })];
  }
  const [single, ...others] = asked;
  if (!single || others.length > 0 || relief?.amountCents == null) return [say("paidAlready", { what: "tell", again }), ...fallsAway];
  const left = money(sumOf(single.collected.lines) - relief.amountCents, found);
  return [say("paidInTimeOrLater", { ...reliefInWords(found, relief, { law, isOfSeveral: false }), left })];
}

/** Returns what a request or reminder asks of customers who have paid. */
export function askedOfPayers(kind: MessageKind, relief?: Relief): "lately" | "tell" | "under_way" | "none" {
  if (kind === "reminder1") return "lately";
  if (kind !== "reminder2" && kind !== "reminder3") return "none";
  return relief?.isUnderWay ? "under_way" : "tell";
}

/** Returns the values of sentences on a charged fee that falls away if the rest was paid in time. */
function reliefInWords(
  found: Subject,
  { number, until, amountCents, returnFeeCents, isAgain, arrival, isUnderWay }: Relief,
  { law, isOfSeveral }: { law: FeeWords; isOfSeveral: boolean },
) {
  const hasReturnFee = amountCents !== null && returnFeeCents > 0;
  return {
    date: dayOf(found, until),
    law,
    number,
    amount: money(amountCents ?? 0, found),
    paid: amountCents === null ? "all" : "sum",
    returnFee: hasReturnFee ? money(returnFeeCents, found) : "none",
    what: isOfSeveral ? "several" : "one",
    // A sum with a fee for the return was never paid before.
    again: isAgain && !hasReturnFee ? "yes" : "no",
    arrival: arrival ? wholeDayOf(found, arrival) : "none",
    over: isUnderWay ? "no" : "yes",
  };
}

/**
 * Returns the day by which an invoice was to be paid, and what was to be paid by then. A charged fee that falls away gives its own last day if
 * that is earlier than the day until which nothing was demanded after a return.
 */
export function overdueSince(found: Subject, collected: CollectedInvoice, dueOn: string, relief?: Relief) {
  const days = inTime(collected, dueOn);
  const due = relief && days.isMoved && relief.until < days.inTimeUntil ? relief.until : days.inTimeUntil;
  return { due: dayOf(found, due), since: sinceWhen(days), earlier: money(days.overdueCents ?? 0, found) };
}
