import { sql } from "drizzle-orm";
import { bigint, check, date, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { announcementKinds, messageKinds } from "@/server/domain/collection-messages";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { imports } from "./imports";
import { invoices } from "./invoices";
import { tickets } from "./tickets";

/** When each invoice of a transmitted import is to be looked at. It holds no decision: what then happens follows from the invoice. */
export const collections = pgTable(
  "collections",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    /** By the partner's clock. Null: nothing is planned; an event on the invoice has it looked at again. */
    nextAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.invoiceId] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    // Each partner has its own clock, so what is due is looked for partner by partner.
    index("collections_due").on(table.partnerId, table.nextAt).where(sql`next_at is not null`),
  ],
);

/** Imports that were transmitted and whose invoices are being taken into `collections`, so that transmitting itself stays one row's update. */
export const collectionStarts = pgTable(
  "collection_starts",
  {
    partnerId: partnerId(),
    importId: code().notNull(),
    /** Up to which invoice number they have been. */
    doneUpTo: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.importId] }),
    foreignKey({ columns: [table.partnerId, table.importId], foreignColumns: [imports.partnerId, imports.id] }),
  ],
);

export const outgoingKind = pgEnum("outgoing_kind", [...messageKinds, "answer", ...announcementKinds]);

export const outgoingState = pgEnum("outgoing_state", ["waiting", "handing_over", "sent", "refused", "cancelled", "unknown"]);

/**
 * A message to a customer that was decided on, before anything is sent: its id is the mail's Message-ID, and of each there is one. What has been
 * accepted by the mail server is in `messages` under the same id.
 */
export const outgoingMessages = pgTable(
  "outgoing_messages",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    kind: outgoingKind().notNull(),
    /** How many chargebacks had begun the reminders again. */
    round: integer().notNull().default(0),
    /** The answer that it carries. */
    ticketId: code(),
    /** Of what happened: the payment, refund, line or invoice that it tells of. */
    aboutId: code(),
    /**
     * `handing_over`: the contents are going to the mail server, which may accept them even if its answer is lost. `unknown`: it cannot be told any
     * more whether it did. Neither is ever sent again by itself; one that is unknown or refused waits again when a person has said so.
     */
    state: outgoingState().notNull().default("waiting"),
    /** Printed in the mail, so that its recipient can check whether it is genuine. 60 random bits; null until the message is first claimed. */
    checkCode: text(),
    /** When it was decided on, by the partner's clock. */
    createdAt: createdAt(),
    /** How often a sender has taken it. Only ever grows, so that each knows whether it is still its own. */
    attempts: integer().notNull().default(0),
    /** How often it was tried in vain since it was decided on, or since a person had it sent again. */
    failures: integer().notNull().default(0),
    /** Real time: when to try next, or when the process that claimed it counts as dead. */
    nextAttemptAt: moment().notNull(),
    /** Of the mail whose contents have gone. */
    subject: text(),
    /** The last day that a reminder gives for paying without a late-payment fee, as it says; null: it names no fee. */
    graceUntil: date(),
    /** The message of the same household in whose mail this one went; null: in its own. */
    carriedBy: code(),
    /** The person whose booking at the bank's desk it tells of, as the table of changes names them: it waits for their Undo. Null: it leaves at once. */
    heldBy: code(),
    /** Real time: when it leaves at the latest, however long they work at the desk. */
    heldUntil: moment(),
    /** Why it was not taken: an SMTP code, or the kind of trouble like `not_composed`; never what the server said, which may name the customer. */
    failure: text(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.partnerId, table.ticketId], foreignColumns: [tickets.partnerId, tickets.id] }).onDelete("cascade"),
    // The same message is never queued twice, and what happened is told once.
    uniqueIndex("outgoing_messages_once")
      .on(table.partnerId, table.invoiceId, table.kind, table.round)
      .where(sql`ticket_id is null and about_id is null`),
    uniqueIndex("outgoing_messages_announced_once")
      .on(table.partnerId, table.invoiceId, table.kind, table.aboutId)
      .where(sql`about_id is not null`),
    uniqueIndex("outgoing_messages_by_ticket").on(table.partnerId, table.ticketId).where(sql`ticket_id is not null`),
    uniqueIndex("outgoing_messages_by_check_code").on(table.checkCode).where(sql`check_code is not null`),
    // Whose message did not arrive, invoice by invoice: few of them.
    index("outgoing_messages_refused").on(table.partnerId, table.invoiceId).where(sql`state = 'refused'`),
    index("outgoing_messages_carried").on(table.partnerId, table.carriedBy).where(sql`carried_by is not null`),
    // The receipts that wait for one person: few, and soon gone.
    index("outgoing_messages_held").on(table.partnerId, table.heldBy).where(sql`held_by is not null and state = 'waiting'`),
    index("outgoing_messages_due").on(table.nextAttemptAt).where(sql`state in ('waiting', 'handing_over')`),
    check("outgoing_messages_answer_a_ticket", sql`(${table.kind} = 'answer') = (${table.ticketId} is not null)`),
    check(
      "outgoing_messages_announce_something",
      sql`(${table.kind} in ('request1', 'request2', 'reminder1', 'reminder2', 'reminder3', 'answer')) = (${table.aboutId} is null)`,
    ),
    check("outgoing_messages_held_whole", sql`(${table.heldBy} is null) = (${table.heldUntil} is null)`),
    isAnId("outgoing_messages_id_shape", table.id),
  ],
);

export type OutgoingMessage = typeof outgoingMessages.$inferSelect;
