import type { Database } from "@/db/client";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import type { Locale } from "@/server/domain/formats/locales";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { transact } from "@/server/platform/transact";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import type { Customer } from "./find-customer";

/**
 * Changes the language of the customer's page and of all later messages. Throws `invalid_invoice_id`, and `too_many_attempts` after five in
 * 15 minutes.
 */
export async function chooseLanguage(db: Database, actor: Customer, locale: Locale): Promise<void> {
  await takeAttempt(db, "contact_correction", { account: actor.invoiceId, address: UNKNOWN_ADDRESS });
  await transact(db, actor, async (tx) => {
    const { externalInvoiceNumber } = await lockInvoice(tx, actor, actor.invoiceId);
    await updateInvoice(tx, actor, actor.invoiceId, { externalInvoiceNumber, locale });
  });
}
