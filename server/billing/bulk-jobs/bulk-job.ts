import type { BulkJob, BulkPause, BulkRetraction, bulkJobItems } from "@/db/schema/bulk-jobs";
import type { InvoiceFilter } from "@/server/billing/invoices/invoice-filter";

/** Which invoices are meant: those that were ticked, or all that match but for those that were unticked. */
export type InvoiceSelection = { ids: readonly string[] } | { filter: InvoiceFilter; exceptIds?: readonly string[] };

/** The figures that the author saw when confirming. */
export interface SeenSelection {
  count: number;
  /** The sum of what is outstanding on them, in cents. Over all currencies: a check, and no figure. */
  amountCents: number;
}

export type NewBulkJob = { selection: InvoiceSelection; expected: SeenSelection } & (
  | { kind: "delete_invoices" }
  | { kind: "retract_invoices"; retraction: BulkRetraction }
  | { kind: "pause_invoices"; pause: BulkPause }
);

/** How far a job has come. */
export interface BulkJobProgress extends Pick<BulkJob, "id" | "kind" | "retraction" | "pause" | "size" | "createdAt" | "finishedAt"> {
  startedBy: { id: string; name: string };
  doneCount: number;
  refusedCount: number;
  leftCount: number;
}

export type BulkJobItem = Omit<typeof bulkJobItems.$inferSelect, "partnerId" | "jobId">;
