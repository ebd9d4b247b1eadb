import { z } from "zod";
import { getBulkJob, listBulkJobs } from "@/server/billing/bulk-jobs/get-bulk-job";
import { listBulkJobItems } from "@/server/billing/bulk-jobs/list-bulk-job-items";
import { previewBulkJob } from "@/server/billing/bulk-jobs/preview-bulk-job";
import { startBulkJob } from "@/server/billing/bulk-jobs/start-bulk-job";
import { newPause } from "@/server/billing/holds/hold-invoice";
import { invoiceFilter } from "@/server/billing/invoices/invoice-filter";
import { flag, optionalText, requiredText } from "@/server/platform/fields";
import { invoicesProcedure, portalProcedure, router, searchProcedure } from "./init";
import { id, page } from "./input";

/** Invoices selected one by one. Larger selections use a filter. */
const ids = z.array(id).max(10_000, "selection_too_large");
const ofJob = z.object({ jobId: id });

const selection = z.union([z.object({ ids }), z.object({ filter: invoiceFilter, exceptIds: ids.optional() })]);
/** Selected invoices, with the number and sum that the author saw. */
const seenSelection = {
  selection,
  expected: z.object({ count: z.int().min(0).max(1_000_000), amountCents: z.int() }),
};

const retraction = z.object({
  // Prefix and invoice number must fit together into a credit note's number.
  creditNotePrefix: requiredText("invalid_credit_note_prefix", { max: 200 }),
  description: requiredText("invalid_description", { max: 2_000 }),
  retractionReason: optionalText("invalid_retraction_reason", { max: 2_000 }),
  showRetractionReasonToCustomer: flag("invalid_show_retraction_reason_to_customer"),
  leavesSettled: flag("invalid_request"),
});

/** Bulk actions: previewed, started, and followed while they are carried out. */
export const bulkJobsRouter = router({
  preview: searchProcedure(z.object({ selection })).query(({ ctx, input }) => previewBulkJob(ctx.db, ctx.actor, input.selection)),
  start: invoicesProcedure
    .input(
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("delete_invoices"), ...seenSelection }),
        z.object({ kind: z.literal("retract_invoices"), retraction, ...seenSelection }),
        z.object({ kind: z.literal("pause_invoices"), pause: newPause, ...seenSelection }),
      ]),
    )
    .mutation(({ ctx, input }) => startBulkJob(ctx.db, ctx.actor, ctx.person.id, input)),
  get: portalProcedure.input(ofJob).query(({ ctx, input }) => getBulkJob(ctx.db, ctx.actor, input.jobId)),
  list: portalProcedure.input(page).query(({ ctx, input }) => listBulkJobs(ctx.db, ctx.actor, input)),
  items: portalProcedure
    .input(page.extend({ jobId: id, outcome: z.enum(["done", "refused", "left"]).nullish() }))
    .query(({ ctx, input }) => listBulkJobItems(ctx.db, ctx.actor, input.jobId, input)),
});
