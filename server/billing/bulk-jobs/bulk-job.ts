import type { BulkJob, BulkPause, BulkRetraction, bulkJobItems } from "@/db/schema/bulk-jobs";
import type { InvoiceFilter } from "@/server/billing/invoices/invoice-filter";

/** The selected invoices: either those that were ticked, or all that match the filter except those that were unticked. */
export type InvoiceSelection = { ids: readonly string[] } | { filter: InvoiceFilter; exceptIds?: readonly string[] };

/** Figures of the selected invoices. */
export interface SelectionFigures {
  count: number;
  /** Sum of the outstanding amounts over all currencies, in cents. Only a check value; never shown. */
  amountCents: number;
}

/** `expected`: the figures that the author saw when confirming. */
export type NewBulkJob = { selection: InvoiceSelection; expected: SelectionFigures } & (
  | { kind: "delete_invoices" }
  | { kind: "retract_invoices"; retraction: BulkRetraction }
  | { kind: "pause_invoices"; pause: BulkPause }
);

/** Progress of a job. */
export interface BulkJobProgress extends Pick<BulkJob, "id" | "kind" | "retraction" | "pause" | "size" | "createdAt" | "finishedAt"> {
  startedBy: { id: string; name: string };
  doneCount: number;
  refusedCount: number;
  leftCount: number;
}

export type BulkJobItem = Omit<typeof bulkJobItems.$inferSelect, "partnerId" | "jobId">;
