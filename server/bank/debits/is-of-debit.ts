import { and, eq, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { debits } from "@/db/schema/debits";

/** Whether a payment on a statement collected direct debits, or took a booked one back. */
export async function isOfDebit(db: Database, { partnerId, id }: Pick<BankTransaction, "partnerId" | "id">): Promise<boolean> {
  const isReturned = and(eq(debits.status, "returned"), eq(debits.returnedTransactionId, id));
  const found = await db
    .select({ id: debits.id })
    .from(debits)
    .where(and(eq(debits.partnerId, partnerId), or(eq(debits.bookedTransactionId, id), isReturned)))
    .limit(1);
  return found.length > 0;
}
