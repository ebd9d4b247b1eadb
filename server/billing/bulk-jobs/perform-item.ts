import type { Database } from "@/db/client";
import type { BulkJob } from "@/db/schema/bulk-jobs";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { deleteInvoice } from "@/server/billing/invoices/delete-invoice";
import { type AnyErrorCode, DomainError } from "@/server/errors";
import type { BulkJobItem } from "./bulk-job";
import { findJobActor } from "./find-job-actor";

/**
 * Carries out the job's act on one invoice, if the job's author may see the invoice now. Returns the code of a refusal; null if the act
 * succeeded.
 */
export async function performItem(
  tx: Database,
  job: BulkJob,
  { invoiceId, invoiceNumber }: Pick<BulkJobItem, "invoiceId" | "invoiceNumber">,
): Promise<AnyErrorCode | null> {
  const actor = await findJobActor(tx, job);
  if (!actor) return "not_allowed";
  try {
    if (job.retraction) {
      const { creditNotePrefix, leavesSettled = false, ...retraction } = job.retraction;
      const ofInvoice = { ...retraction, creditNoteNumber: `${creditNotePrefix}${invoiceNumber}` };
      await creditAndRetractInvoice(tx, actor, invoiceId, ofInvoice, { requiresCredit: leavesSettled });
    } else if (job.pause) {
      await holdInvoice(tx, actor, invoiceId, { kind: "paused", ...job.pause }, { requiresOutstanding: true });
    } else {
      await deleteInvoice(tx, actor, invoiceId);
    }
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
