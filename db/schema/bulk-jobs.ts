import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { partners } from "./partners";
import { users } from "./users";

export const bulkJobKind = pgEnum("bulk_job_kind", ["delete_invoices", "retract_invoices", "pause_invoices"]);

/** Details of a bulk retraction; null for other jobs. */
export interface BulkRetraction {
  /** Prefix of the credit notes' numbers, followed by the invoice's own number. */
  creditNotePrefix: string;
  description: string;
  retractionReason: string | null;
  showRetractionReasonToCustomer: boolean;
  /** Whether to skip invoices that would be closed without a credit. Absent: they are closed. */
  leavesSettled?: boolean;
}

/** Last day of a bulk pause, such as `2026-11-20`, and its reason; null for other jobs. */
export interface BulkPause {
  until: string;
  reason: string;
}

/**
 * A bulk action on invoices selected when it was confirmed. It continues after a restart, and processes each invoice once. Times are real
 * time.
 */
export const bulkJobs = pgTable(
  "bulk_jobs",
  {
    partnerId: partnerId(),
    id: id(),
    userId: code().notNull(),
    kind: bulkJobKind().notNull(),
    retraction: jsonb().$type<BulkRetraction>(),
    pause: jsonb().$type<BulkPause>(),
    /** Number of invoices. */
    size: integer().notNull(),
    createdAt: createdAt(),
    /** Time until which one process holds the job; then another may take over. */
    leasedUntil: moment(),
    finishedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }),
    index("bulk_jobs_unfinished").on(table.createdAt).where(sql`finished_at is null`),
    check("bulk_jobs_retraction_where_meant", sql`(${table.kind} = 'retract_invoices') = (${table.retraction} is not null)`),
    check("bulk_jobs_pause_where_meant", sql`(${table.kind}::text = 'pause_invoices') = (${table.pause} is not null)`),
    isAnId("bulk_jobs_id_shape", table.id),
  ],
);

export type BulkJob = typeof bulkJobs.$inferSelect;

export const bulkJobOutcome = pgEnum("bulk_job_outcome", ["done", "refused"]);

/** One invoice of a job. Its number, customer and amount are copied, because the invoice may be deleted. */
export const bulkJobItems = pgTable(
  "bulk_job_items",
  {
    partnerId: partnerId(),
    jobId: code().notNull(),
    position: integer().notNull(),
    invoiceId: code().notNull(),
    invoiceNumber: cents().notNull(),
    customerName: text().notNull(),
    amountTotalCents: cents().notNull(),
    /** Null until processed. */
    outcome: bulkJobOutcome(),
    /** Code of the refusal, as in the interface; null unless refused. */
    errorCode: text(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.jobId, table.position] }),
    foreignKey({ columns: [table.partnerId, table.jobId], foreignColumns: [bulkJobs.partnerId, bulkJobs.id] }).onDelete("cascade"),
    check("bulk_job_items_reason_where_refused", sql`(${table.outcome} is not distinct from 'refused') = (${table.errorCode} is not null)`),
  ],
);
