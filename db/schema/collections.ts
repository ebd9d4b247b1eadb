import { sql } from "drizzle-orm";
import { bigint, check, date, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { announcementKinds, messageKinds } from "@/server/domain/rules/collection-messages";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { imports } from "./imports";
import { invoices } from "./invoices";
import { tickets } from "./tickets";

/** Queue of transmitted invoices: when to check each one's plan. Stores no decisions, because they follow from the invoice. */
export const collections = pgTable(
  "collections",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    /** Time of the next check, by the partner's clock. Null: nothing is planned. An event on the invoice puts it back into the queue. */
    nextAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.invoiceId] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    // Each partner has its own clock, so due rows are queried per partner.
    index("collections_due").on(table.partnerId, table.nextAt).where(sql`next_at is not null`),
  ],
);

/**
 * Transmitted imports whose invoices are still being added to `collections`. Because of this queue, the transmission itself updates only
 * one row.
 */
export const collectionStarts = pgTable(
  "collection_starts",
  {
    partnerId: partnerId(),
    importId: code().notNull(),
    /** Number of the last invoice added. */
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
 * A message to a customer, recorded before it is sent. Its id is the mail's Message-ID, and each message exists once. Sent and unknown
 * messages are also in `messages`, with the same id.
 */
export const outgoingMessages = pgTable(
  "outgoing_messages",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    kind: outgoingKind().notNull(),
    /**
     * Number of chargebacks that had restarted the reminders before this message. For the announcement of a direct debit: number of times
     * that the debit's day had been put off.
     */
    round: integer().notNull().default(0),
    /** Ticket that the message contains, if it is an answer. */
    ticketId: code(),
    /** Announcements only: the payment, refund, line or invoice that the announcement is about. */
    aboutId: code(),
    /**
     * `handing_over`: the contents are being sent to the mail server, which may accept them even if its answer is lost. If it answers that
     * it did not, the message waits again or is refused. `unknown`: it can no longer be determined whether the server accepted them. An
     * unknown or refused message waits again only if a person requests that.
     */
    state: outgoingState().notNull().default("waiting"),
    /**
     * Code printed in the mail, with which the recipient can check whether it is genuine. 60 random bits; null until the message is first
     * claimed.
     */
    checkCode: text(),
    /** Time at which the message was decided, by the partner's clock. */
    createdAt: createdAt(),
    /** Time at which a person last had the message sent again, by the partner's clock; null: never. */
    sentAgainAt: moment(),
    /** Number of claims by senders. It only grows, so that a sender can tell whether its claim is still valid. */
    attempts: integer().notNull().default(0),
    /** Number of failed attempts since the decision, or since a person had the message sent again. */
    failures: integer().notNull().default(0),
    /** Real time of the next attempt; while claimed, the time until which the sender is assumed to be alive. */
    nextAttemptAt: moment().notNull(),
    /** Subject of the sent mail. */
    subject: text(),
    /** Last day to pay without a late-payment fee, as stated in the reminder; null if it names no fee. */
    graceUntil: date(),
    /** Terms that the reminder states beside the fee, by `feeTermsOf`, such as `NL`; null if the law demands none, or it names no fee. */
    feeTerms: text(),
    /** Day to pay by, as stated in the message; null if it states none. */
    payBy: date(),
    /** Message of the same household whose mail included this one; null if it was sent separately. */
    carriedBy: code(),
    /**
     * Person, as in the table of changes, whose booking at the bank's desk the receipt is about. The receipt waits while they can undo the
     * booking. Null: sent immediately.
     */
    heldBy: code(),
    /** Real time at which the receipt is sent at the latest, even while the person still works at the desk. */
    heldUntil: moment(),
    /** Reason of a failure: an SMTP code, or a word such as `not_composed`. Never the server's text, which may name the customer. */
    failure: text(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.partnerId, table.ticketId], foreignColumns: [tickets.partnerId, tickets.id] }).onDelete("cascade"),
    // Each message is queued once, and each event announced once.
    uniqueIndex("outgoing_messages_once")
      .on(table.partnerId, table.invoiceId, table.kind, table.round)
      .where(sql`ticket_id is null and about_id is null`),
    uniqueIndex("outgoing_messages_announced_once")
      .on(table.partnerId, table.invoiceId, table.kind, table.aboutId, table.round)
      .where(sql`about_id is not null`),
    uniqueIndex("outgoing_messages_by_ticket").on(table.partnerId, table.ticketId).where(sql`ticket_id is not null`),
    uniqueIndex("outgoing_messages_by_check_code").on(table.checkCode).where(sql`check_code is not null`),
    // Invoices with a message that did not arrive; there are few.
    index("outgoing_messages_refused").on(table.partnerId, table.invoiceId).where(sql`state = 'refused'`),
    index("outgoing_messages_carried").on(table.partnerId, table.carriedBy).where(sql`carried_by is not null`),
    // Receipts that wait for one person; there are few, and they are soon sent.
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
