import { boolean, foreignKey, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { outgoingMessages } from "./collections";
import { code, partnerId } from "./columns";
import { invoices } from "./invoices";

/**
 * Invoices whose late-payment fee stands on another invoice, because one reminder asked for both (decision 0152). Written when the reminder
 * is handed to the mail server; in force while that message counts as sent.
 */
export const sharedLateFees = pgTable(
  "shared_late_fees",
  {
    partnerId: partnerId(),
    /** The reminder: the message whose mail asked for all of the invoices. */
    messageId: code().notNull(),
    invoiceId: code().notNull(),
    /** Invoice on which the fee stands. */
    onInvoiceId: code().notNull(),
    /** Whether the amount of `invoiceId` counts towards the fee's maximum. False if the fee had been named before this reminder. */
    isCounted: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.messageId, table.invoiceId] }),
    foreignKey({
      name: "shared_late_fees_of_message",
      columns: [table.partnerId, table.messageId],
      foreignColumns: [outgoingMessages.partnerId, outgoingMessages.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "shared_late_fees_of_invoice",
      columns: [table.partnerId, table.invoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }).onDelete("cascade"),
    index("shared_late_fees_by_invoice").on(table.partnerId, table.invoiceId),
    index("shared_late_fees_by_place").on(table.partnerId, table.onInvoiceId),
  ],
);
