import { and, asc, eq, gt, notInArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isUnreachable, wasHeldUp } from "@/db/failures";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { partners } from "@/db/schema/partners";
import { type Actor, systemActor } from "@/server/actor";
import { beforeDebits, bookSingleDebits } from "@/server/bank/debits/match-debit";
import { recordMatches } from "@/server/bank/transaction-states/transaction-state";
import { log } from "@/server/platform/log";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
import { rulesIn } from "./certain-parts";
import { logBookings } from "./log-bookings";
import { InvoicesChanged, matchBatch, verifyNow } from "./match-batch";
import { beforeRefundFiles } from "./match-refund-file";
import { matchTransaction } from "./match-transaction";

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
  /** Maximum number of payments that one partner's turn takes. */
  atOnce?: number;
}

/** Maximum number of payments per turn: few enough that other partners wait less than a second for theirs. */
const MOST_AT_ONCE = 100;

/**
 * Matches each new payment on statements once, and returns their number. Certain payments are booked; the others wait for a person and hold the
 * invoices that they probably pay. Partners take turns, one batch of payments each. Each batch has its own transaction, so a crash leaves it
 * unchanged. A partner whose payment is held up by another transaction has no further turn in this run.
 */
export async function matchNewTransactions(
  db: Database,
  { scope, isStopping = () => false, atOnce = MOST_AT_ONCE }: Options = {},
): Promise<number> {
  let matched = 0;
  let lastPartnerId = "";
  const sizes = new BatchSizes(atOnce);
  const heldUp = new Set<string>();
  while (!isStopping()) {
    // After the last partner with new payments, continues with the first.
    const turn = (after: string) => matchNext(db, { scope, after, heldUp: [...heldUp], sizes });
    const next = (await turn(lastPartnerId)) ?? (lastPartnerId === "" ? undefined : await turn(""));
    if (next === undefined) break;
    if (next.matched === 0) heldUp.add(next.partnerId);
    lastPartnerId = next.partnerId;
    matched += next.matched;
  }
  await logBookings(db, scope);
  return matched;
}

interface Turn {
  scope: Scope | undefined;
  /** Id of the partner that had the turn before; empty: none. */
  after: string;
  /** Ids of partners that are left out. */
  heldUp: string[];
  sizes: BatchSizes;
}

/**
 * Matches the oldest new payments of the first partner whose id follows `after`; undefined if no such partner has new payments. `matched` is 0
 * if another transaction holds the payments up. Payments of one account are matched in statement order; payments locked by another process are
 * skipped.
 */
function matchNext(db: Database, { scope, after, heldUp, sizes }: Turn): Promise<{ partnerId: string; matched: number } | undefined> {
  return db.transaction(async (plain) => {
    const [next] = await plain
      .select({ transaction: bankTransactions, partner: partners })
      .from(bankTransactions)
      .innerJoin(partners, eq(partners.id, bankTransactions.partnerId))
      .where(
        and(
          eq(bankTransactions.state, "new"),
          gt(bankTransactions.partnerId, after),
          notInArray(bankTransactions.partnerId, heldUp),
          whereInScope(bankTransactions.partnerId, scope),
        ),
      )
      .orderBy(asc(bankTransactions.partnerId), asc(bankTransactions.recordedOrder))
      .limit(1)
      .for("update", { of: bankTransactions, skipLocked: true });
    if (!next) return undefined;
    const { partner, transaction } = next;
    const actor = systemActor(partner);
    const following = await findFollowing(plain, transaction, sizes.of(partner.id) - 1);
    const all = [transaction, ...following];
    // If a debit may concern the first payment, books the debits with which the batch begins. Otherwise matches the payments before the first
    // that a debit or a refund file may concern.
    const others = await beforeDebits(plain, all);
    const batch = others.length === 0 ? all : await beforeRefundFiles(plain, others);
    const match = others.length === 0 ? bookDebitsOf : matchBatch;
    const matched = batch.length > 1 ? await matchTogether(plain, actor, (tx) => match(tx, actor, batch)) : 0;
    const isMatchedAlone = matched === 0 && (await matchAlone(plain, actor, transaction));
    sizes.adapt(partner.id, batch.length, matched);
    return { partnerId: partner.id, matched: isMatchedAlone ? 1 : matched };
  });
}

/** Sizes of partners' next batches: smaller while many payments concern each other, and one payment after a failure. */
class BatchSizes {
  readonly #sizes = new Map<string, number>();

  constructor(readonly most: number) {}

  of(partnerId: string): number {
    return this.#sizes.get(partnerId) ?? this.most;
  }

  adapt(partnerId: string, tried: number, matched: number): void {
    const hasFailed = matched === 0 && tried > 1;
    this.#sizes.set(partnerId, hasFailed ? 1 : Math.min(2 * Math.max(matched, 1), this.most));
  }
}

/** Locks and returns the partner's new payments after this one, in statement order. */
function findFollowing(tx: Database, { partnerId, recordedOrder }: BankTransaction, count: number): Promise<BankTransaction[]> {
  if (count < 1) return Promise.resolve([]);
  return tx
    .select()
    .from(bankTransactions)
    .where(
      and(eq(bankTransactions.state, "new"), eq(bankTransactions.partnerId, partnerId), gt(bankTransactions.recordedOrder, recordedOrder)),
    )
    .orderBy(asc(bankTransactions.recordedOrder))
    .limit(count)
    .for("update", { skipLocked: true });
}

/**
 * Returns the number of matched payments; 0 if the batch failed, so that its payments are matched one by one. `plain` is a transaction
 * without an actor.
 */
async function matchTogether(plain: Database, actor: Actor, match: (tx: Database) => Promise<number>): Promise<number> {
  try {
    return await transact(plain, actor, match);
  } catch (error) {
    if (error instanceof InvoicesChanged) return 0;
    if (isUnreachable(error)) throw error;
    log().warn({ err: error, partner: actor.partnerId }, "bank transactions not matched together");
    return 0;
  }
}

/** Books the direct debits that the first payments collect, one each. Returns the number of payments. */
async function bookDebitsOf(tx: Database, actor: Actor, batch: readonly BankTransaction[]): Promise<number> {
  const rules = rulesIn(tx, actor);
  const booked = await bookSingleDebits(tx, actor, batch, async (transaction) => !(await rules.namesOtherCreditor(transaction)));
  if (booked > 0) await verifyNow(tx);
  return booked;
}

/**
 * Matches one payment. If that fails, a person reviews the payment, so that it does not block the queue. Returns false if another transaction
 * held the payment up, so that it stays new.
 */
async function matchAlone(plain: Database, actor: Actor, transaction: BankTransaction): Promise<boolean> {
  try {
    await transact(plain, actor, async (tx) => {
      await matchTransaction(tx, actor, transaction);
      await verifyNow(tx);
    });
  } catch (error) {
    if (wasHeldUp(error)) {
      log().warn({ err: error, transaction: transaction.id }, "bank transaction held up");
      return false;
    }
    if (isUnreachable(error)) throw error;
    log().error({ err: error, transaction: transaction.id }, "bank transaction not matched");
    await recordMatches(plain, [transaction], "open");
  }
  return true;
}
