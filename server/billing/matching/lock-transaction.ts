import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { type Actor, visibleTo } from "@/server/actor";
import { isBeingSentBack } from "@/server/billing/payouts/is-being-sent-back";
import { DomainError } from "@/server/errors";

/** Throws `invalid_bank_transaction_id`. */
export async function getTransaction(db: Database, actor: Actor, id: string): Promise<BankTransaction> {
  const [transaction] = await db.select().from(bankTransactions).where(whereTransaction(actor, id));
  if (!transaction) throw new DomainError("invalid_bank_transaction_id");
  return transaction;
}

/**
 * Locks a payment on a statement until the database transaction ends. `seenDecisions` is how often something had been decided of it when the person looked: of two who
 * decide at once, one does. Throws `invalid_bank_transaction_id`, `bank_statement_waits` until its statement is accepted, `changed_meanwhile`,
 * `bank_transaction_in_payout` while it is being sent back, and `bank_transaction_given_back` once it has been.
 */
export async function lockTransaction(tx: Database, actor: Actor, id: string, seenDecisions: number): Promise<BankTransaction> {
  const [transaction] = await tx.select().from(bankTransactions).where(whereTransaction(actor, id)).for("update");
  if (!transaction) throw new DomainError("invalid_bank_transaction_id");
  if (transaction.state === "waiting") throw new DomainError("bank_statement_waits");
  if (transaction.decisions !== seenDecisions || transaction.state === "new") throw new DomainError("changed_meanwhile");
  if (transaction.state === "returned") throw new DomainError("bank_transaction_given_back");
  if (await isBeingSentBack(tx, transaction)) throw new DomainError("bank_transaction_in_payout");
  return transaction;
}

function whereTransaction(actor: Actor, id: string) {
  return and(visibleTo(actor, bankTransactions), eq(bankTransactions.id, id));
}
