import { and, asc, eq, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isUnreachable, tookTooLong, wasHeldUp } from "@/db/failures";
import { insertRows } from "@/db/insert-rows";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { partners } from "@/db/schema/partners";
import { type DeskRanking, deskRankings } from "@/db/schema/probable-payments";
import { type Actor, systemActor } from "@/server/actor";
import { log } from "@/server/platform/log";
import { heldUpWork } from "@/server/platform/metrics";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
import { unlessHeldUp } from "@/server/platform/unless-held-up";
import { rankAgain } from "./rank-payment";

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
}

/** Maximum number of a partner's queue rows per run. Many of them name the same payment. */
const AT_ONCE = 2_000;
/** Maximum number of payments ranked again per run only because their last ranking is old: a name or an address may have changed. */
const OLD_AT_ONCE = 100;
/**
 * Number of a partner's held-up payments after which its other payments are left for the next run. Each costs up to 10 s, the time-out of an
 * SQL statement.
 */
const MOST_HELD_UP = 3;
/** Number of timed-out rankings of a payment after which collection no longer waits for it. The holds of its last ranking stay. */
const MOST_TIMEOUTS = 5;

/**
 * Ranks payments at the desk again after anything that may change their candidates: an import was transmitted, a payer learned, an amount
 * changed, a household formed, a decision made. Also ranks payments whose last ranking is more than an hour old. Rows of the queue are
 * deleted last, so a crash leaves nothing unranked. Payments that other transactions hold up stay in the queue, at its end. Returns the
 * number of payments.
 */
export async function rankDesk(db: Database, { scope, isStopping = () => false }: Options = {}): Promise<number> {
  let ranked = 0;
  const heldUp = new Set<string>();
  const waiting = await db
    .select({ partnerId: deskRankings.partnerId })
    .from(deskRankings)
    .where(whereInScope(deskRankings.partnerId, scope))
    .groupBy(deskRankings.partnerId);
  for (const { partnerId } of waiting) {
    if (isStopping()) return ranked;
    ranked += (await unlessHeldUp(heldUp, "partner", partnerId, () => rankQueued(db, partnerId, isStopping))) ?? 0;
  }
  // Looks again while further partners are held up, now without them: their payments would keep others out of the first 100.
  for (let countBefore = -1; countBefore < heldUp.size; ) {
    countBefore = heldUp.size;
    for (const { partnerId, id } of await findOld(db, scope, heldUp)) {
      if (isStopping()) return ranked;
      const outcome = await unlessHeldUp(heldUp, "partner", partnerId, () => rankOld(db, partnerId, id));
      if (outcome === "done") ranked += 1;
      else heldUp.add(partnerId);
    }
  }
  return ranked;
}

/** Finds payments whose last ranking is old, of partners that are not held up. */
function findOld(db: Database, scope: Scope | undefined, heldUp: ReadonlySet<string>) {
  return db
    .select({ partnerId: bankTransactions.partnerId, id: bankTransactions.id })
    .from(bankTransactions)
    .where(
      and(
        whereToRank,
        or(isNull(bankTransactions.rankedAt), lt(bankTransactions.rankedAt, sql`now() - interval '1 hour'`)),
        whereInScope(bankTransactions.partnerId, scope),
        notInArray(bankTransactions.partnerId, [...heldUp]),
      ),
    )
    .orderBy(sql`${bankTransactions.rankedAt} nulls first`)
    .limit(OLD_AT_ONCE);
}

/**
 * Condition: the payment, or its statement, waits for a person. Such a payment holds the invoices that it probably pays. Begins with the
 * wording of the index `bank_transactions_ranked`, so that Postgres uses the index.
 */
const whereToRank = sql`${bankTransactions.state} not in ('new', 'booked', 'to_return', 'noted', 'returned') and ${bankTransactions.amountCents} > 0
  and ${bankTransactions.state} <> 'withdrawn'`;

async function findActor(db: Database, partnerId: string): Promise<Actor | undefined> {
  const [partner] = await db.select().from(partners).where(eq(partners.id, partnerId));
  return partner && systemActor(partner);
}

/** Ranks the payments that a partner's rows of the queue name, and replaces these rows by those of payments that must wait. */
async function rankQueued(db: Database, partnerId: string, isStopping: () => boolean): Promise<number> {
  const actor = await findActor(db, partnerId);
  if (!actor) return 0;
  const queued = await db
    .select()
    .from(deskRankings)
    .where(eq(deskRankings.partnerId, partnerId))
    .orderBy(asc(deskRankings.id))
    .limit(AT_ONCE);
  // A row with neither a payment nor an invoice stands for all payments of the partner.
  const isAll = queued.some(({ bankTransactionId, invoiceId }) => bankTransactionId === null && invoiceId === null);
  const ids = isAll ? await findToRank(db, partnerId) : new Set(queued.flatMap(({ bankTransactionId }) => bankTransactionId ?? []));
  const left: string[] = [];
  const heldUp = new Map<string, Outcome>();
  let ranked = 0;
  for (const id of ids) {
    if (isStopping()) return ranked;
    const outcome = heldUp.size < MOST_HELD_UP ? await rankOne(db, actor, id) : undefined;
    if (outcome === "done") ranked += 1;
    else if (outcome) heldUp.set(id, outcome);
    else left.push(id);
  }
  await lookAgain(
    db,
    partnerId,
    queued.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  const timeouts = countTimeouts(queued, heldUp);
  const isOver = (id: string) => (timeouts.get(id) ?? 0) >= MOST_TIMEOUTS;
  for (const id of [...heldUp.keys()].filter(isOver)) {
    log().error({ transaction: id }, "bank transaction not ranked: it takes too long");
    await postpone(db, partnerId, id);
  }
  // Payments that were held up come last in the next run.
  const unranked = [...left, ...heldUp.keys()].filter((id) => !isOver(id));
  await db.transaction(async (tx) => {
    const queuedIds = queued.map(({ id }) => id);
    await tx.delete(deskRankings).where(and(eq(deskRankings.partnerId, partnerId), inArray(deskRankings.id, queuedIds)));
    const rows = unranked.map((id) => ({ partnerId, bankTransactionId: id, timeouts: timeouts.get(id) ?? 0 }));
    await insertRows(tx, deskRankings, rows);
  });
  return ranked;
}

async function findToRank(db: Database, partnerId: string): Promise<Set<string>> {
  const found = await db
    .select({ id: bankTransactions.id })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partnerId), whereToRank));
  return new Set(found.map(({ id }) => id));
}

/** Returns how often the ranking of each payment has exceeded its time-out, including now. */
function countTimeouts(queued: readonly DeskRanking[], heldUp: ReadonlyMap<string, Outcome>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { bankTransactionId: id, timeouts } of queued) if (id) counts.set(id, Math.max(counts.get(id) ?? 0, timeouts));
  for (const [id, outcome] of heldUp) if (outcome === "too_slow") counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Ranks one payment whose last ranking is old. If that takes too long, postpones the ranking. */
async function rankOld(db: Database, partnerId: string, id: string): Promise<Outcome | undefined> {
  const actor = await findActor(db, partnerId);
  const outcome = actor && (await rankOne(db, actor, id));
  if (outcome === "too_slow") await postpone(db, partnerId, id);
  return outcome;
}

/** `done`: ranked, or postponed after a failure. `held_up`: by other transactions. `too_slow`: an SQL statement exceeded its time-out. */
type Outcome = "done" | "held_up" | "too_slow";

/** Ranks one payment in a separate transaction. If that fails, the payment's holds stay, and ranking continues with the next payment. */
async function rankOne(db: Database, actor: Actor, id: string): Promise<Outcome> {
  try {
    await transact(db, actor, async (tx) => {
      const where = and(eq(bankTransactions.partnerId, actor.partnerId), eq(bankTransactions.id, id));
      const [transaction] = await tx.select().from(bankTransactions).where(where).for("update");
      if (transaction) await rankAgain(tx, actor, transaction);
    });
  } catch (error) {
    if (isUnreachable(error)) throw error;
    if (wasHeldUp(error)) {
      log().warn({ err: error, transaction: id }, "ranking of a bank transaction held up");
      heldUpWork.inc({ kind: "payment" });
      return tookTooLong(error) ? "too_slow" : "held_up";
    }
    log().error({ err: error, transaction: id }, "bank transaction not ranked");
    await postpone(db, actor.partnerId, id);
  }
  return "done";
}

/** Postpones the next ranking of a payment for an hour. */
async function postpone(db: Database, partnerId: string, id: string): Promise<void> {
  await db
    .update(bankTransactions)
    .set({ rankedAt: sql`now()` })
    .where(and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.id, id)));
}

/** Makes collection look at invoices again that the desk no longer holds. */
async function lookAgain(db: Database, partnerId: string, invoiceIds: string[]): Promise<void> {
  if (invoiceIds.length === 0) return;
  await db.execute(sql`
    update collections set next_at = '-infinity' where partner_id = ${partnerId} and invoice_id in (
      select c.invoice_id from collections c where c.partner_id = ${partnerId} and c.invoice_id = any(${`{${invoiceIds.join(",")}}`}::text[])
      order by c.invoice_id for update)`);
}
