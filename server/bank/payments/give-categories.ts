import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { categoryForAlways } from "@/server/domain/rules/earlier-category";
import { findEarlierCategories } from "./find-earlier-categories";

/**
 * Gives payments that have just become `noted` without a person the category that a person has said for always for their party. No decision:
 * nothing is booked, and the state stays. The caller has locked the payments, which are the actor's partner's.
 */
export async function giveCategories(tx: Database, actor: Actor, noted: readonly BankTransaction[]): Promise<void> {
  for (const companyId of new Set(noted.map((payment) => payment.companyId))) {
    const earlier = (await findEarlierCategories(tx, actor, companyId)).filter(({ categoryAlways }) => categoryAlways);
    if (earlier.length === 0) continue;
    const given = new Map<string, { category: BankTransaction["category"]; categoryText: string | null; ids: string[] }>();
    for (const payment of noted) {
      const found = payment.companyId === companyId && categoryForAlways(payment, earlier);
      if (!found) continue;
      const { category, categoryText } = found;
      const key = `${category} ${categoryText}`;
      const group = given.get(key) ?? { category, categoryText, ids: [] };
      group.ids.push(payment.id);
      given.set(key, group);
    }
    for (const { ids, ...category } of given.values())
      await tx
        .update(bankTransactions)
        .set(category)
        .where(
          and(eq(bankTransactions.partnerId, actor.partnerId), eq(bankTransactions.state, "noted"), inArray(bankTransactions.id, ids)),
        );
  }
}
