import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, isAnId, moment } from "./columns";
import { locale } from "./companies";

/**
 * Mails to people who work in the portal, and to customers about their own details. A mail is written in the transaction of its event, and
 * sent after it. Without an SMTP server it stays here and the development mailbox shows it. Times are operational.
 */
export const mails = pgTable(
  "mails",
  {
    id: id().primaryKey(),
    recipient: text().notNull(),
    locale: locale().notNull(),
    /** Company in whose name a customer's mail is sent; null: the service itself. */
    sender: text(),
    subject: text().notNull(),
    /** Null once sent. Encrypted if it contains a link that opens an account. */
    body: text(),
    /** Key of the encryption; null: not encrypted. */
    bodyKeyId: text(),
    /** HTML version of a customer's mail, for the development mailbox. */
    html: text(),
    createdAt: createdAt(),
    attempts: integer().notNull().default(0),
    /** Time of the next attempt; a claim moves it on first. */
    nextAttemptAt: moment().notNull(),
    sentAt: moment(),
  },
  (table) => [index("mails_waiting").on(table.nextAttemptAt).where(sql`sent_at is null`), isAnId("mails_id_shape", table.id)],
);

export type Mail = typeof mails.$inferSelect;
