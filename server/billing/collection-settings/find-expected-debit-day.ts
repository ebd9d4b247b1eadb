import type { Database } from "@/db/client";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import type { Actor } from "@/server/actor";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { collectionDay } from "@/server/domain/rules/debit-days";
import { dueOn } from "@/server/domain/rules/due-date";
import { findLeadDays } from "./find-lead-days";

/**
 * Returns the day on which the invoices of an import that is transmitted at this time are collected, such as `2026-11-20`. Agrees with
 * `debitInstead` (server/billing/collection/planned-debit.ts), except that payers who agreed to more days of notice are debited later. Null if
 * nothing is collected by direct debit, or no message is to be sent.
 */
export async function findExpectedDebitDay(
  db: Database,
  actor: Actor,
  settings: CollectionSettings,
  transmittedAt: Date,
): Promise<string | null> {
  const leadDays = settings.directDebit ? await findLeadDays(db, actor, settings.bankAccountId) : null;
  if (leadDays === null) return null;
  const due = dueOn(transmittedAt, settings);
  const announcedOn = firstMessageOn(settings, dayAt(transmittedAt), due);
  return announcedOn && collectionDay({ dueOn: due, today: announcedOn, noticeDays: settings.debitNoticeDays, leadDays });
}

/** Returns the day of the first message; null: none is sent. Requests count from the transmission, reminders from the due day. */
function firstMessageOn(settings: CollectionSettings, transmittedOn: string, due: string): string | null {
  const request = settings.request1Day ?? settings.request2Day;
  if (request !== null) return addDays(transmittedOn, request);
  const reminder = settings.reminder1Day ?? settings.reminder2Day ?? settings.reminder3Day;
  return reminder === null ? null : addDays(due, reminder);
}
