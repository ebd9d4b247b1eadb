import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, isAnId, moment } from "./columns";
import { locale } from "./companies";

/**
 * What people who work in the portal, and customers about their own details, are to be mailed. It is written in the transaction of what it is about, and sent after it; without an
 * SMTP server it stays here and the development mailbox shows it. Times are operational.
 */
export const mails = pgTable(
  "mails",
  {
    id: id().primaryKey(),
    recipient: text().notNull(),
    locale: locale().notNull(),
    /** The company that a customer's mail is from; null: the service itself. */
    sender: text(),
    subject: text().notNull(),
    /** Null once sent. Encrypted where it holds a link that opens an account. */
    body: text(),
    /** With which key it is encrypted; null: it is not. */
    bodyKeyId: text(),
    /** What mail programs that show pages would show, of a customer's mail in the development mailbox. */
    html: text(),
    createdAt: createdAt(),
    attempts: integer().notNull().default(0),
    /** When to try next; who claims a mail moves it on first. */
    nextAttemptAt: moment().notNull(),
    sentAt: moment(),
  },
  (table) => [index("mails_waiting").on(table.nextAttemptAt).where(sql`sent_at is null`), isAnId("mails_id_shape", table.id)],
);

export type Mail = typeof mails.$inferSelect;
