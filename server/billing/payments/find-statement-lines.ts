import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { whereLineIs } from "@/db/line-types";
import { statementEntries } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { payments } from "@/db/schema/payments";
import { refunds } from "@/db/schema/refunds";
import { type Actor, visibleTo } from "@/server/actor";

/** A line of an invoice whose money a bank statement shows. */
export interface StatementLine {
  lineId: string;
  statementId: string;
  /** The payment on the statement. */
  transactionId: string;
}

/**
 * Finds the lines of an invoice that record payments on bank statements: received, taken back by the bank, or refunded. The caller has
 * checked that the actor sees the invoice; payments to accounts of companies that the actor does not see are left out.
 */
export async function findStatementLines(db: Database, actor: Actor, invoiceId: string): Promise<StatementLine[]> {
  const { partnerId } = actor;
  const isChargeback = whereLineIs(sql`${invoiceLines.type}`, "chargeback");
  const transactionId = sql`case when ${invoiceLines.refundId} is not null then ${refunds.bankTransactionId}
    when ${isChargeback} then ${payments.takenBackTransactionId} else ${payments.bankTransactionId} end`;
  return db
    .select({ lineId: invoiceLines.id, statementId: statementEntries.statementId, transactionId: bankTransactions.id })
    .from(invoiceLines)
    .leftJoin(payments, and(eq(payments.partnerId, invoiceLines.partnerId), eq(payments.id, invoiceLines.paymentId)))
    .leftJoin(refunds, and(eq(refunds.partnerId, invoiceLines.partnerId), eq(refunds.id, invoiceLines.refundId)))
    .innerJoin(bankTransactions, and(eq(bankTransactions.partnerId, invoiceLines.partnerId), eq(bankTransactions.id, transactionId)))
    .innerJoin(
      statementEntries,
      and(eq(statementEntries.partnerId, bankTransactions.partnerId), eq(statementEntries.id, bankTransactions.entryId)),
    )
    .where(and(visibleTo(actor, bankTransactions), eq(invoiceLines.partnerId, partnerId), eq(invoiceLines.invoiceId, invoiceId)))
    .orderBy(invoiceLines.position);
}
