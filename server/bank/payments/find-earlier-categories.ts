import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import type { Categorized } from "@/server/domain/rules/earlier-category";

/** Maximum number of payments that are compared. */
const MOST = 500;

/** Finds a company's payments with a category: those for always first, then the latest. The caller has checked that the actor sees it. */
export async function findEarlierCategories(
  db: Database,
  { partnerId }: Pick<Actor, "partnerId">,
  companyId: string,
): Promise<Categorized[]> {
  const { amountCents, name, iban, text, category, categoryText, categoryAlways, bookedOn } = bankTransactions;
  const found = await db
    .select({ amountCents, name, iban, text, category, categoryText, categoryAlways })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.companyId, companyId), isNotNull(category)))
    .orderBy(desc(categoryAlways), desc(bookedOn))
    .limit(MOST);
  return found.flatMap((each) => (each.category ? [{ ...each, category: each.category }] : []));
}
