import { addDays, dayAt, laterDay } from "@/server/domain/formats/calendar";
import type { MessageDays } from "./collection-settings";

/** Settings that determine the due day: the agreed days, and when customers are first asked. */
export type DueSettings = Pick<MessageDays, "request1Day" | "request2Day"> & { dueDays: number };

/**
 * Returns the number of days from the transmission to the first request. Without requests, customers are asked by other means, and days
 * count from the transmission.
 */
function firstRequestDay({ request1Day, request2Day }: DueSettings): number {
  return request1Day ?? request2Day ?? 0;
}

/**
 * Returns the due day of an import's invoices: the day of the first request plus the agreed days. An invoice has another due day if its
 * customer was asked later. SQL: `importDueOn`.
 */
export function dueOn(transmittedAt: Date, settings: DueSettings): string {
  return addDays(dayAt(transmittedAt), firstRequestDay(settings) + settings.dueDays);
}

/** Returns the due day of an invoice whose customer is first asked at `askedAt`: never before the import's. */
export function dueOnceAskedAt(askedAt: Date, transmittedAt: Date, settings: DueSettings): string {
  const ofImport = dueOn(transmittedAt, settings);
  const asked = addDays(dayAt(askedAt), settings.dueDays);
  return laterDay(asked, ofImport);
}
