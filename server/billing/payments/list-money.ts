import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { debits } from "@/db/schema/debits";
import { type Payment, payments } from "@/db/schema/payments";
import { type Refund, refunds } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import { getInvoiceLines } from "@/server/billing/invoices/find-invoice";
import { findStatementLines, type StatementLine } from "./find-statement-lines";

/** A payment, as staff see it. */
export interface ListedPayment
  extends Pick<Payment, "id" | "method" | "status" | "amountCents" | "reason" | "chargedBackAt" | "surplusCents" | "bankTransactionId"> {
  /** Time at which the money arrived, or the direct debit failed or was taken out; of any other payment that was not paid, when it began. */
  at: Date;
  /** Day for which a direct debit was planned that was taken out; null: any other payment. */
  plannedFor: string | null;
  /**
   * The bank's reason for which a direct debit was not collected, or a payment was charged back: an ISO 20022 code, and the bank's own text.
   * Null if no reason is stated.
   */
  debitReason: { code: string | null; text: string | null } | null;
  /** Whether a person has stated that the bank did not collect the direct debit. */
  isEndedByPerson: boolean;
  /** Whether the booking was undone as a mistake, rather than charged back. */
  isUndone: boolean;
  /** Amount that the provider can still refund, in cents. */
  refundableCents: number;
}

export interface ListedRefund extends Pick<Refund, "id" | "paymentId" | "status" | "amountCents" | "reason" | "createdAt"> {
  /** Time at which it was paid or refused; while it is in progress, when it began. */
  at: Date;
}

/** An invoice's payments and refunds, and the amount owed to its customer. */
export interface InvoiceMoney {
  payments: ListedPayment[];
  refunds: ListedRefund[];
  /** Lines whose money a bank statement shows. */
  statementLines: StatementLine[];
  /** In cents, after deducting refunds in progress. */
  owedCents: number;
}

/** Lists an invoice's payments and refunds, oldest first. Throws `invalid_invoice_id`. */
export async function listMoney(db: Database, actor: Actor, invoiceId: string): Promise<InvoiceMoney> {
  const { partnerId } = actor;
  const [{ amountTotalCents }, attempts, allRefunds, statementLines] = await Promise.all([
    getInvoiceLines(db, actor, invoiceId),
    db
      .select({
        payment: payments,
        code: sql<string | null>`coalesce(${debits.reasonCode}, nullif(${bankTransactions.returnReason}, ''))`,
        text: debits.reasonText,
        endedBy: debits.endedBy,
        collectOn: debits.collectOn,
      })
      .from(payments)
      .leftJoin(debits, and(eq(debits.partnerId, payments.partnerId), eq(debits.id, payments.debitId)))
      .leftJoin(
        bankTransactions,
        and(eq(bankTransactions.partnerId, payments.partnerId), eq(bankTransactions.id, payments.takenBackTransactionId)),
      )
      // A scheduled payment has not been attempted yet.
      .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, invoiceId), ne(payments.status, "scheduled")))
      .orderBy(asc(payments.createdAt), asc(payments.id)),
    db
      .select()
      .from(refunds)
      .where(and(eq(refunds.partnerId, partnerId), eq(refunds.invoiceId, invoiceId)))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    findStatementLines(db, actor, invoiceId),
  ]);
  const reservedCents = sumOf(allRefunds.filter(({ status }) => status === "pending"));
  return {
    payments: attempts.map((attempt) => asListedPayment(attempt, allRefunds)),
    refunds: allRefunds.map(({ id, paymentId, status, amountCents, reason, createdAt, endedAt }) => ({
      id,
      paymentId,
      status,
      amountCents,
      reason,
      createdAt,
      at: endedAt ?? createdAt,
    })),
    statementLines,
    owedCents: Math.max(0 - amountTotalCents - reservedCents, 0),
  };
}

interface Attempt {
  payment: Payment;
  code: string | null;
  text: string | null;
  endedBy: string | null;
  collectOn: string | null;
}

function asListedPayment({ payment, code, text, endedBy, collectOn }: Attempt, allRefunds: Refund[]): ListedPayment {
  const { id, method, status, amountCents, reason, createdAt, endedAt, chargedBackAt, surplusCents, bankTransactionId } = payment;
  const isFailedDebit = status === "failed" && payment.debitId !== null;
  const isTakenOut = status === "cancelled" && payment.debitId !== null;
  const isBackOrFailed = isFailedDebit || (chargedBackAt !== null && payment.undoneBy === null);
  const givenBack = allRefunds.filter((refund) => refund.paymentId === id && refund.status !== "failed");
  const isRefundable = status === "paid" && payment.providerReference !== null && chargedBackAt === null;
  return {
    id,
    method,
    status,
    amountCents,
    reason,
    chargedBackAt,
    surplusCents,
    bankTransactionId,
    plannedFor: isTakenOut ? collectOn : null,
    at: (status === "paid" || isFailedDebit || isTakenOut) && endedAt ? endedAt : createdAt,
    debitReason: isBackOrFailed && (code || text) ? { code, text } : null,
    isEndedByPerson: isFailedDebit && endedBy !== null,
    isUndone: payment.undoneBy !== null,
    refundableCents: isRefundable ? amountCents - sumOf(givenBack) : 0,
  };
}

function sumOf(amounts: { amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
