import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { partners } from "@/db/schema/partners";
import { deskRankings } from "@/db/schema/probable-payments";
import { type Actor, systemActor } from "@/server/actor";
import { log } from "@/server/platform/log";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
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
 * Ranks payments at the desk again after anything that may change their candidates: an import was transmitted, a payer learned, an amount
 * changed, a household formed, a decision made. Also ranks payments whose last ranking is more than an hour old. Rows of the queue are
 * deleted last, so a crash leaves nothing unranked. Returns the number of payments.
 */
export async function rankDesk(db: Database, { scope, isStopping = () => false }: Options = {}): Promise<number> {
  let ranked = 0;
  const waiting = await db
    .select({ partnerId: deskRankings.partnerId })
    .from(deskRankings)
    .where(whereInScope(deskRankings.partnerId, scope))
    .groupBy(deskRankings.partnerId);
  for (const { partnerId } of waiting) if (!isStopping()) ranked += await rankQueued(db, partnerId, isStopping);
  const old = await db
    .select({ partnerId: bankTransactions.partnerId, id: bankTransactions.id })
    .from(bankTransactions)
    .where(
      and(
        whereToRank,
        or(isNull(bankTransactions.rankedAt), lt(bankTransactions.rankedAt, sql`now() - interval '1 hour'`)),
        whereInScope(bankTransactions.partnerId, scope),
      ),
    )
    .orderBy(sql`${bankTransactions.rankedAt} nulls first`)
    .limit(OLD_AT_ONCE);
  for (const { partnerId, id } of old) {
    const actor = isStopping() ? undefined : await findActor(db, partnerId);
    if (actor) ranked += await rankOne(db, actor, id);
  }
  return ranked;
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
  let ranked = 0;
  for (const id of ids) {
    if (isStopping()) return ranked;
    ranked += await rankOne(db, actor, id);
  }
  await lookAgain(
    db,
    partnerId,
    queued.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  const queuedIds = queued.map(({ id }) => id);
  await db.delete(deskRankings).where(and(eq(deskRankings.partnerId, partnerId), inArray(deskRankings.id, queuedIds)));
  return ranked;
}

async function findToRank(db: Database, partnerId: string): Promise<Set<string>> {
  const found = await db
    .select({ id: bankTransactions.id })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partnerId), whereToRank));
  return new Set(found.map(({ id }) => id));
}

/** Ranks one payment in a separate transaction. If that fails, the payment's holds stay, and ranking continues with the next payment. */
async function rankOne(db: Database, actor: Actor, id: string): Promise<number> {
  try {
    await transact(db, actor, async (tx) => {
      const where = and(eq(bankTransactions.partnerId, actor.partnerId), eq(bankTransactions.id, id));
      const [transaction] = await tx.select().from(bankTransactions).where(where).for("update");
      if (transaction) await rankAgain(tx, actor, transaction);
    });
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    log().error({ err: error, transaction: id }, "bank transaction not ranked");
    // Postpones the next attempt.
    await db
      .update(bankTransactions)
      .set({ rankedAt: sql`now()` })
      .where(and(eq(bankTransactions.partnerId, actor.partnerId), eq(bankTransactions.id, id)));
  }
  return 1;
}

/** Makes collection look at invoices again that the desk no longer holds. */
async function lookAgain(db: Database, partnerId: string, invoiceIds: string[]): Promise<void> {
  if (invoiceIds.length === 0) return;
  await db.execute(sql`
    update collections set next_at = '-infinity' where partner_id = ${partnerId} and invoice_id in (
      select c.invoice_id from collections c where c.partner_id = ${partnerId} and c.invoice_id = any(${`{${invoiceIds.join(",")}}`}::text[])
      order by c.invoice_id for update)`);
}
