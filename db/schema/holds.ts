import { sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { holdKinds } from "@/server/domain/rules/holds";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";

export const holdKind = pgEnum("hold_kind", holdKinds);

/** Holds on an invoice: why and how long its customer is not asked to pay. Times are by the partner's clock. */
export const holds = pgTable(
  "holds",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    kind: holdKind().notNull(),
    reason: text().notNull(),
    /** Last day of a pause. Null: the hold lasts until somebody ends it. */
    until: date({ mode: "string" }),
    createdAt: createdAt(),
    /** Whether a customer began the pause by reporting a transfer. */
    isTransferSaid: boolean().notNull().default(false),
    /** Day on which the customer has promised to pay, which begins the pause (decision 0197). Null: no promise. */
    promisedOn: date({ mode: "string" }),
    /** Whether the pause takes the place of a promise that staff withdrew. */
    withdrawsPromise: boolean().notNull().default(false),
    /** When the hold was lifted or replaced. A pause whose last day is over needs no end. */
    endedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    uniqueIndex("holds_one_open").on(table.partnerId, table.invoiceId).where(sql`ended_at is null`),
    // The invoice's history, newest last.
    uniqueIndex("holds_by_invoice").on(table.partnerId, table.invoiceId, table.createdAt, table.id),
    check("holds_pause_ends", sql`(${table.kind} = 'paused') = (${table.until} is not null)`),
    check("holds_transfer_said_pauses", sql`${table.kind} = 'paused' or not ${table.isTransferSaid}`),
    check("holds_promise_pauses", sql`${table.promisedOn} is null or (${table.kind} = 'paused' and ${table.promisedOn} <= ${table.until})`),
    check("holds_withdrawal_pauses", sql`not ${table.withdrawsPromise} or (${table.kind} = 'paused' and ${table.promisedOn} is null)`),
    check("holds_reason_present", sql`length(btrim(${table.reason})) > 0`),
    isAnId("holds_id_shape", table.id),
  ],
);

export type Hold = typeof holds.$inferSelect;
