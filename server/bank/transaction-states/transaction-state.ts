import { and, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type BankTransaction, type BankTransactionState, bankTransactions } from "@/db/schema/bank-transactions";
import { proposals } from "@/db/schema/proposals";
import { type Actor, identityOf } from "@/server/actor";
import { clock } from "@/server/platform/clock";

/**
 * For each state of a payment on a bank statement, the states that it may follow. No other module writes a state.
 * - `new`: the payment is not matched yet. An open payment becomes new again, to be matched once more, if something explains it before anybody
 *   has decided about it (`matchAgain`), such as a bank's report about direct debits.
 * - `waiting`: its statement waits to be accepted.
 * - `withdrawn`: its statement was withdrawn.
 * - The others are the tabs of the desk (`transactionTabs`).
 */
const predecessors: Record<BankTransactionState, readonly BankTransactionState[]> = {
  new: ["waiting", "open"],
  waiting: ["new"],
  open: ["new", "open", "later", "to_return", "noted", "booked"],
  later: ["open", "later", "to_return", "noted"],
  to_return: ["open", "later", "to_return", "noted", "returned"],
  noted: ["new", "open", "later", "to_return", "noted"],
  booked: ["new", "open", "later", "to_return", "noted"],
  returned: ["to_return"],
  withdrawn: ["new", "waiting", "open", "later", "to_return", "noted"],
};

type DecidedState = Exclude<BankTransactionState, "new" | "waiting" | "withdrawn">;

interface OneTransaction {
  partnerId: string;
  id: string;
}

/**
 * Records a decision about a payment, with its author and time. The caller has locked the payment, has checked that this state may follow, and
 * records the event in the security log. Throws an `Error` if this state may not follow.
 */
export function recordDecision(tx: Database, actor: Actor, transaction: OneTransaction, state: DecidedState): Promise<void> {
  return change(tx, [transaction], state, decisionOf(actor));
}

/**
 * Records what a `noted` payment was for, as a decision. If the payment gets another state, the trigger `bank_transactions_category_ends`
 * removes the category. "Always" ends with a changed category by the trigger `bank_transactions_category_no_longer_always`, unless the same
 * update newly sets it: to say it of another category at once, it is ended before.
 */
export async function recordCategory(
  tx: Database,
  actor: Actor,
  transaction: OneTransaction,
  category: Pick<BankTransaction, "category" | "categoryText" | "categoryAlways">,
): Promise<void> {
  if (category.categoryAlways) {
    const { partnerId, id, categoryAlways } = bankTransactions;
    const whereAlways = and(eq(partnerId, transaction.partnerId), eq(id, transaction.id), categoryAlways);
    await tx.update(bankTransactions).set({ categoryAlways: false }).where(whereAlways);
  }
  await change(tx, [transaction], "noted", { ...decisionOf(actor), ...category });
}

/** Records that an outgoing payment took payments back. `chargesCents`: the part that a person has recognised as the bank's charge, in cents. */
export function recordReturned(tx: Database, actor: Actor, transaction: OneTransaction, chargesCents: number): Promise<void> {
  return change(tx, [transaction], "booked", { ...decisionOf(actor), chargesCents });
}

/** Records that the service itself has booked one partner's new payments, and marks them for `logBookings`, which writes the security log. */
export function recordOwnBookings(tx: Database, actor: Actor, transactions: readonly OneTransaction[]): Promise<void> {
  return change(tx, transactions, "booked", { ...decisionOf(actor), isUnlogged: true });
}

/** Sets the state of one partner's payments after matching, if nothing was decided about them. */
export function recordMatches(tx: Database, transactions: readonly OneTransaction[], state: "open" | "noted"): Promise<void> {
  return change(tx, transactions, state);
}

/** Opens one partner's payments for a person's decision, after their possible invoices were ranked. */
export function recordRanked(tx: Database, transactions: readonly OneTransaction[]): Promise<void> {
  return change(tx, transactions, "open", { rankedAt: sql`now()` });
}

/**
 * Records that a payment which was not the company's was sent back, or must be sent back again. `givenBackBy`: the outgoing payment that sent
 * it back without a refund file.
 */
export function recordReturn(
  tx: Database,
  transaction: OneTransaction,
  state: "returned" | "to_return",
  givenBackBy: string | null = null,
): Promise<void> {
  return change(tx, [transaction], state, { givenBackBy });
}

/** Holds back unmatched payments, because their statement waits. */
export async function holdBack(tx: Database, wherePayments: SQL | undefined): Promise<void> {
  await changeAll(tx, wherePayments, "waiting");
}

/** Releases payments that were held back, so that they are matched. */
export async function releaseForMatching(tx: Database, wherePayments: SQL | undefined): Promise<void> {
  await changeAll(tx, and(wherePayments, eq(bankTransactions.state, "waiting")), "new");
}

/**
 * Lets open payments be matched again if nobody has decided about them, and no booking of them waits for a second person. Skips payments about
 * which somebody decides at this moment: the caller has locked invoices, and must not wait for a payment.
 */
export async function matchAgain(tx: Database, wherePayments: SQL | undefined): Promise<void> {
  const { partnerId, id, state, decisions } = bankTransactions;
  const isProposed = sql`exists (select from ${proposals} where ${proposals.partnerId} = ${partnerId} and ${proposals.bankTransactionId} = ${id}
    and ${proposals.decidedAt} is null)`;
  const free = await tx
    .select({ partnerId, id })
    .from(bankTransactions)
    .where(and(wherePayments, eq(state, "open"), eq(decisions, 0), not(isProposed)))
    .for("update", { skipLocked: true });
  await change(tx, free, "new");
}

/** Records that the payments' statement was withdrawn. The caller has locked the payments, and has checked that nothing of them is booked. */
export async function recordWithdrawn(tx: Database, wherePayments: SQL | undefined): Promise<void> {
  await changeAll(tx, wherePayments, "withdrawn");
}

async function changeAll(tx: Database, wherePayments: SQL | undefined, state: BankTransactionState): Promise<void> {
  await tx
    .update(bankTransactions)
    .set({ state })
    .where(and(inArray(bankTransactions.state, [...predecessors[state]]), wherePayments));
}

function decisionOf(actor: Actor) {
  return { decisions: sql`${bankTransactions.decisions} + 1`, decidedBy: identityOf(actor), decidedAt: clock.now(actor) };
}

/** Changes the state of one partner's payments. Throws an `Error` if one of them is in a state that this one may not follow. */
async function change(
  tx: Database,
  transactions: readonly OneTransaction[],
  state: BankTransactionState,
  decision: PgUpdateSetSource<typeof bankTransactions> = {},
): Promise<void> {
  const [first] = transactions;
  if (!first) return;
  const ids = transactions.map(({ id }) => id);
  const changed = await tx
    .update(bankTransactions)
    .set({ state, ...decision })
    .where(
      and(
        eq(bankTransactions.partnerId, first.partnerId),
        isOneOf(bankTransactions.id, ids),
        inArray(bankTransactions.state, [...predecessors[state]]),
      ),
    )
    .returning({ id: bankTransactions.id });
  const done = new Set(changed.map(({ id }) => id));
  const stayed = ids.filter((id) => !done.has(id));
  if (stayed.length > 0) throw new Error(`bank transaction ${stayed.join(", ")} cannot become ${state}`);
}
