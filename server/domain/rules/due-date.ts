import { addDays, dayAt, laterDay } from "@/server/domain/formats/calendar";
import type { MessageDays } from "./collection-settings";

/** Settings that decide the due day: the days agreed, and when customers are first asked. */
export type DueSettings = Pick<MessageDays, "request1Day" | "request2Day"> & { dueDays: number };

/**
 * Days from the transmission to the first request. Without a request, customers were told by other means, and days count from the
 * transmission.
 */
function firstRequestDay({ request1Day, request2Day }: DueSettings): number {
  return request1Day ?? request2Day ?? 0;
}

/**
 * Returns the day by which an import's invoices are to be paid: the first request plus the days agreed. It is each invoice's due day unless
 * its customer was asked later. SQL: `importDueOn`.
 */
export function dueOn(transmittedAt: Date, settings: DueSettings): string {
  return addDays(dayAt(transmittedAt), firstRequestDay(settings) + settings.dueDays);
}

/** Returns the due day of an invoice whose customer is first asked at `askedAt`. */
export function dueOnceAskedAt(askedAt: Date, transmittedAt: Date, settings: DueSettings): string {
  const ofImport = dueOn(transmittedAt, settings);
  const asked = addDays(dayAt(askedAt), settings.dueDays);
  return laterDay(asked, ofImport);
}
