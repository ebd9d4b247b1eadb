import { addDays, sameTimeOn } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import type { CollectedInvoice } from "./collected-invoice";

/** Time after a failed payment or a chargeback during which nothing is demanded, in ms. */
export const QUIET_MS = DAY_MS;

/** Returns the moment from which the customer may be asked again after a failed payment; undefined if none has failed. */
export function quietUntil({ lastFailedAt }: Pick<CollectedInvoice, "lastFailedAt">): Date | undefined {
  return lastFailedAt ? new Date(lastFailedAt.getTime() + QUIET_MS) : undefined;
}

/** Returns the moment from which something may be demanded: now, or the end of the hold or of the time after a failed payment. */
export function earliestMsOf(invoice: Pick<CollectedInvoice, "hold" | "transmittedAt" | "lastFailedAt">, now: Date): number {
  const { hold, transmittedAt } = invoice;
  const resumedMs = hold?.until ? sameTimeOn(addDays(hold.until, 1), transmittedAt).getTime() : 0;
  return Math.max(now.getTime(), quietUntil(invoice)?.getTime() ?? 0, resumedMs);
}

/** Returns the moment from which reminders may be sent after a direct debit that did not take place, in ms; 0 without one. */
export function afterInsteadMs({ insteadNamed, transmittedAt }: Pick<CollectedInvoice, "insteadNamed" | "transmittedAt">): number {
  return insteadNamed ? sameTimeOn(addDays(insteadNamed, 1), transmittedAt).getTime() : 0;
}
