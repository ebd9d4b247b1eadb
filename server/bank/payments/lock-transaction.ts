import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { type Actor, visibleTo } from "@/server/actor";
import { isOfDebit } from "@/server/bank/debits/is-of-debit";
import { isBeingSentBack, isReturnedRefund } from "@/server/bank/refund-files/is-being-sent-back";
import { findProposedBooking } from "@/server/billing/approvals/find-proposed-booking";
import { DomainError } from "@/server/errors";
import { isBookedOnInvoices } from "./is-booked-on-invoices";

/** Returns a payment on a statement. Throws `invalid_bank_transaction_id`, also if its statement was withdrawn. */
export async function getTransaction(db: Database, actor: Actor, id: string): Promise<BankTransaction> {
  const [transaction] = await db.select().from(bankTransactions).where(whereTransaction(actor, id));
  if (!transaction || transaction.state === "withdrawn") throw new DomainError("invalid_bank_transaction_id");
  return transaction;
}

/**
 * Locks a payment on a statement until the database transaction ends. `seenDecisions`: number of decisions that the person saw; another number
 * is refused, so that only one of two simultaneous decisions succeeds. Throws what `lockProposedTransaction` and `requireDecidable` throw, and
 * - `changed_meanwhile` if somebody else has decided since;
 * - `bank_transaction_proposed` while a proposed booking of the payment waits for a second person.
 */
export async function lockTransaction(tx: Database, actor: Actor, id: string, seenDecisions: number): Promise<BankTransaction> {
  const transaction = await lockProposedTransaction(tx, actor, id);
  if (transaction.state !== "waiting" && transaction.decisions !== seenDecisions) throw new DomainError("changed_meanwhile");
  await requireDecidable(tx, transaction);
  if (await findProposedBooking(tx, actor.partnerId, id)) throw new DomainError("bank_transaction_proposed");
  return transaction;
}

/** Locks a payment whose booking is proposed, in any state. Throws `invalid_bank_transaction_id` and `bank_statement_withdrawn`. */
export async function lockProposedTransaction(tx: Database, actor: Actor, id: string): Promise<BankTransaction> {
  const [transaction] = await tx.select().from(bankTransactions).where(whereTransaction(actor, id)).for("update");
  if (!transaction) throw new DomainError("invalid_bank_transaction_id");
  if (transaction.state === "withdrawn") throw new DomainError("bank_statement_withdrawn");
  return transaction;
}

/** Throws the code that `findRefusal` returns. */
export async function requireDecidable(tx: Database, transaction: BankTransaction): Promise<void> {
  const refusal = await findRefusal(tx, transaction);
  if (refusal) throw new DomainError(refusal);
}

export type TransactionRefusal =
  | "bank_statement_waits"
  | "changed_meanwhile"
  | "bank_transaction_given_back"
  | "bank_transaction_in_payout"
  | "bank_transaction_settled_by_bank";

/**
 * Returns the code with which every decision about the payment, also an Undo, is refused; null if decisions are possible.
 * - `bank_statement_waits`: the statement is not accepted yet.
 * - `changed_meanwhile`: the payment is being matched.
 * - `bank_transaction_in_payout`: a refund file sends the payment back.
 * - `bank_transaction_given_back`: the payment was sent back.
 * - `bank_transaction_settled_by_bank`: the payment is a refund that came back, or all of it collected direct debits or took one back. If only
 *   a part of it collected debits, a person decides about the rest, and may undo that even once all of the rest is booked on invoices.
 */
export async function findRefusal(db: Database, transaction: BankTransaction): Promise<TransactionRefusal | null> {
  if (transaction.state === "waiting") return "bank_statement_waits";
  if (transaction.state === "new") return "changed_meanwhile";
  if (transaction.state === "returned") return "bank_transaction_given_back";
  if (await isBeingSentBack(db, transaction)) return "bank_transaction_in_payout";
  const isSettled = transaction.state === "booked" && (await isOfDebit(db, transaction)) && !(await isBookedOnInvoices(db, transaction));
  if (isSettled || (await isReturnedRefund(db, transaction))) return "bank_transaction_settled_by_bank";
  return null;
}

function whereTransaction(actor: Actor, id: string) {
  return and(visibleTo(actor, bankTransactions), eq(bankTransactions.id, id));
}
