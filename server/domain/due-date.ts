import { addDays, dayAt, laterDay } from "./calendar";
import type { MessageDays } from "./collection-settings";

/** The settings that decide on the due day: days agreed, and when customers are first asked. */
export type DueSettings = Pick<MessageDays, "request1Day" | "request2Day"> & { dueDays: number };

/** How many days after the transmission customers are first asked. Where no request is sent, they were told by other means. */
function firstRequestDay({ request1Day, request2Day }: DueSettings): number {
  return request1Day ?? request2Day ?? 0;
}

/**
 * The day by which an import's invoices are to be paid: the days agreed after the day on which their customers are first asked. It is the invoice's own
 * unless its customer was asked later. SQL: `importDueOn`.
 */
export function dueOn(transmittedAt: Date, settings: DueSettings): string {
  return addDays(dayAt(transmittedAt), firstRequestDay(settings) + settings.dueDays);
}

/** The day by which an invoice is to be paid whose customer is first asked at this moment. */
export function dueOnceAskedAt(askedAt: Date, transmittedAt: Date, settings: DueSettings): string {
  const ofImport = dueOn(transmittedAt, settings);
  const asked = addDays(dayAt(askedAt), settings.dueDays);
  return laterDay(asked, ofImport);
}
