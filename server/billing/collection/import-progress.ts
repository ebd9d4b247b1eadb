import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { requireImport } from "@/server/billing/imports/find-import";
import { progressConditions } from "@/server/billing/imports/progress-conditions";
import { countInvoicesByFact, type FactCounts } from "@/server/billing/invoices/count-invoices-by-fact";
import type { ProgressStep } from "@/server/domain/rules/reach";

/** Progress of collecting an import, in numbers of invoices. */
export interface ImportProgress {
  steps: Record<ProgressStep, number>;
  counts: FactCounts;
}

/** Returns an import's progress. Throws `invalid_import_id`. */
export async function importProgress(db: Database, actor: Actor, importId: string): Promise<ImportProgress> {
  await requireImport(db, actor, importId);
  const countOf = (step: ProgressStep) => sql`count(*) filter (where ${progressConditions[step]})`.mapWith(Number);
  const [steps, counts] = await Promise.all([
    db
      .select({ written: countOf("written"), not_arrived: countOf("not_arrived"), opened: countOf("opened") })
      .from(invoices)
      .where(and(visibleTo(actor, invoices), eq(invoices.importId, importId))),
    countInvoicesByFact(db, actor, { importId }),
  ]);
  return { steps: only(steps), counts };
}
