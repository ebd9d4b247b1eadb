import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { recordCategory, recordDecision } from "@/server/bank/transaction-states/transaction-state";
import type { MoneyOutcome } from "@/server/billing/approvals/propose-if-large";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import type { PaymentCategory } from "@/server/domain/rules/statement-list";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { type BookedPart, bookTransaction } from "./book-transaction";
import { putOffReceipts } from "./held-receipts";
import { lockTransaction, requireDecidable } from "./lock-transaction";
import { reopenPossibleReturns } from "./money-back";
import { proposeIfLargeBooking } from "./propose-booking";
import { readCategory } from "./said-category";

/** A payment on a statement, in the state that the deciding person saw. */
export interface SeenTransaction {
  transactionId: string;
  seenDecisions: number;
}

/** States that a person can set without booking. */
export const asideStates = ["later", "to_return", "noted", "open"] as const;
export type AsideState = (typeof asideStates)[number];

/**
 * Books a payment on invoices that a person chose, as a whole or in parts; above the partner's limit, proposes the booking to a second
 * person. Throws what `lockTransaction`, `bookTransaction` and `proposeIfLargeBooking` throw.
 */
export function bookAsSeen(
  db: Database,
  actor: Actor,
  { transactionId, seenDecisions }: SeenTransaction,
  parts: BookedPart[],
): Promise<MoneyOutcome> {
  return transact(db, actor, async (tx) => {
    const transaction = await lockTransaction(tx, actor, transactionId, seenDecisions);
    const isProposed = await proposeIfLargeBooking(tx, actor, transaction, parts);
    if (isProposed) await putOffReceipts(tx, actor);
    else await book(tx, actor, transaction, parts);
    return isProposed ? "proposed" : "done";
  });
}

/**
 * Books what another person has proposed and the actor approves. The caller has locked the transaction. Throws what `requireDecidable` and
 * `bookTransaction` throw.
 */
export async function bookProposed(tx: Database, actor: Actor, transaction: BankTransaction, parts: readonly BookedPart[]): Promise<void> {
  await requireDecidable(tx, transaction);
  await book(tx, actor, transaction, parts);
}

async function book(tx: Database, actor: Actor, transaction: BankTransaction, parts: readonly BookedPart[]): Promise<void> {
  await bookTransaction(tx, actor, transaction, parts);
  await reopenPossibleReturns(tx, actor, [transaction]);
  await recordEvent(tx, actor, "bank_payment_booked", {
    about: `company:${transaction.companyId}`,
    after: {
      bankPayment: transaction.id,
      amountCents: parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
      invoices: parts.map(({ invoiceId }) => invoiceId),
    },
  });
  await putOffReceipts(tx, actor);
}

/**
 * Sets a state without booking. `noted` may come with a category, and the category `other` with a text: state and category are one decision.
 * Throws what `lockTransaction` and `readCategory` throw, and
 * - `bank_transaction_booked` if the whole payment is booked;
 * - `bank_transaction_left` if the state is `to_return` for an outgoing payment;
 * - `bank_transaction_not_noted` if another state than `noted` comes with a category.
 */
export function setAside(
  db: Database,
  actor: Actor,
  { transactionId, seenDecisions }: SeenTransaction,
  state: AsideState,
  { category = null, text = null }: { category?: PaymentCategory | null; text?: string | null } = {},
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const transaction = await lockTransaction(tx, actor, transactionId, seenDecisions);
    const leftCents = await requireLeft(tx, transaction);
    if (state === "to_return" && transaction.amountCents < 0) throw new DomainError("bank_transaction_left");
    if (category && state !== "noted") throw new DomainError("bank_transaction_not_noted");
    if (category) await recordCategory(tx, actor, transaction, readCategory({ category, text }));
    else await recordDecision(tx, actor, transaction, state);
    await recordEvent(tx, actor, "bank_payment_decided", {
      about: `company:${transaction.companyId}`,
      before: { state: transaction.state },
      after: { bankPayment: transactionId, amountCents: leftCents, state, ...(category && { category }) },
    });
    await putOffReceipts(tx, actor);
  });
}

/** Returns what is not booked, in cents. Throws `bank_transaction_booked` if nothing is left. */
async function requireLeft(tx: Database, transaction: BankTransaction): Promise<number> {
  const leftCents = await unbookedCents(tx, transaction);
  if (transaction.state === "booked" || leftCents === 0) throw new DomainError("bank_transaction_booked");
  return leftCents;
}
