import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";

/** Maximum count. More are as little help. */
const MOST_SAME_AMOUNT = 100;

/**
 * Counts the open invoices of a payment's company with exactly this outstanding amount in its currency, at most `MOST_SAME_AMOUNT`. `cents`: what
 * is left of the payment, above 0.
 */
export async function countSameAmount(
  db: Database,
  actor: Actor,
  { companyId, currency }: Pick<BankTransaction, "companyId" | "currency">,
  cents: number,
): Promise<number> {
  const { amountTotalCents, retractedAt } = invoices;
  const found = await db
    .select({ one: sql`1` })
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
    .limit(MOST_SAME_AMOUNT);
  return found.length;
}
