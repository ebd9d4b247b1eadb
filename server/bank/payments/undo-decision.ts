import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, knownPayers } from "@/db/schema/bank-transactions";
import { type Payment, payments } from "@/db/schema/payments";
import { refunds } from "@/db/schema/refunds";
import { type Actor, identityOf } from "@/server/actor";
import { matchAnswersAgain } from "@/server/bank/debits/match-answers-again";
import { recordDecision } from "@/server/bank/transaction-states/transaction-state";
import { announce } from "@/server/billing/invoices/announce";
import { lockAccount } from "@/server/billing/invoices/lock-account";
import { bookChargeback } from "@/server/billing/payments/book-chargeback";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { withdrawReceipt } from "@/server/billing/payments/withdraw-receipt";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import type { SeenTransaction } from "./decide-transaction";
import { putOffReceipts } from "./held-receipts";
import { lockTransaction } from "./lock-transaction";
import { undoGivenBack } from "./recognise-given-back";

/** Outcome of an Undo. */
export interface UndoneDecision {
  /** Number of receipts that were sent, or may have been. Their customers get a correction. */
  toldCustomers: number;
}

/**
 * Undoes the last decision about a payment on a statement, which is then undecided again. If a part was booked and the rest was put off or set
 * aside afterwards, the booking stays; a further Undo undoes the booking.
 * - On each invoice of an undone booking, a line reverses the booking, without a fee.
 * - A receipt that was not sent is withdrawn; customers whose receipt was sent get a correction.
 * - The security log names the undone booking, or the undone decision about what is not booked, with the amount.
 *
 * Throws what `lockTransaction` throws, and
 * - `bank_transaction_settled_by_bank` for events at the bank;
 * - `bank_transaction_taken_back` if a booking was charged back;
 * - `bank_transaction_refund_pending` while a refund is in progress for one of the invoices.
 */
export function undoDecision(db: Database, actor: Actor, { transactionId, seenDecisions }: SeenTransaction): Promise<UndoneDecision> {
  return transact(db, actor, async (tx) => {
    const transaction = await lockTransaction(tx, actor, transactionId, seenDecisions);
    const isLeaving = transaction.amountCents < 0 && transaction.state === "booked";
    // Otherwise, an outgoing payment that is booked is a chargeback or a refund of a customer: that happened at the bank, and stays.
    if (isLeaving && !(await undoGivenBack(tx, transaction))) throw new DomainError("bank_transaction_settled_by_bank");
    const { undoneCents, toldCustomers } = isAside(transaction) ? nothingUndone : await undoPayments(tx, actor, transaction);
    await recordDecision(tx, actor, transaction, "open");
    const about = `company:${transaction.companyId}`;
    if (undoneCents > 0) {
      await recordEvent(tx, actor, "bank_booking_undone", { about, after: { bankPayment: transactionId, amountCents: undoneCents } });
    } else {
      await recordEvent(tx, actor, "bank_payment_decided", {
        about,
        before: { state: transaction.state },
        after: { bankPayment: transactionId, amountCents: await unbookedCents(tx, transaction), state: "open" },
      });
    }
    await putOffReceipts(tx, actor);
    return { toldCustomers };
  });
}

/** Whether the last decision was about the part that is not booked. */
function isAside({ state }: BankTransaction): boolean {
  return state === "later" || state === "to_return" || state === "noted";
}

interface UndonePayments extends UndoneDecision {
  undoneCents: number;
}

const nothingUndone: UndonePayments = { undoneCents: 0, toldCustomers: 0 };

/** Reverses the bookings. Returns their sum, and the number of customers whose receipt may have been sent. */
async function undoPayments(tx: Database, actor: Actor, { partnerId, id, iban }: BankTransaction): Promise<UndonePayments> {
  const found = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.bankTransactionId, id), isNull(payments.undoneBy)))
    .orderBy(asc(payments.invoiceId));
  // The bank has collected direct debits: only what a person booked of the rest is undone.
  const booked = found.filter(({ debitId }) => debitId === null);
  if (booked.length === 0 && found.length > 0) throw new DomainError("bank_transaction_settled_by_bank");
  // A payment that was charged back cannot be undone.
  if (booked.some(({ chargedBackAt }) => chargedBackAt !== null)) throw new DomainError("bank_transaction_taken_back");
  const now = clock.now(actor);
  let toldCustomers = 0;
  for (const payment of booked) {
    if (await hasPendingRefund(tx, payment)) throw new DomainError("bank_transaction_refund_pending");
    const account = await lockAccount(tx, actor, payment.invoiceId);
    await bookChargeback(tx, actor, account, payment, now, { hasFee: false });
    await tx
      .update(payments)
      .set({ chargedBackAt: now, undoneBy: identityOf(actor) })
      .where(and(eq(payments.partnerId, partnerId), eq(payments.id, payment.id)));
    if (await withdrawReceipt(tx, payment)) continue;
    await announce(tx, actor, account.invoice, "booking_undone", payment.id);
    toldCustomers += 1;
  }
  // The payer of an undone booking may have been assumed wrongly, so the account is forgotten.
  const invoiceIds = booked.map(({ invoiceId }) => invoiceId);
  await tx
    .delete(knownPayers)
    .where(and(eq(knownPayers.partnerId, partnerId), eq(knownPayers.iban, iban), inArray(knownPayers.invoiceId, invoiceIds)));
  await matchAnswersAgain(tx, partnerId, invoiceIds);
  return { undoneCents: booked.reduce((sum, { amountCents }) => sum + amountCents, 0), toldCustomers };
}

async function hasPendingRefund(tx: Database, { partnerId, invoiceId }: Payment): Promise<boolean> {
  const { status } = refunds;
  const where = and(eq(refunds.partnerId, partnerId), eq(refunds.invoiceId, invoiceId), eq(status, "pending"));
  return (await tx.select({ status }).from(refunds).where(where)).length > 0;
}
