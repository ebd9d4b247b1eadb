import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Payment, payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { takeDebitsBack } from "@/server/bank/debits/take-debits-back";
import { recordReturned } from "@/server/bank/transaction-states/transaction-state";
import { announce } from "@/server/billing/invoices/announce";
import { type LockedAccount, lockAccount } from "@/server/billing/invoices/lock-account";
import { bookChargeback } from "@/server/billing/payments/book-chargeback";
import { withdrawReceipt } from "@/server/billing/payments/withdraw-receipt";
import { bankDayOf } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import type { SeenTransaction } from "./decide-transaction";
import { findBookings, sumOf } from "./find-returned";
import { putOffReceipts } from "./held-receipts";
import { lockTransaction } from "./lock-transaction";

/**
 * Books an outgoing payment as the return of a transfer, with one chargeback for each of the transfer's bookings on invoices, in the order in
 * which they were booked.
 * - The customers owe the amounts again from the bank's day on, and are told. Receipts that were not sent are withdrawn.
 * - A return has one chargeback fee, on the first invoice that can have one (decision 0172). For a direct debit, there is a fee only if the
 *   reason is the payer's.
 * - Direct debits whose payments are taken back count as returned.
 *
 * `paymentIds`: the bookings as `findReturned` offers them. `chargesCents`: amount that the bank took besides one direct debit, as its charge.
 * Throws what `lockTransaction` throws, and
 * - `bank_transaction_booked` if this outgoing payment is booked already;
 * - `invalid_payment_id` if the payments are not bookings of one transfer that can have come back, or are only a part of a direct debit;
 * - `return_of_other_amount` if bookings and charges do not add up to the outgoing payment.
 */
export function takePaymentBack(
  db: Database,
  actor: Actor,
  { transactionId, seenDecisions }: SeenTransaction,
  paymentIds: readonly string[],
  { chargesCents = 0 } = {},
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const transaction = await lockTransaction(tx, actor, transactionId, seenDecisions);
    if (transaction.state === "booked") throw new DomainError("bank_transaction_booked");
    const bookings = await findBookings(tx, actor, transaction, paymentIds);
    if (!bookings) throw new DomainError("invalid_payment_id");
    if (sumOf(bookings) + chargesCents !== -transaction.amountCents) throw new DomainError("return_of_other_amount");
    if (chargesCents !== 0 && (chargesCents < 0 || !isOneDebit(bookings))) throw new DomainError("return_of_other_amount");
    const accounts = await lockAccounts(
      tx,
      actor,
      bookings.map(({ invoiceId }) => invoiceId),
    );
    const now = clock.now(actor);
    const taken = await tx
      .update(payments)
      .set({ chargedBackAt: now, takenBackTransactionId: transaction.id })
      .where(and(eq(payments.partnerId, actor.partnerId), inArray(payments.id, [...paymentIds]), isNull(payments.chargedBackAt)))
      .returning({ id: payments.id });
    // Another decision was faster: an Undo of the booking, or another return of it.
    if (taken.length !== bookings.length) throw new DomainError("invalid_payment_id");
    const withFee = await takeDebitsBack(tx, actor, transaction, bookings);
    // Before receipts are withdrawn, because `putOffReceipts` locks all receipts of the person in one order.
    await putOffReceipts(tx, actor);
    const on = bankDayOf(transaction.valueOn, now);
    let feeCents = 0;
    for (const booking of bookings) {
      const account = accounts.get(booking.invoiceId);
      if (!account) throw new Error(`Invoice ${booking.invoiceId} is not locked`);
      const isFeeAllowed = booking.debitId === null || withFee.has(booking.debitId);
      feeCents += await bookChargeback(tx, actor, account, booking, on, { hasFee: feeCents === 0 && isFeeAllowed });
      await withdrawReceipt(tx, booking);
      await announce(tx, actor, account.invoice, "payment_returned", booking.id);
      await recordEvent(tx, actor, "bank_payment_booked", {
        about: `invoice:${booking.invoiceId}`,
        after: { bankPayment: transactionId, amountCents: -booking.amountCents, ...(chargesCents > 0 && { chargesCents }) },
      });
    }
    await recordReturned(tx, actor, transaction, chargesCents);
  });
}

function isOneDebit(bookings: readonly Payment[]): boolean {
  const [first] = bookings;
  return first != null && first.debitId !== null && bookings.every(({ debitId }) => debitId === first.debitId);
}

/** Locks the invoices in the order of their ids, as all transactions do, before anything is written. Throws `invalid_invoice_id`. */
async function lockAccounts(tx: Database, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, LockedAccount>> {
  const accounts = new Map<string, LockedAccount>();
  for (const id of [...new Set(invoiceIds)].sort()) accounts.set(id, await lockAccount(tx, actor, id));
  return accounts;
}
