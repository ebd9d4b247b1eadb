import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bulkJobItems, bulkJobs } from "@/db/schema/bulk-jobs";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { DomainError } from "@/server/errors";
import type { Page, PageRequest } from "@/server/platform/page";
import type { BulkJobItem } from "./bulk-job";
import { isBulkJob } from "./get-bulk-job";

export interface BulkJobItemFilter {
  /** `left`: not carried out yet. Null: items with any outcome. */
  outcome?: "done" | "refused" | "left" | null;
}

/** Lists each invoice's outcome, in the job's order. Throws `invalid_bulk_job_id`. */
export async function listBulkJobItems(
  db: Database,
  actor: Actor,
  jobId: string,
  { pageNumber, pageSize, outcome }: BulkJobItemFilter & PageRequest,
): Promise<Page<BulkJobItem>> {
  const known = await db.select({ id: bulkJobs.id }).from(bulkJobs).where(isBulkJob(actor, jobId));
  if (known.length === 0) throw new DomainError("invalid_bulk_job_id");

  const matching = and(
    eq(bulkJobItems.partnerId, actor.partnerId),
    eq(bulkJobItems.jobId, jobId),
    whereVisible(actor),
    whereOutcome(outcome),
  );
  const { invoiceId, invoiceNumber, customerName, amountTotalCents, errorCode, position } = bulkJobItems;
  const [entries, totals] = await Promise.all([
    db
      .select({ position, invoiceId, invoiceNumber, customerName, amountTotalCents, outcome: bulkJobItems.outcome, errorCode })
      .from(bulkJobItems)
      .where(matching)
      .orderBy(position)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.select({ totalEntries: count() }).from(bulkJobItems).where(matching),
  ]);
  return { entries, pageNumber, pageSize, ...only(totals) };
}

function whereOutcome(outcome: BulkJobItemFilter["outcome"]): SQL | undefined {
  if (!outcome) return undefined;
  return outcome === "left" ? isNull(bulkJobItems.outcome) : eq(bulkJobItems.outcome, outcome);
}

/** Condition: the actor may still see the item's company. The company of a deleted invoice is unknown, so its item stays visible. */
function whereVisible(actor: Actor): SQL | undefined {
  if (!actor.companyIds) return undefined;
  return sql`not exists (select from ${invoices} where ${invoices.partnerId} = ${bulkJobItems.partnerId}
    and ${invoices.id} = ${bulkJobItems.invoiceId} and (${visibleTo(actor, invoices)}) is not true)`;
}
