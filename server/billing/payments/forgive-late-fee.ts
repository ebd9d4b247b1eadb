import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { outgoingMessages } from "@/db/schema/collections";
import { imports } from "@/db/schema/imports";
import { type Invoice, invoices } from "@/db/schema/invoices";
import type { Payment } from "@/db/schema/payments";
import { invoiceDueOn } from "@/server/billing/imports/import-due-on";
import { addLines } from "@/server/billing/invoices/add-lines";
import { linesOfAccount } from "@/server/billing/invoices/lock-account";
import { undueLateFeeCents } from "@/server/domain/rules/late-fee";

/**
 * Credits the late-payment fee if the payment completed the billed amount in time by the bank's value date, but was booked later. In time
 * means: by the due day, by the last day without the fee that a message named, or by the day that a mail about a returned payment named; for
 * bank transfers, one bank day later. Runs in the transaction that books the payment; the caller holds the invoice's lock.
 */
export async function forgiveLateFee(tx: Database, invoice: Invoice, { id }: Pick<Payment, "id">, now: Date): Promise<void> {
  if (invoice.retractedAt) return;
  const lines = await linesOfAccount(tx, invoice);
  if (!lines.some(({ type }) => type === "LATE-PAYMENT-FEE-LINE")) return;
  const undueCents = undueLateFeeCents(lines, id, await lastFreeDaysOf(tx, invoice));
  if (undueCents === 0) return;
  await addLines(tx, invoice, [{ type: "CREDIT-LINE", amountCents: -undueCents, date: now, description: null, paymentMethod: null }]);
}

async function lastFreeDaysOf(tx: Database, { partnerId, id }: Invoice): Promise<string[]> {
  const { dueOn } = only(
    await tx
      .select({ dueOn: invoiceDueOn })
      .from(invoices)
      .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, id))),
  );
  const { graceUntil, payBy, kind, aboutId, state } = outgoingMessages;
  const left = and(eq(outgoingMessages.partnerId, partnerId), eq(outgoingMessages.invoiceId, id), inArray(state, ["sent", "unknown"]));
  // Reminders and announcements are in indexes of their own.
  const byReminders = tx
    .select({ day: graceUntil })
    .from(outgoingMessages)
    .where(and(left, isNull(aboutId), isNotNull(graceUntil)));
  const afterReturns = tx
    .select({ day: payBy })
    .from(outgoingMessages)
    .where(and(left, isNotNull(aboutId), eq(kind, "payment_returned"), isNotNull(payBy)));
  return [dueOn, ...(await byReminders.unionAll(afterReturns)).map(({ day }) => day)].filter((day) => day !== null);
}
