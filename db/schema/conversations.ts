import { sql } from "drizzle-orm";
import { bigint, boolean, check, foreignKey, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment, partnerId, recordedOrder } from "./columns";
import { invoices } from "./invoices";
import { ticketSender } from "./tickets";
import { users } from "./users";

/**
 * Notes by staff about a conversation. In a separate table, so that code which answers partners or customers cannot read them by
 * mistake.
 */
export const notes = pgTable(
  "notes",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    invoiceId: code().notNull(),
    authorId: code().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
    recordedOrder: recordedOrder(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.authorId], foreignColumns: [users.id] }),
    index("notes_by_invoice").on(table.partnerId, table.invoiceId, table.recordedOrder),
    check("notes_text_present", sql`length(btrim(${table.text})) > 0`),
    isAnId("notes_id_shape", table.id),
  ],
);

export type Note = typeof notes.$inferSelect;

/** A reply that its author can still take back. It becomes a ticket when it is due, even if its author's browser is gone. */
export const heldReplies = pgTable(
  "held_replies",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    invoiceId: code().notNull(),
    authorId: code().notNull(),
    sender: ticketSender().notNull(),
    message: text().notNull(),
    /** Whether the conversation is archived when the reply is sent. */
    thenArchive: boolean().notNull(),
    /**
     * Last ticket that the author could have seen, by the order of recording instead of the time, because processes' clocks differ. 0:
     * none.
     */
    readUntilOrder: bigint({ mode: "number" }).notNull(),
    recordedOrder: recordedOrder(),
    createdAt: createdAt(),
    /** Real time at which the reply is sent. */
    dueAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.authorId], foreignColumns: [users.id] }),
    index("held_replies_by_invoice").on(table.partnerId, table.invoiceId),
    index("held_replies_due").on(table.dueAt, table.recordedOrder),
    check("held_replies_message_present", sql`length(btrim(${table.message})) > 0`),
    check("held_replies_not_from_customers", sql`${table.sender} <> 'customer'`),
    isAnId("held_replies_id_shape", table.id),
  ],
);

export type HeldReply = typeof heldReplies.$inferSelect;

/** A person's unsent text about an invoice, available on all their devices. Deleted once it is sent or empty. */
export const drafts = pgTable(
  "drafts",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    authorId: code().notNull(),
    reply: text().notNull(),
    note: text().notNull(),
    /** Real time of the last change. */
    keptAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.invoiceId, table.authorId] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.authorId], foreignColumns: [users.id] }).onDelete("cascade"),
    check("drafts_not_empty", sql`${table.reply} <> '' or ${table.note} <> ''`),
  ],
);

export type Draft = typeof drafts.$inferSelect;

/** One archiving of a conversation, so that it can be undone completely. */
export const archivings = pgTable(
  "archivings",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    invoiceId: code().notNull(),
    /** Actor, as in the table of changes. */
    actor: text().notNull(),
    archivedAt: moment().notNull(),
    /** When the conversation had been assigned to support; null if it was not. An Undo restores the assignment. */
    assignedAt: moment(),
    recordedOrder: recordedOrder(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    index("archivings_by_invoice").on(table.partnerId, table.invoiceId, table.recordedOrder),
    index("archivings_by_invoice_from_support").on(table.invoiceId).where(sql`assigned_at is not null`),
    index("archivings_from_support").on(table.archivedAt, table.id).where(sql`assigned_at is not null`),
    isAnId("archivings_id_shape", table.id),
  ],
);
