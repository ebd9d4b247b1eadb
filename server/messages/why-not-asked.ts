import type { OutgoingMessage } from "@/db/schema/collections";
import type { CollectedRow } from "@/server/billing/collection/collected-invoices";
import { quietUntil } from "@/server/billing/collection/earliest-demand";
import { isCollected, isHeld, roundOf } from "@/server/billing/collection/plan";
import { runningPlan } from "@/server/billing/collection/planned-instalments";
import { isReturnedLately } from "@/server/billing/collection/returned-payment";
import { dayAt } from "@/server/domain/formats/calendar";
import { isReminder } from "@/server/domain/rules/collection-messages";

/**
 * Returns why the customer cannot be asked for payment now, as `composeMessage` does; undefined if nothing stands against it. `round`: of the
 * request or reminder, which is not sent once a payment was returned after it was queued; null for the note before a fee, which has none. A reminder
 * waits until the day is over that a mail in place of a direct debit named.
 */
export function whyNotAsked(
  collected: CollectedRow,
  { kind, round }: { kind: OutgoingMessage["kind"]; round: OutgoingMessage["round"] | null },
  now: Date,
): "soon" | "later" | "never" | undefined {
  if (!collected.isDeskRanked) return "soon";
  if (isNoLongerAsked(collected, round, now)) return "never";
  if (!isCollected(collected)) return isCollected({ ...collected, isPaymentInProgress: false }) ? "later" : "never";
  const quiet = quietUntil(collected);
  return (quiet && quiet > now) || isInTimeInstead(collected, kind, now) ? "later" : undefined;
}

/** Whether the message is a reminder, and a mail in place of a direct debit has named a day to pay by that is not over. */
function isInTimeInstead({ insteadNamed }: CollectedRow, kind: OutgoingMessage["kind"], now: Date): boolean {
  return isReminder(kind) && (insteadNamed ?? "") >= dayAt(now);
}

/**
 * Whether the customer is no longer asked by such a message: the invoice is held, a payment was returned lately, the round has ended, or it is
 * paid in instalments.
 */
export function isNoLongerAsked(collected: CollectedRow, round: OutgoingMessage["round"] | null, now: Date): boolean {
  const isOfEarlierRound = round !== null && round !== roundOf(collected);
  const isInInstalments = runningPlan(collected, now) !== undefined;
  return isInInstalments || isHeld(collected, now) || isReturnedLately(collected, dayAt(now)) || isOfEarlierRound;
}
