import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { customerEmailHash, invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { customerKey } from "@/server/domain/rules/customer-key";

/** A customer: everybody with this e-mail address among the partner's invoices, or the customer of one invoice. */
export type CustomerAsked = { email: string } | { invoiceId: string };

/**
 * Returns the ids of all of the partner's invoices for the customer, oldest first: those with the same e-mail address, or one invoice
 * without an address. They may belong to companies that the actor does not see, because a customer's request covers all of their data.
 * Throws `invalid_invoice_id`.
 */
export async function findCustomerInvoices(db: Database, actor: Actor, asked: CustomerAsked): Promise<string[]> {
  const email = "email" in asked ? asked.email.trim() : (await getInvoice(db, actor, asked.invoiceId)).customerEmail;
  const key = customerKey(email, "");
  if (key === "") return "invoiceId" in asked ? [asked.invoiceId] : [];
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.partnerId, actor.partnerId),
        sql`${customerEmailHash(invoices)} = hashtextextended(${key}, 0)`,
        sql`${invoices.customerEmail} <> '' and customer_key(${invoices.customerEmail}, ${invoices.id}) = ${key}`,
      ),
    )
    .orderBy(asc(invoices.id));
  return rows.map(({ id }) => id);
}
