import { foreignKey, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, partnerId } from "./columns";
import { invoices } from "./invoices";

/**
 * Check codes of mails to customers about their own details; the codes of other messages are in `outgoing_messages`. A code outlives its
 * mail, which is deleted, and contains nothing about the customer.
 */
export const mailCheckCodes = pgTable(
  "mail_check_codes",
  {
    /** As `outgoing_messages.check_code`: 60 random bits, without dashes. */
    checkCode: text().notNull(),
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    mailId: code().notNull(),
    /** Real time at which the mail was queued. */
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.checkCode] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    index("mail_check_codes_by_invoice").on(table.partnerId, table.invoiceId),
  ],
);
