import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bulkJobItems, bulkJobs } from "@/db/schema/bulk-jobs";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import type { Page, PageRequest } from "@/server/platform/page";
import type { BulkJobProgress } from "./bulk-job";

/** Returns a job's progress. Throws `invalid_bulk_job_id`. */
export async function getBulkJob(db: Database, actor: Actor, jobId: string): Promise<BulkJobProgress> {
  const [job] = await progressOf(db, isBulkJob(actor, jobId));
  if (!job) throw new DomainError("invalid_bulk_job_id");
  return job;
}

/** Lists jobs, newest first. */
export async function listBulkJobs(db: Database, actor: Actor, { pageNumber, pageSize }: PageRequest): Promise<Page<BulkJobProgress>> {
  const [entries, totals] = await Promise.all([
    progressOf(db, whereVisible(actor))
      .orderBy(desc(bulkJobs.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.select({ totalEntries: count() }).from(bulkJobs).where(whereVisible(actor)),
  ]);
  return { entries, pageNumber, pageSize, ...only(totals) };
}

/** Condition: the row is this job, and the actor may see it. */
export function isBulkJob(actor: Actor, jobId: string): SQL | undefined {
  return and(whereVisible(actor), eq(bulkJobs.id, jobId));
}

/**
 * Condition: the actor may see the job. People limited to some companies see only their own jobs, because other jobs may concern any
 * company.
 */
function whereVisible({ partnerId, companyIds, id }: Actor): SQL | undefined {
  return and(eq(bulkJobs.partnerId, partnerId), companyIds ? eq(bulkJobs.userId, id ?? "") : undefined);
}

function progressOf(db: Database, condition: SQL | undefined) {
  const countOf = (comparison: SQL) => sql`count(*) filter (where ${bulkJobItems.outcome} ${comparison})`.mapWith(Number);
  const progress = db
    .select({
      doneCount: countOf(sql`= 'done'`).as("done_count"),
      refusedCount: countOf(sql`= 'refused'`).as("refused_count"),
      leftCount: countOf(sql`is null`).as("left_count"),
    })
    .from(bulkJobItems)
    .where(and(eq(bulkJobItems.partnerId, bulkJobs.partnerId), eq(bulkJobItems.jobId, bulkJobs.id)))
    .as("progress");
  return db
    .select({
      id: bulkJobs.id,
      kind: bulkJobs.kind,
      retraction: bulkJobs.retraction,
      pause: bulkJobs.pause,
      size: bulkJobs.size,
      createdAt: bulkJobs.createdAt,
      finishedAt: bulkJobs.finishedAt,
      startedBy: { id: users.id, name: users.name },
      doneCount: progress.doneCount,
      refusedCount: progress.refusedCount,
      leftCount: progress.leftCount,
    })
    .from(bulkJobs)
    .innerJoin(users, eq(users.id, bulkJobs.userId))
    .innerJoinLateral(progress, sql`true`)
    .where(condition);
}
