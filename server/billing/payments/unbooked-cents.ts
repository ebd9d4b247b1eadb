import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { payments } from "@/db/schema/payments";

/**
 * Returns the part of a payment on a statement that is not booked on an invoice, in cents; for an outgoing payment, the whole amount. For payments
 * that are not in the state `booked`, `countedCents` is the same in SQL.
 */
export async function unbookedCents(tx: Database, { partnerId, id, amountCents }: BankTransaction): Promise<number> {
  const { bookedCents } = only(
    await tx
      .select({ bookedCents: sql`coalesce(sum(${payments.amountCents}), 0)`.mapWith(Number) })
      .from(payments)
      .where(and(eq(payments.partnerId, partnerId), eq(payments.bankTransactionId, id), isNull(payments.undoneBy))),
  );
  return amountCents - bookedCents;
}
