import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { isUnreachable, wasHeldUp } from "@/db/failures";
import { type BulkJob, bulkJobItems, bulkJobs } from "@/db/schema/bulk-jobs";
import { storedNow } from "@/db/schema/columns";
import { log } from "@/server/platform/log";
import { heldUpWork } from "@/server/platform/metrics";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { performItem } from "./perform-item";

/** Duration of a job's lease, in seconds; longer than a turn. If the job's process dies, another takes over when the lease ends. */
const LEASE_SECONDS = 60;
/** Maximum duration of a turn, the work on one job before the next one, in ms. */
const TURN_MS = 5_000;
/** Maximum duration of one call, in ms. */
const RUN_MS = 30_000;
/** Pause in seconds before a job's next turn after an error, or while other processes hold its last invoices. */
const PAUSE_SECONDS = 3;

interface Options {
  scope?: Scope;
  /** Whether to stop. The current invoice is finished first. */
  isStopping?: () => boolean;
}

/**
 * Works through open jobs round-robin until all are finished or taken by other processes, for at most 30 s. Returns the number of turns. A
 * lease keeps other processes away from a job. A lock on each item's row makes sure that each invoice is processed once.
 */
export async function runBulkJobs(db: Database, { scope, isStopping = () => false }: Options = {}): Promise<number> {
  let turns = 0;
  for (const until = Date.now() + RUN_MS; !isStopping() && Date.now() < until; turns += 1) {
    const job = await claim(db, scope);
    if (!job) break;
    await takeTurn(db, job, isStopping);
  }
  return turns;
}

/** Claims the job that has waited longest since its last turn or its start. */
async function claim(db: Database, scope: Scope | undefined): Promise<BulkJob | undefined> {
  const { id, partnerId, finishedAt, leasedUntil, createdAt } = bulkJobs;
  const where = and(isNull(finishedAt), or(isNull(leasedUntil), lte(leasedUntil, storedNow)), whereInScope(partnerId, scope));
  const [job] = await db
    .update(bulkJobs)
    .set({ leasedUntil: inSeconds(LEASE_SECONDS) })
    .where(whereClaimed(bulkJobs, [id], { where, orderBy: sql`coalesce(${leasedUntil}, ${createdAt})` }))
    .returning();
  return job;
}

async function takeTurn(db: Database, job: BulkJob, isStopping: () => boolean): Promise<void> {
  const until = Date.now() + TURN_MS;
  let position = 0;
  try {
    while (!isStopping() && Date.now() < until) {
      const processed = await performNext(db, job, position);
      if (processed === undefined) return await conclude(db, job);
      position = processed;
    }
  } catch (error) {
    await release(db, job, PAUSE_SECONDS).catch(() => {});
    throw error;
  }
  await release(db, job, 0);
}

/**
 * Carries out the act on the next invoice that is not locked. The act and its outcome commit together. Returns the invoice's position;
 * undefined if none is left. An invoice that other transactions hold up is left for the job's next turn. An unexpected error is recorded in
 * the invoice's row, and the job continues; if the database cannot be reached, the error is thrown.
 */
async function performNext(db: Database, job: BulkJob, after: number): Promise<number | undefined> {
  let position: number | undefined;
  try {
    await db.transaction(async (tx) => {
      const [item] = await tx
        .select()
        .from(bulkJobItems)
        .where(and(whereItemOf(job), isNull(bulkJobItems.outcome), gt(bulkJobItems.position, after)))
        .orderBy(bulkJobItems.position)
        .limit(1)
        .for("update", { skipLocked: true });
      if (!item) return;
      position = item.position;
      await recordOutcome(tx, job, position, await performItem(tx, job, item));
    });
  } catch (error) {
    if (isUnreachable(error) || position === undefined) throw error;
    if (wasHeldUp(error)) {
      log().warn({ err: error, job: job.id, position }, "bulk action held up for an invoice, left for the next turn");
      heldUpWork.inc({ kind: "bulk_action" });
      return position;
    }
    log().error({ err: error, job: job.id, position }, "bulk action failed for an invoice");
    await recordOutcome(db, job, position, "internal_error");
  }
  return position;
}

/** Records an outcome; `errorCode` is null if the act succeeded. Never replaces an outcome that another process recorded. */
async function recordOutcome(tx: Database, job: BulkJob, position: number, errorCode: string | null): Promise<void> {
  await tx
    .update(bulkJobItems)
    .set({ outcome: errorCode === null ? "done" : "refused", errorCode })
    .where(and(whereItemOf(job), eq(bulkJobItems.position, position), isNull(bulkJobItems.outcome)));
}

/** Finishes the job, unless other processes still work on some of its invoices. */
async function conclude(db: Database, job: BulkJob): Promise<void> {
  const left = db
    .select({ position: bulkJobItems.position })
    .from(bulkJobItems)
    .where(and(whereItemOf(job), isNull(bulkJobItems.outcome)));
  const finished = await db
    .update(bulkJobs)
    .set({ finishedAt: sql`now()`, leasedUntil: null })
    .where(and(whereJob(job), sql`not exists (${left})`))
    .returning({ id: bulkJobs.id });
  if (finished.length === 0) await release(db, job, PAUSE_SECONDS);
}

async function release(db: Database, job: BulkJob, seconds: number): Promise<void> {
  await db
    .update(bulkJobs)
    .set({ leasedUntil: inSeconds(seconds) })
    .where(and(whereJob(job), isNull(bulkJobs.finishedAt)));
}

const whereJob = ({ partnerId, id }: BulkJob) => and(eq(bulkJobs.partnerId, partnerId), eq(bulkJobs.id, id));
const whereItemOf = ({ partnerId, id }: BulkJob) => and(eq(bulkJobItems.partnerId, partnerId), eq(bulkJobItems.jobId, id));

/**
 * SQL for a time by the database's clock, which all processes share. Truncates to milliseconds like the column: rounded up, a lease that ends now
 * would still be valid at the next claim.
 */
const inSeconds = (seconds: number) => sql`date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${seconds})`;
