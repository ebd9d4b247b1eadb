import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { customerName } from "@/server/billing/invoices/customer-name";
import { searchTerms } from "@/server/billing/invoices/search-terms";
import { companiesOf } from "./companies-of-account";
import { getTransaction } from "./lock-transaction";
import { tellApart } from "./namesakes";
import type { OfferedInvoice } from "./offered-invoice";

/** Maximum number of invoices that a search finds. */
const MOST_FOUND = 12;

/**
 * Searches for invoices on which the payment may be booked: invoices of the companies that have the payment's account, unpaid invoices first.
 * Throws `invalid_bank_transaction_id`.
 */
export async function searchInvoicesToBook(db: Database, actor: Actor, transactionId: string, search: string): Promise<OfferedInvoice[]> {
  const transaction = await getTransaction(db, actor, transactionId);
  const { id, externalInvoiceNumber, invoiceNumber, amountTotalCents } = invoices;
  const found = await db
    .select({
      id,
      externalInvoiceNumber,
      invoiceNumber,
      outstandingCents: amountTotalCents,
      currency: companies.currency,
      customerName,
      importTitle: imports.title,
      address: {
        street: sql<string>`coalesce(${invoices.customerAddress1}, '')`,
        houseNumber: sql<string>`coalesce(${invoices.customerHouseNumber}, '')`,
        zipcode: sql<string>`coalesce(${invoices.customerZipcode}, '')`,
        city: sql<string>`coalesce(${invoices.customerCity}, '')`,
      },
      memberNumber: sql<string>`coalesce(nullif(${invoices.clubMembershipNumber}, ''), nullif(${invoices.externalMembershipNumber}, ''),
        nullif(${invoices.federationMembershipNumber}, ''), '')`,
    })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .where(
      and(
        visibleTo(actor, invoices),
        isNotNull(imports.transmittedAt),
        sql`${invoices.companyId} in (${companiesOf(actor, transaction)})`,
        ...searchTerms(search, actor.partnerId),
      ),
    )
    .orderBy(desc(sql`${amountTotalCents} > 0`), desc(invoiceNumber))
    .limit(MOST_FOUND);
  const apart = tellApart(found);
  return found.map(({ address, memberNumber, ...each }) => ({
    ...each,
    invoiceNumber: each.invoiceNumber ?? 0,
    apart: apart.get(each.id) ?? "",
  }));
}
