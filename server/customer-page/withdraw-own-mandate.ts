import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { mandateConsents } from "@/db/schema/mandate-consents";
import { mandates } from "@/db/schema/mandates";
import { provenEmail } from "@/server/billing/contact-changes/proven-contact";
import { mailCustomer } from "@/server/billing/customer-mails/mail-customer";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { mandateReferenceKey } from "@/server/domain/rules/mandate-state";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { transact } from "@/server/platform/transact";
import type { Customer } from "./find-customer";
import { lockCompanyOf } from "./give-mandate";

/**
 * Withdraws the payer's mandate with this reference, and mails a copy. Planned debits are taken out at once: a trigger has their invoices
 * looked at (db/rules/mandates.sql). Twice does the same. Throws `invalid_mandate_id` if the payer has no such mandate, and `mandate_ended`.
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
          ...[eq(invoices.partnerId, actor.partnerId), eq(invoices.id, invoice.id)],
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
    const values = { holder, iban: maskIban(iban), reference: mandate.reference, scheme, text: await findText(tx, actor, mandate.id) };
    await mailCustomer(tx, invoice, customerEmail, "customerMandateWithdrawn", { ...values, when: clock.now(actor).toISOString() });
  });
  sendMailsSoon(db);
}

/** Returns the text that the payer agreed to last; empty: the mandate is from paper. */
async function findText(tx: Database, { partnerId }: Customer, mandateId: string): Promise<string> {
  const consents = await tx
    .select({ text: mandateConsents.text })
    .from(mandateConsents)
    .where(and(eq(mandateConsents.partnerId, partnerId), eq(mandateConsents.mandateId, mandateId)))
    .orderBy(mandateConsents.givenAt);
  return consents.at(-1)?.text ?? "";
}
