import type { OutgoingMessage } from "@/db/schema/collections";
import type { CollectedRow } from "@/server/billing/collection/collected-invoices";
import { isCollected, isHeld, quietUntil, roundOf } from "@/server/billing/collection/plan";
import { isReturnedLately } from "@/server/billing/collection/returned-payment";
import { dayAt } from "@/server/domain/formats/calendar";

/**
 * Returns why the customer cannot be asked for payment now, as `composeMessage` does; undefined if nothing stands against it. `round`: of the
 * request or reminder, which is not sent once a payment was returned after it was queued; null for the note before a fee, which has none.
 */
export function whyNotAsked(
  collected: CollectedRow,
  round: OutgoingMessage["round"] | null,
  now: Date,
): "soon" | "later" | "never" | undefined {
  if (!collected.isDeskRanked) return "soon";
  if (isHeld(collected, now) || isReturnedLately(collected, dayAt(now))) return "never";
  if (round !== null && round !== roundOf(collected)) return "never";
  if (!isCollected(collected)) return isCollected({ ...collected, isPaymentInProgress: false }) ? "later" : "never";
  const quiet = quietUntil(collected);
  return quiet && quiet > now ? "later" : undefined;
}
