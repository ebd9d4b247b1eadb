import type { Database } from "@/db/client";
import type { CollectedInvoice } from "@/server/billing/collection/plan";
import { chargebacksOf } from "@/server/billing/collection/returned-payment";
import { findFreeDays } from "@/server/billing/payments/find-free-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf, sumOf } from "@/server/domain/rules/account";
import type { MessageKind } from "@/server/domain/rules/collection-messages";
import { lastArrival, lastFreeDay } from "@/server/domain/rules/late-fee";
import { categoryOf } from "@/server/domain/rules/line-types";
import { billedSinceCents } from "@/server/domain/rules/overdue-part";
import { takenBackBy } from "@/server/domain/rules/payment-methods";
import type { FeeWords } from "@/server/domain/words/fee-words";
import { inTime, sinceWhen } from "./list-together";
import { dayOf, money, type Subject, wholeDayOf } from "./message-subject";
import { LATE_FEE } from "./say-costs";
import { sayInMessage } from "./say-in-message";

/** An invoice that a mail asks for. */
interface Asked {
  /** The company's own number. */
  number: string;
  collected: CollectedInvoice;
}

/**
 * Request to customers who have paid. `lately`: before a fee, a payment of the last days is on its way, but an earlier one may be
 * lost. `tell`: each payment is to be told of. `under_way`: each but a transfer that can still arrive in time. `last`: in the last reminder,
 * which asks for an answer of any kind.
 */
type AskedOfPayers = "lately" | "tell" | "under_way" | "none" | "last";

/**
 * Addresses customers who have paid already. Names payments that were returned, because these customers did pay: only a payment since then
 * counts. `relief`: a charged fee that falls away if a transfer arrives in time.
 */
export function sayPaid(found: Subject, what: AskedOfPayers, asked: readonly Asked[], relief?: Relief): string[] {
  const say = sayInMessage[found.invoice.locale];
  const returned = asked.flatMap(({ number, collected }) => {
    const back = chargebacksOf(collected).at(-1);
    if (!back?.paidAt) return [];
    const days = { paid: dayOf(found, dayAt(back.paidAt)), returned: dayOf(found, dayAt(back.date)) };
    return say("returned", { ...days, number, by: takenBackBy(back.method), what: asked.length > 1 ? "several" : "one" });
  });
  const isRest = asked.every(({ collected }) => accountOf(collected.lines).paidCents > 0);
  const again = returned.length === asked.length ? "yes" : isRest ? "rest" : "no";
  const underWay = relief?.arrival ? "yes" : "no";
  const paid = what === "last" ? say("wayOut", { company: found.company.name, again, underWay }) : say("paidAlready", { what, again });
  return [...returned, paid];
}

/** Returns what a request or reminder asks of customers who have paid. */
export function askedOfPayers(kind: MessageKind, relief?: Relief): "lately" | "tell" | "under_way" | "none" {
  if (kind === "reminder1") return "lately";
  if (kind !== "reminder2" && kind !== "reminder3") return "none";
  return relief?.arrival ? "under_way" : "tell";
}

/** A late-payment fee that was charged, and falls away after all if the rest was paid in time. */
export interface Relief {
  /** The company's number of the invoice. */
  number: string;
  /** The last day without the fee. */
  until: string;
  /** Amount that was to be paid by then, in cents; null: something was paid, credited or charged since, so that none can be named. */
  amountCents: number | null;
  /** Whether an earlier payment was returned. */
  isAgain: boolean;
  /** Day until which a transfer arrives in time; undefined once it is over, and where no transfers are offered. */
  arrival: string | undefined;
}

/**
 * Returns the charged fee that falls away if the rest was paid in time. Undefined if not exactly one invoice was charged one, because the mail
 * cannot name a day for each, and if no sum can be named although an amount was billed since the reminder with the fee.
 */
export async function findRelief(
  db: Database,
  partnerId: string,
  charged: readonly { number: string; collected: CollectedInvoice & { id: string } }[],
  { now, hasTransfer }: { now: Date; hasTransfer: boolean },
): Promise<Relief | undefined> {
  const [first, ...others] = charged;
  if (!first || others.length > 0) return undefined;
  const { number, collected } = first;
  const freeDays = (await findFreeDays(db, partnerId, [collected.id])).get(collected.id);
  const until = freeDays && lastFreeDayOf(collected, freeDays.days);
  if (!until) return undefined;
  const rest = collected.lines.filter(({ type }) => type !== LATE_FEE);
  const laterCents = billedSinceCents(rest, freeDays.namedAt);
  const since = rest.filter(({ date }) => dayAt(date) > until);
  const isBilledSince = since.some(({ type, isAdded }) => categoryOf(type) === "billed" && isAdded);
  const isChangedSince = since.some(({ type }) => categoryOf(type) !== "billed");
  if ((isBilledSince && !freeDays.namedAt) || (isChangedSince && laterCents > 0)) return undefined;
  const arrival = lastArrival(until);
  // Such a payment may be too late itself, unlike a transfer, so nothing is promised.
  const isPaidLate = since.some(({ type }) => categoryOf(type) === "payment");
  return {
    ...{ number, until, amountCents: isChangedSince ? null : sumOf(rest) - laterCents, isAgain: chargebacksOf(collected).length > 0 },
    arrival: hasTransfer && !isPaidLate && arrival >= dayAt(now) ? arrival : undefined,
  };
}

/** States that a charged fee falls away if the rest was paid in time, and by when a transfer must arrive while it still can. */
export function sayFeeFallsAway(
  found: Subject,
  relief: Relief | undefined,
  { law, isOfSeveral }: { law: FeeWords; isOfSeveral: boolean },
): string {
  if (!relief) return "";
  const { number, until, amountCents, isAgain, arrival } = relief;
  return sayInMessage[found.invoice.locale]("feeFallsAway", {
    ...{ date: dayOf(found, until), law, number, amount: money(amountCents ?? 0, found) },
    ...{ paid: amountCents === null ? "all" : "sum", what: isOfSeveral ? "several" : "one", again: isAgain ? "yes" : "no" },
    arrival: arrival ? wholeDayOf(found, arrival) : "none",
  });
}

/** Returns the day by which an invoice was to be paid, and what was to be paid by then. */
export function overdueSince(found: Subject, collected: CollectedInvoice, dueOn: string) {
  const days = inTime(collected, dueOn);
  return { due: dayOf(found, days.inTimeUntil), since: sinceWhen(days), earlier: money(days.overdueCents ?? 0, found) };
}

/**
 * Returns the last day on which the full amount could be paid without the late-payment fee that was charged, by the rule of
 * `undueLateFeeCents`. Undefined if a payment was returned after that day, because the customer may have paid by then in vain. `freeDays`: of
 * the invoice, by `findFreeDays`.
 */
function lastFreeDayOf(collected: CollectedInvoice, freeDays: readonly string[]): string | undefined {
  const fees = collected.lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const last = lastFreeDay(fees, freeDays);
  const back = chargebacksOf(collected).at(-1);
  return last === undefined || (back && dayAt(back.date) > last) ? undefined : last;
}
