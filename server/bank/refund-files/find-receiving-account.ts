import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import type { OwedMoney } from "./list-owed";

/** Money to give back, by its invoice or its payment on a statement. */
export type OwedKey = Pick<OwedMoney, "kind" | "id">;

/** Returns the account to which all of this money came, of an invoice its last payment; null if that is not one account. */
export async function receivingAccountOf(db: Database, actor: Actor, owed: readonly OwedKey[]): Promise<string | null> {
  const idsOf = (wanted: OwedKey["kind"]) => owed.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const [direct, booked] = await Promise.all([
    db
      .select({ of: bankTransactions.id, accountId: bankTransactions.bankAccountId })
      .from(bankTransactions)
      .where(and(visibleTo(actor, bankTransactions), inArray(bankTransactions.id, idsOf("transaction")))),
    db
      .select({ of: payments.invoiceId, accountId: bankTransactions.bankAccountId })
      .from(payments)
      .innerJoin(
        bankTransactions,
        and(eq(bankTransactions.partnerId, payments.partnerId), eq(bankTransactions.id, payments.bankTransactionId)),
      )
      .where(and(visibleTo(actor, bankTransactions), inArray(payments.invoiceId, idsOf("invoice")), isNull(payments.undoneBy)))
      .orderBy(desc(payments.createdAt), desc(payments.id)),
  ]);
  const byOwed = new Map<string, string>();
  for (const { of, accountId } of [...direct, ...booked]) if (!byOwed.has(of)) byOwed.set(of, accountId);
  const [accountId = null, ...others] = new Set(byOwed.values());
  return others.length === 0 && byOwed.size === owed.length ? accountId : null;
}
