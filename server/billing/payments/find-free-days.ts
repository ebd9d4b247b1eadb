import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { invoiceDueOn } from "@/server/billing/imports/import-due-on";
import { type FreeDays, feeNamedAt } from "@/server/domain/rules/late-fee";

/**
 * Returns the days by which a payment avoids a late-payment fee, by the invoice's id: the due day, the last days without the fee that messages
 * named, and the days that mails about returned payments named. `lastFreeDay` (server/domain/rules/late-fee.ts) decides which of these days
 * counts.
 */
export async function findFreeDays(db: Database, partnerId: string, invoiceIds: readonly string[]): Promise<Map<string, FreeDays>> {
  const { graceUntil, payBy, invoiceId, kind, aboutId, ticketId, state, createdAt: at } = outgoingMessages;
  const ids = [...invoiceIds];
  const whereSent = and(eq(outgoingMessages.partnerId, partnerId), inArray(invoiceId, ids), inArray(state, ["sent", "unknown"]));
  // Reminders and announcements are in indexes of their own, which Postgres uses only with their conditions.
  const byReminders = await db
    .select({ id: invoiceId, day: graceUntil, at })
    .from(outgoingMessages)
    .where(and(whereSent, isNull(ticketId), isNull(aboutId), isNotNull(graceUntil)));
  const afterReturns = await db
    .select({ id: invoiceId, day: payBy })
    .from(outgoingMessages)
    .where(and(whereSent, isNotNull(aboutId), eq(kind, "payment_returned"), isNotNull(payBy)));
  const due = await db
    .select({ id: invoices.id, day: invoiceDueOn })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .where(and(eq(invoices.partnerId, partnerId), inArray(invoices.id, ids)));
  const found = [...due, ...byReminders, ...afterReturns];
  return new Map(
    ids.map((id) => {
      const days = found.flatMap((each) => (each.id === id && each.day !== null ? [each.day] : []));
      const reminders = byReminders
        .filter((each) => each.id === id)
        .map(({ day, at: remindedAt }) => ({ graceUntil: day, at: remindedAt }));
      return [id, { days, namedAt: feeNamedAt(reminders) }];
    }),
  );
}
