import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { customerName } from "@/server/billing/invoices/customer-name";

/** An open invoice with exactly the amount of a payment, which may be chance. */
export interface SameAmount {
  id: string;
  externalInvoiceNumber: string;
  customerName: string;
}

/** Maximum number of invoices. More are as little help. */
const MOST_SAME_AMOUNT = 100;

/**
 * Finds the open invoices of a payment's company with exactly this outstanding amount in its currency, at most `MOST_SAME_AMOUNT`, in the order
 * of their numbers. `cents`: what is left of the payment, above 0.
 */
export function findSameAmount(
  db: Database,
  actor: Actor,
  { companyId, currency }: Pick<BankTransaction, "companyId" | "currency">,
  cents: number,
): Promise<SameAmount[]> {
  const { id, externalInvoiceNumber, invoiceNumber, amountTotalCents, retractedAt } = invoices;
  return db
    .select({ id, externalInvoiceNumber, customerName })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .where(
      and(
        visibleTo(actor, invoices),
        eq(invoices.companyId, companyId),
        sql`${companies.currency}::text = ${currency}`,
        eq(amountTotalCents, cents),
        // Written out, because the index `invoices_owing_by_amount` has this condition.
        sql`${amountTotalCents} > 0`,
        isNull(retractedAt),
      ),
    )
    .orderBy(asc(invoiceNumber))
    .limit(MOST_SAME_AMOUNT);
}
