import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { provenEmail } from "@/server/billing/contact-changes/proven-contact";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { mailCustomer } from "@/server/billing/customer-mails/mail-customer";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { mandateReferenceKey } from "@/server/domain/rules/mandate-state";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { transact } from "@/server/platform/transact";
import { asSystem, type Customer } from "./find-customer";
import { findInvoiceLeft } from "./find-invoice-left";
import { lockCompanyOf } from "./give-mandate";

/**
 * Withdraws the payer's mandate with this reference, and confirms it by mail. Collection then takes planned debits out at once: a trigger makes
 * their invoices due (db/rules/mandates.sql). A second withdrawal changes nothing. Throws `invalid_mandate_id` if the payer has no such mandate,
 * and `mandate_ended` if it has ended otherwise.
 */
export async function withdrawOwnMandate(db: Database, actor: Customer, reference: string): Promise<void> {
  await transact(db, actor, async (tx) => {
    const invoice = await lockCompanyOf(tx, actor);
    const { customerEmail } = invoice;
    const [found] = await tx
      .select({ id: mandates.id, endedAt: mandates.endedAt })
      .from(invoices)
      .innerJoin(mandates, and(eq(mandates.partnerId, invoices.partnerId), eq(mandates.companyId, invoices.companyId)))
      .where(
        and(
          eq(invoices.partnerId, actor.partnerId),
          eq(invoices.id, invoice.id),
          sql`${mandates.customerKey} = customer_key(${provenEmail}, ${invoices.id})`,
          sql`upper(${mandates.reference}) = ${mandateReferenceKey(reference)}`,
        ),
      );
    if (!found) throw new DomainError("invalid_mandate_id");
    // The mandate is the payer's own, for all of their invoices.
    const mandate = await withdrawMandate(tx, { ...actor, companyIds: null }, found.id);
    if (found.endedAt || !customerEmail) return;
    const { iban, scheme } = mandate;
    const holder = companyNameInMail(mandate.holder);
    const values = { holder, iban: maskIban(iban), reference: mandate.reference, scheme, when: clock.now(actor).toISOString() };
    const invoiceLeft = await findInvoiceLeft(tx, actor, invoice.externalInvoiceNumber, { isWithdrawn: true });
    const left = { invoice: invoiceLeft, page: await customerLink(tx, asSystem(actor), invoice.id) };
    await mailCustomer(tx, invoice, customerEmail, "customerMandateWithdrawn", { ...values, ...left });
  });
  sendMailsSoon(db);
}
