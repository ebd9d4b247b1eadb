import { type SQL, sql } from "drizzle-orm";
import type { Payment } from "@/db/schema/payments";
import { DAY_MS, MINUTE_MS } from "@/server/domain/formats/time";
import { madeAt } from "@/server/platform/id";

/** Minimum pause before a request to a payment's provider, in ms. */
export const FIRST_ASKED_AFTER_MS = 10_000;

/**
 * For each state, the maximum pause between two requests to the payment's provider, and the age until which the payment may still change.
 * Requests are needed because webhooks are not trusted and may be lost.
 */
const expectations = {
  pending: { longestPauseMs: 5 * MINUTE_MS, untilAgeMs: Number.POSITIVE_INFINITY },
  // Money can still arrive.
  ended: { longestPauseMs: DAY_MS, untilAgeMs: 30 * DAY_MS },
  // An unauthorised direct debit can be charged back for 13 months.
  paid: { longestPauseMs: 7 * DAY_MS, untilAgeMs: 400 * DAY_MS },
};

/**
 * Returns when to ask the provider again, in ms from now; null: never again. The pause is a quarter of the payment's age, at least
 * `FIRST_ASKED_AFTER_MS`, and at most as long as `expectations` allow.
 */
export function nextAskInMs(
  { id, status, chargedBackAt }: Pick<Payment, "id" | "status" | "chargedBackAt">,
  now = Date.now(),
): number | null {
  if (chargedBackAt) return null;
  const ageMs = now - madeAt(id);
  const { longestPauseMs, untilAgeMs } = expectations[status === "paid" || status === "pending" ? status : "ended"];
  if (ageMs > untilAgeMs) return null;
  return Math.min(Math.max(ageMs / 4, FIRST_ASKED_AFTER_MS), longestPauseMs);
}

/** SQL for the real time that is `ms` from now, by the database's clock, which all processes share. */
export function realTimeIn(ms: number): SQL {
  return sql`clock_timestamp() + ${Math.round(ms)} * interval '1 millisecond'`;
}
