import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, isAnId, moment } from "./columns";
import { locale } from "./companies";

/**
 * Mails to people who work in the portal, and to customers about their own details. A mail is queued in the transaction of its event as a
 * kind and the event's values, and worded when it is sent. Without an SMTP server it stays here and the development mailbox shows it. Times
 * are real time.
 */
export const mails = pgTable(
  "mails",
  {
    id: id().primaryKey(),
    recipient: text().notNull(),
    locale: locale().notNull(),
    /** Company in whose name a customer's message is sent; null: the service itself. */
    sender: text(),
    /** Kind in `server/platform/mail/mail-kinds.ts`. Null: a mail with a body, from an earlier version or of a customer's message. */
    kind: text(),
    /**
     * Values of the kind, as JSON. Encrypted if they contain a link that opens an account. Null once sent; without an SMTP server they stay
     * until the mail is deleted.
     */
    values: text(),
    /** Key of the values' encryption; null: not encrypted. */
    valuesKeyId: text(),
    /** Time of the next attempt, for a mail with a kind. A claim postpones it before the attempt. */
    dueAt: moment(),
    /** Null for a mail with a kind until it is sent. */
    subject: text(),
    /** Null once sent, and for a mail with a kind. Encrypted if it contains a link that opens an account. */
    body: text(),
    /** Key of the body's encryption; null: not encrypted. */
    bodyKeyId: text(),
    /** HTML version of a customer's message, for the development mailbox. */
    html: text(),
    createdAt: createdAt(),
    attempts: integer().notNull().default(0),
    /** As `dueAt`, for a mail with a body. Infinity for a mail with a kind: versions that do not know kinds would send it empty. */
    nextAttemptAt: moment().notNull(),
    sentAt: moment(),
  },
  (table) => [
    check(
      "mails_kind_or_text",
      sql`case when ${table.kind} is null then ${table.subject} is not null and ${table.values} is null and ${table.dueAt} is null
        else ${table.dueAt} is not null and ${table.nextAttemptAt} = 'infinity' and (${table.values} is not null or ${table.sentAt} is not null) end`,
    ),
    index("mails_due").on(table.dueAt).where(sql`sent_at is null`),
    index("mails_waiting").on(table.nextAttemptAt).where(sql`sent_at is null`),
    isAnId("mails_id_shape", table.id),
  ],
);

export type Mail = typeof mails.$inferSelect;
