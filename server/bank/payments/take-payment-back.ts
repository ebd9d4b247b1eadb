import { and, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { importSettings } from "@/db/schema/collection-settings";
import { invoices } from "@/db/schema/invoices";
import { type Payment, payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { recordDecision } from "@/server/bank/transaction-states/transaction-state";
import { announce } from "@/server/billing/invoices/announce";
import { customerName } from "@/server/billing/invoices/customer-name";
import { lockAccount } from "@/server/billing/invoices/lock-account";
import { bookChargeback } from "@/server/billing/payments/book-chargeback";
import { withdrawReceipt } from "@/server/billing/payments/withdraw-receipt";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { bankDayOf } from "./book-transaction";
import type { SeenTransaction } from "./decide-transaction";
import { putOffReceipts } from "./held-receipts";
import { lockTransaction } from "./lock-transaction";

/** A payment that an outgoing payment may have taken back. */
export interface ReturnedPayment extends Pick<Payment, "id" | "invoiceId" | "amountCents"> {
  externalInvoiceNumber: string;
  customerName: string;
  valueOn: string;
  /** Whether both payments name the same account. */
  isSameAccount: boolean;
  /** Fee that the customer will owe, in cents. */
  feeCents: number;
}

const MOST_RETURNED = 8;

/** Finds booked payments on statements of exactly this amount: those from the same account first, then the latest. */
export function findReturned(db: Database, actor: Actor, transaction: BankTransaction): Promise<ReturnedPayment[]> {
  const isSameAccount = sql<boolean>`(${bankTransactions.iban} <> '' and ${bankTransactions.iban} = ${transaction.iban})`;
  return db
    .select({
      id: payments.id,
      invoiceId: payments.invoiceId,
      amountCents: payments.amountCents,
      externalInvoiceNumber: invoices.externalInvoiceNumber,
      customerName,
      valueOn: bankTransactions.valueOn,
      isSameAccount,
      feeCents: sql`case when ${invoices.retractedAt} is null then coalesce(${importSettings.chargebackFeeCents}, 0) else 0 end`.mapWith(
        Number,
      ),
    })
    .from(bankTransactions)
    .innerJoin(payments, and(eq(payments.partnerId, bankTransactions.partnerId), eq(payments.bankTransactionId, bankTransactions.id)))
    .innerJoin(invoices, and(eq(invoices.partnerId, payments.partnerId), eq(invoices.id, payments.invoiceId)))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .where(and(visibleTo(actor, bankTransactions), visibleTo(actor, invoices), whereReturnable(transaction)))
    .orderBy(desc(isSameAccount), desc(bankTransactions.bookedOn), desc(bankTransactions.recordedOrder))
    .limit(MOST_RETURNED);
}

/** Condition: a payment of exactly this amount came to the same account, no later than the outgoing one, and is booked as a whole on one invoice. */
function whereReturnable({ bankAccountId, amountCents, bookedOn }: BankTransaction): SQL | undefined {
  return and(
    eq(bankTransactions.bankAccountId, bankAccountId),
    eq(bankTransactions.amountCents, -amountCents),
    lte(bankTransactions.bookedOn, bookedOn),
    // Written out, because the index `bank_transactions_by_amount` has this condition.
    sql`${bankTransactions.state} = 'booked'`,
    eq(payments.amountCents, -amountCents),
    isNull(payments.chargedBackAt),
  );
}

/**
 * Books an outgoing payment as a chargeback: the customer's bank has returned their payment. The customer owes the amount again, with the
 * chargeback fee, from the bank's day on. Throws the errors of `lockTransaction`, `bank_transaction_booked` if this outgoing payment is
 * booked already, and `invalid_payment_id` if `paymentId` is not one that `findReturned` may return.
 */
export function takePaymentBack(
  db: Database,
  actor: Actor,
  { transactionId, seenDecisions }: SeenTransaction,
  paymentId: string,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const transaction = await lockTransaction(tx, actor, transactionId, seenDecisions);
    if (transaction.state === "booked") throw new DomainError("bank_transaction_booked");
    const [payment] = await tx
      .select({ invoiceId: payments.invoiceId })
      .from(payments)
      .innerJoin(
        bankTransactions,
        and(eq(bankTransactions.partnerId, payments.partnerId), eq(bankTransactions.id, payments.bankTransactionId)),
      )
      .where(and(visibleTo(actor, bankTransactions), eq(payments.id, paymentId), whereReturnable(transaction)));
    if (!payment) throw new DomainError("invalid_payment_id");
    const account = await lockAccount(tx, actor, payment.invoiceId);
    const now = clock.now(actor);
    const [taken] = await tx
      .update(payments)
      .set({ chargedBackAt: now, takenBackTransactionId: transaction.id })
      .where(and(eq(payments.partnerId, actor.partnerId), eq(payments.id, paymentId), isNull(payments.chargedBackAt)))
      .returning();
    if (!taken) throw new DomainError("invalid_payment_id");
    await bookChargeback(tx, actor, account, taken, bankDayOf(transaction.valueOn, now));
    await withdrawReceipt(tx, taken);
    await announce(tx, actor, account.invoice, "payment_returned", taken.id);
    await recordDecision(tx, actor, transaction, "booked");
    await recordEvent(tx, actor, "bank_payment_booked", {
      about: `invoice:${payment.invoiceId}`,
      after: { bankPayment: transactionId, amountCents: transaction.amountCents },
    });
    await putOffReceipts(tx, actor);
  });
}
