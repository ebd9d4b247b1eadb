import type { Database } from "@/db/client";
import { type Invoice, invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { announce } from "@/server/billing/invoices/announce";
import { accountOf, withoutTakenBack } from "@/server/domain/rules/account";
import { creditsOf } from "@/server/domain/rules/retraction";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { addLines } from "./add-lines";
import { cancelScheduledPayments } from "./cancel-scheduled-payments";
import { getInvoice, lockInvoice, whereInvoice } from "./find-invoice";
import type { InvoiceDetails, Retraction } from "./invoice";
import { linesOfAccount } from "./lock-account";
import { isPaymentInProgress } from "./payment-in-progress";

/**
 * Credits the outstanding amount and stops collection: the trigger `invoices_looked_at_again` (db/rules/invoices.sql) makes the invoice due
 * for collection, which then finds an empty plan. Of simultaneous calls exactly one succeeds. Throws `invalid_invoice_id`,
 * `already_retracted`, `payment_in_progress`, and `nothing_outstanding` if `requiresCredit` is set and nothing would be credited.
 */
export function creditAndRetractInvoice(
  db: Database,
  actor: Actor,
  invoiceId: string,
  { description, ...retraction }: Retraction,
  { requiresCredit = false } = {},
): Promise<InvoiceDetails> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);

    if (invoice.retractedAt) throw new DomainError("already_retracted");
    if (await isPaymentInProgress(tx, invoice)) throw new DomainError("payment_in_progress");

    const retractedAt = clock.now(actor);
    const credited = await creditOutstanding(tx, invoice, description, retractedAt);
    if (requiresCredit && credited === 0) throw new DomainError("nothing_outstanding");
    await cancelScheduledPayments(tx, invoice, retractedAt);
    await tx
      .update(invoices)
      .set({ ...retraction, retractedAt })
      .where(whereInvoice(actor, invoiceId));
    // The message is about the invoice itself, so that it is announced once.
    await announce(tx, actor, invoice, "withdrawn", invoice.id);
    return getInvoice(tx, actor, invoiceId);
  });
}

/** Adds the credit lines of a retraction. Returns their number. */
async function creditOutstanding(tx: Database, invoice: Invoice, description: string, date: Date): Promise<number> {
  const credits = creditsOf(accountOf(withoutTakenBack(await linesOfAccount(tx, invoice))));
  if (credits.length === 0) return 0;
  await addLines(
    tx,
    invoice,
    credits.map((amountCents) => ({ type: "CREDIT-LINE", amountCents, description, date, paymentMethod: null })),
  );
  return credits.length;
}
