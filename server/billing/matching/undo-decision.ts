import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, knownPayers } from "@/db/schema/bank-transactions";
import { type Payment, payments } from "@/db/schema/payments";
import { refunds } from "@/db/schema/refunds";
import { type Actor, nameOf } from "@/server/actor";
import { announce } from "@/server/billing/invoices/announce";
import { lockAccount } from "@/server/billing/invoices/lock-account";
import { bookChargeback } from "@/server/billing/payments/book-chargeback";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import { decide } from "./book-transaction";
import type { SeenTransaction } from "./decide-transaction";
import { putOffReceipts, withdrawReceipt } from "./held-receipts";
import { lockTransaction } from "./lock-transaction";

/** Outcome of an Undo. */
export interface UndoneDecision {
  /** How many receipts had left, or may have: those customers are told that they were wrong. */
  toldCustomers: number;
}

/**
 * Takes back what was decided of a payment on a statement, which is then to be decided again. What it had been booked on gets a line that takes it off, without a fee; a receipt that has not
 * left is withdrawn, and customers whose receipt has are told that it was wrong. Throws what `lockTransaction` throws, `bank_transaction_settled_by_bank` for what happened at the bank, `bank_transaction_taken_back`, and
 * `bank_transaction_refund_pending` while money is on its way back to a customer because of it.
 */
export function undoDecision(db: Database, actor: Actor, { transactionId, seenDecisions }: SeenTransaction): Promise<UndoneDecision> {
  return transact(db, actor, async (tx) => {
    const transaction = await lockTransaction(tx, actor, transactionId, seenDecisions);
    // It took a payment back, or was one of the company's own: both happened at the bank.
    if (transaction.amountCents < 0 && transaction.state === "booked") throw new DomainError("bank_transaction_settled_by_bank");
    const toldCustomers = await undoPayments(tx, actor, transaction);
    await decide(tx, actor, transaction, "open");
    await recordEvent(tx, actor, "bank_booking_undone", {
      about: `company:${transaction.companyId}`,
      after: { bankPayment: transactionId, amountCents: transaction.amountCents },
    });
    await putOffReceipts(tx, actor);
    return { toldCustomers };
  });
}

/** Returns how many customers had been told. */
async function undoPayments(tx: Database, actor: Actor, { partnerId, id, iban }: BankTransaction): Promise<number> {
  const booked = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.bankTransactionId, id), isNull(payments.undoneBy)))
    .orderBy(asc(payments.invoiceId));
  // One that the customer's bank has taken back meanwhile came and went.
  if (booked.some(({ chargedBackAt }) => chargedBackAt !== null)) throw new DomainError("bank_transaction_taken_back");
  const now = clock.now(actor);
  let toldCustomers = 0;
  for (const payment of booked) {
    if (await hasPendingRefund(tx, payment)) throw new DomainError("bank_transaction_refund_pending");
    const account = await lockAccount(tx, actor, payment.invoiceId);
    await bookChargeback(tx, actor, account, payment, now, { isMistake: true });
    await tx
      .update(payments)
      .set({ chargedBackAt: now, undoneBy: nameOf(actor) })
      .where(and(eq(payments.partnerId, partnerId), eq(payments.id, payment.id)));
    if (await withdrawReceipt(tx, payment)) continue;
    await announce(tx, actor, account.invoice, "booking_undone", payment.id);
    toldCustomers += 1;
  }
  // Who was mistaken for the payer is not offered again for it.
  const invoiceIds = booked.map(({ invoiceId }) => invoiceId);
  await tx
    .delete(knownPayers)
    .where(and(eq(knownPayers.partnerId, partnerId), eq(knownPayers.iban, iban), inArray(knownPayers.invoiceId, invoiceIds)));
  return toldCustomers;
}

async function hasPendingRefund(tx: Database, { partnerId, invoiceId }: Payment): Promise<boolean> {
  const { status } = refunds;
  const where = and(eq(refunds.partnerId, partnerId), eq(refunds.invoiceId, invoiceId), eq(status, "pending"));
  return (await tx.select({ status }).from(refunds).where(where)).length > 0;
}
