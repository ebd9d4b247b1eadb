import type { Database } from "@/db/client";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { chargebacksOf } from "@/server/billing/collection/returned-payment";
import { findFreeDays } from "@/server/billing/payments/find-free-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { lastArrival, lastFreeDay } from "@/server/domain/rules/late-fee";
import { categoryOf } from "@/server/domain/rules/line-types";
import { billedSinceCents } from "@/server/domain/rules/overdue-part";
import { LATE_FEE, RETURN_FEE, unpaidOf } from "./unpaid-of";

/** A late-payment fee that was charged, and falls away after all if the rest was paid in time. */
export interface Relief {
  /** The company's number of the invoice. */
  number: string;
  /** The last day without the fee. */
  until: string;
  /** Amount that was to be paid by then, in cents; null: something was paid, credited or charged since, so that none can be named. */
  amountCents: number | null;
  /** Fee for a returned payment that the amount contains, in cents. */
  returnFeeCents: number;
  /** Whether an earlier payment was returned whose day is known, so that the mail names it. */
  isAgain: boolean;
  /** Day until which a transfer arrives in time; undefined where no transfers are offered. */
  arrival: string | undefined;
  /** Whether a transfer can still arrive in time. */
  isUnderWay: boolean;
}

/**
 * Returns the charged fee that falls away if the rest was paid in time. Undefined unless exactly one invoice was charged one, because the mail
 * cannot name a day for each. Also undefined if no sum can be named although an amount was billed since the reminder with the fee.
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
  const isSumUnclear = (isBilledSince && !freeDays.namedAt) || (isChangedSince && laterCents > 0);
  if (isSumUnclear) return undefined;
  const lastDay = lastArrival(until);
  // That payment may itself have come too late, so nothing is promised about transfers.
  const isPaidLate = since.some(({ type }) => categoryOf(type) === "payment");
  return {
    number,
    until,
    amountCents: isChangedSince ? null : sumOf(rest) - laterCents,
    returnFeeCents: unpaidOf(collected, RETURN_FEE),
    isAgain: Boolean(chargebacksOf(collected).at(-1)?.paidAt),
    ...(hasTransfer && !isPaidLate ? { arrival: lastDay, isUnderWay: lastDay >= dayAt(now) } : { arrival: undefined, isUnderWay: false }),
  };
}

/**
 * Returns the last day on which the full amount could be paid without the late-payment fee that was charged, by the rule of
 * `undueLateFeeCents`. Undefined if a payment was returned after that day, because the customer may have paid by then in vain. `freeDays`: of
 * the invoice, by `findFreeDays`.
 */
function lastFreeDayOf(collected: CollectedInvoice, freeDays: readonly string[]): string | undefined {
  const fees = collected.lines.filter(({ type }) => type === LATE_FEE);
  const last = lastFreeDay(fees, freeDays);
  const back = chargebacksOf(collected).at(-1);
  return last === undefined || (back && dayAt(back.date) > last) ? undefined : last;
}
