import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { payoutItems } from "@/db/schema/payouts";

/** Whether an incoming payment is in a refund file, or was sent back by one. */
export async function isBeingSentBack(tx: Database, { partnerId, id }: Pick<BankTransaction, "partnerId" | "id">): Promise<boolean> {
  const { bankTransactionId, status } = payoutItems;
  const where = and(eq(payoutItems.partnerId, partnerId), eq(bankTransactionId, id), inArray(status, ["ordered", "paid"]));
  return (await tx.select({ status }).from(payoutItems).where(where)).length > 0;
}

/** Whether a payment is a refund of the company's own that came back. */
export async function isReturnedRefund(tx: Database, { partnerId, id }: Pick<BankTransaction, "partnerId" | "id">): Promise<boolean> {
  const where = and(eq(payoutItems.partnerId, partnerId), eq(payoutItems.returnedTransactionId, id));
  return (await tx.select({ id: payoutItems.id }).from(payoutItems).where(where)).length > 0;
}
