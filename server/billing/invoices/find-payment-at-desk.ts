import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions, countedCents } from "@/db/schema/bank-transactions";
import type { Invoice } from "@/db/schema/invoices";
import { probablePayments } from "@/db/schema/probable-payments";

/** An undecided payment on a statement that is probably for the invoice. */
export interface PaymentAtDesk {
  transactionId: string;
  /** Amount on the statement, in cents. */
  amountCents: number;
  /** Part of the amount that is not booked on an invoice, in cents. */
  countedCents: number;
  currency: string;
  /** The bank's value date. */
  valueOn: string;
  /** Time since which the payment has kept the customer from being asked. */
  since: Date;
}

/** Returns the payment that has waited longest; null if there is none. */
export async function findPaymentAtDesk(
  db: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
): Promise<PaymentAtDesk | null> {
  const [found] = await db
    .select({
      transactionId: bankTransactions.id,
      amountCents: bankTransactions.amountCents,
      countedCents,
      currency: bankTransactions.currency,
      valueOn: bankTransactions.valueOn,
      since: probablePayments.createdAt,
    })
    .from(probablePayments)
    .innerJoin(
      bankTransactions,
      and(eq(bankTransactions.partnerId, probablePayments.partnerId), eq(bankTransactions.id, probablePayments.bankTransactionId)),
    )
    .where(and(eq(probablePayments.partnerId, partnerId), eq(probablePayments.invoiceId, invoiceId), isNull(probablePayments.endedAt)))
    .orderBy(asc(probablePayments.createdAt), asc(probablePayments.id))
    .limit(1);
  return found ?? null;
}
