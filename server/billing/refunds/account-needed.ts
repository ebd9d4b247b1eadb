import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";

/**
 * Condition on a row of `invoices`: money owed to the customer has no known way back. The customer has given no account, no payment came
 * from one on a statement, and no provider can return a payment.
 */
export const whereAccountNeeded: SQL<boolean> = sql<boolean>`(coalesce(${invoices.directDebitIban}, '') = '' and not exists (
  select from payments paid left join bank_transactions t on t.partner_id = paid.partner_id and t.id = paid.bank_transaction_id
  where paid.partner_id = ${invoices.partnerId} and paid.invoice_id = ${invoices.id} and paid.status = 'paid' and paid.charged_back_at is null
    and (paid.provider_reference is not null or t.iban <> '')))`;
