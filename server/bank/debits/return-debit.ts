import { and, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { recordDecision } from "@/server/bank/transaction-states/transaction-state";
import { announce } from "@/server/billing/invoices/announce";
import { lockAccount } from "@/server/billing/invoices/lock-account";
import { bookChargeback } from "@/server/billing/payments/book-chargeback";
import { withdrawReceipt } from "@/server/billing/payments/withdraw-receipt";
import { bankDayOf } from "@/server/domain/formats/calendar";
import type { DebitReason } from "@/server/domain/rules/debit-reasons";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import type { LockedDebit } from "./lock-debits";
import { endMandates, isOfFormerAccount } from "./record-mandate-use";

/**
 * Books an outgoing payment on a statement as the return of a booked debit: one chargeback of each part, in the order in which they were
 * planned. The return has one fee, on the first invoice that can have one, if its reason allows a fee, and is not about an account that the
 * payer no longer has. Customers are told; receipts that
 * were not sent are withdrawn. The mandate ends if the reason says so. The caller has locked the payment and, with its invoices, the debit.
 */
export async function returnDebit(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  { debit, parts }: LockedDebit,
  reason: DebitReason,
): Promise<void> {
  const { partnerId } = actor;
  const now = clock.now(actor);
  const on = bankDayOf(transaction.valueOn, now);
  const ids = parts.map(({ id }) => id);
  await tx
    .update(payments)
    .set({ chargedBackAt: now, takenBackTransactionId: transaction.id })
    .where(and(eq(payments.partnerId, partnerId), isOneOf(payments.id, ids)));
  const isFeeAllowed = reason.isFeeAllowed && !(await isOfFormerAccount(tx, actor, debit, transaction.returnReason));
  let feeCents = 0;
  for (const part of parts) {
    const account = await lockAccount(tx, actor, part.invoiceId);
    feeCents += await bookChargeback(tx, actor, account, part, on, { hasFee: isFeeAllowed && feeCents === 0 });
    await withdrawReceipt(tx, part);
    await announce(tx, actor, account.invoice, "payment_returned", part.id);
    await recordEvent(tx, actor, "bank_payment_booked", {
      about: `invoice:${part.invoiceId}`,
      after: { bankPayment: transaction.id, amountCents: -part.amountCents },
    });
  }
  await recordReturn(tx, actor, debit, transaction);
  if (reason.endsMandate) await endMandates(tx, actor, [{ ...debit, code: transaction.returnReason }]);
  await recordDecision(tx, actor, transaction, "booked");
}

/** Records that a booked debit went back by this payment on a statement. Its parts are charged back in the same transaction. */
export async function recordReturn(
  tx: Database,
  { partnerId }: Actor,
  { id }: LockedDebit["debit"],
  { id: returnedTransactionId, returnReason }: BankTransaction,
): Promise<void> {
  await tx
    .update(debits)
    .set({ status: "returned", returnedTransactionId, ...(returnReason !== "" && { reasonCode: returnReason, reasonText: null }) })
    .where(and(eq(debits.partnerId, partnerId), eq(debits.id, id)));
}
