import { type SQL, sql } from "drizzle-orm";
import { check, foreignKey, index, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment, partnerId, recordedOrder } from "./columns";
import { invoices } from "./invoices";
import { users } from "./users";

export const ticketSender = pgEnum("ticket_sender", ["customer", "company", "support"]);
export const ticketStatus = pgEnum("ticket_status", ["unanswered", "answered", "archived"]);

/** One message of the conversation about an invoice. The conversation itself has no row: it is the invoice's tickets. */
export const tickets = pgTable(
  "tickets",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    invoiceId: code().notNull(),
    sender: ticketSender().notNull(),
    /** `unanswered`: the company must answer, or support if it has the conversation (`isWithSupport`). `archived`: no action is needed. */
    status: ticketStatus().notNull(),
    message: text().notNull(),
    /** Author in the portal; null for tickets by customers, and for those that came through the interface. */
    authorId: code(),
    createdAt: createdAt(),
    recordedOrder: recordedOrder(),
    /** Archiving by which the ticket was archived, and its former status, for an Undo. */
    archivingId: code(),
    archivedFrom: ticketStatus(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.authorId], foreignColumns: [users.id] }),
    index("tickets_by_invoice").on(table.partnerId, table.invoiceId, table.recordedOrder),
    // For the inbox over all companies, and for open tickets by invoice.
    index("tickets_by_status").on(table.partnerId, table.status, table.createdAt, table.id),
    index("tickets_open")
      .on(table.partnerId, table.invoiceId, table.status, table.createdAt, table.companyId)
      .where(sql`status in ('unanswered', 'answered')`),
    index("tickets_by_company").on(table.partnerId, table.companyId, table.status, table.createdAt, table.id),
    check("tickets_message_present", sql`length(btrim(${table.message})) > 0`),
    check("tickets_only_customers_wait", sql`${table.status} <> 'unanswered' or ${table.sender} = 'customer'`),
    check("tickets_archived_from_where_archived", sql`(${table.archivingId} is null) = (${table.archivedFrom} is null)`),
    isAnId("tickets_id_shape", table.id),
  ],
);

export type Ticket = typeof tickets.$inferSelect;

/** Conversations assigned to the support team. The row exists until the conversation is archived or handed back. */
export const supportAssignments = pgTable(
  "support_assignments",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    companyId: code().notNull(),
    assignedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.invoiceId] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    // Support looks conversations up by invoice alone.
    index("support_assignments_by_invoice").on(table.invoiceId),
  ],
);

/**
 * Condition: the conversation of a row with `partner_id` and `invoice_id` is assigned to support, so that support must act and not the
 * company. `offset 0` makes the planner look up one conversation at a time.
 */
export const isWithSupport = (row: SQL): SQL => sql`exists (select from support_assignments assignment
  where assignment.partner_id = ${row}.partner_id and assignment.invoice_id = ${row}.invoice_id offset 0)`;

/** Condition: the ticket waits for the company's answer. In TypeScript, for conversations: `inboxTabOf`. */
export const waitsForCompany = (ticket: SQL): SQL => sql`(${ticket}.status = 'unanswered' and not ${isWithSupport(ticket)})`;
