import { and, countDistinct, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";

/** Returns the number of direct debits that each of these payments on statements collected; none: absent. By the payment's id. */
export async function countCollectedDebits(
  db: Database,
  { partnerId }: Pick<Actor, "partnerId">,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { bankTransactionId, debitId, undoneBy } = payments;
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: bankTransactionId, count: countDistinct(debitId) })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), inArray(bankTransactionId, [...ids]), isNotNull(debitId), isNull(undoneBy)))
    .groupBy(bankTransactionId);
  return new Map(rows.map(({ id, count }) => [id ?? "", count]));
}
