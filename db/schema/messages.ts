import { foreignKey, index, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, partnerId, recordedOrder } from "./columns";
import { invoices } from "./invoices";

export const messageType = pgEnum("message_type", ["EMAIL", "SMS", "LETTER"]);

/** Messages that the service sent to the customer about an invoice. */
export const messages = pgTable(
  "messages",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    type: messageType().notNull(),
    description: text().notNull(),
    createdAt: createdAt(),
    recordedOrder: recordedOrder(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    index("messages_by_invoice").on(table.partnerId, table.invoiceId, table.recordedOrder),
    isAnId("messages_id_shape", table.id),
  ],
);

export type Message = typeof messages.$inferSelect;
