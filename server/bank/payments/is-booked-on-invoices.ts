import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { payments } from "@/db/schema/payments";

/** Whether a part of the payment is booked on invoices without a debit, as a person does. The payment's debits may collect the same invoices. */
export async function isBookedOnInvoices(db: Database, { partnerId, id }: BankTransaction): Promise<boolean> {
  const whereOrdinary = and(isNull(payments.debitId), isNull(payments.undoneBy));
  const found = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.bankTransactionId, id), whereOrdinary))
    .limit(1);
  return found.length > 0;
}
