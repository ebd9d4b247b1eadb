import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { type Invoice, invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { cancelScheduledPayments } from "@/server/billing/payments/cancel-scheduled-payments";
import { isPaymentInProgress } from "@/server/billing/payments/is-payment-in-progress";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { addLines } from "./add-lines";
import { getInvoice, isInvoice, lockInvoice } from "./find-invoice";
import type { InvoiceDetails, Retraction } from "./invoice";

/**
 * Credits what is outstanding and stops collecting. Of simultaneous callers exactly one succeeds. Throws
 * `invalid_invoice_id`, `already_retracted`, `payment_in_progress`.
 */
export function creditAndRetractInvoice(
  db: Database,
  actor: Actor,
  invoiceId: string,
  { description, ...retraction }: Retraction,
): Promise<InvoiceDetails> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);

    if (invoice.retractedAt) throw new DomainError("already_retracted");
    if (await isPaymentInProgress(tx, invoice)) throw new DomainError("payment_in_progress");

    const retractedAt = clock.now(actor);
    await creditOutstanding(tx, invoice, description, retractedAt);
    await cancelScheduledPayments(tx, invoice);
    await tx
      .update(invoices)
      .set({ ...retraction, retractedAt })
      .where(isInvoice(actor, invoiceId));
    return getInvoice(tx, actor, invoiceId);
  });
}

async function creditOutstanding(tx: Database, invoice: Invoice, description: string, date: Date): Promise<void> {
  const credits = creditsFor({ ...(await accountOf(tx, invoice)), outstandingCents: invoice.amountTotalCents });
  if (credits.length === 0) return;
  await addLines(
    tx,
    invoice,
    credits.map((amountCents) => ({ type: "CREDIT-LINE", amountCents, description, date, paymentMethod: null })),
  );
}

/**
 * The amounts of the credit lines, in cents. A negative invoice is cancelled by one positive credit. Otherwise what is
 * outstanding is credited, what is outstanding on fees by a line of its own; what a customer overpaid stays, to be refunded.
 */
export function creditsFor(account: { chargedCents: number; feesCents: number; outstandingCents: number }): number[] {
  const { chargedCents, feesCents, outstandingCents } = account;
  if (chargedCents < 0) return [-chargedCents];
  if (outstandingCents <= 0) return [];
  const onFees = Math.min(Math.max(feesCents, 0), outstandingCents);
  return [onFees, outstandingCents - onFees].filter((amount) => amount > 0).map((amount) => -amount);
}

/** What was charged (all but payments and chargebacks) and what is outstanding on fees, both in cents. */
async function accountOf(tx: Database, { partnerId, id }: Invoice) {
  const { type, amountCents } = invoiceLines;
  return only(
    await tx
      .select({
        chargedCents:
          sql`coalesce(sum(${amountCents}) filter (where ${type}::text not like '%PAYMENT-LINE' and ${type} <> 'CHARGEBACK-LINE'), 0)`.mapWith(
            Number,
          ),
        feesCents: sql`coalesce(sum(${amountCents}) filter (where ${type}::text like '%-FEE-%'), 0)`.mapWith(Number),
      })
      .from(invoiceLines)
      .where(and(eq(invoiceLines.partnerId, partnerId), eq(invoiceLines.invoiceId, id))),
  );
}
