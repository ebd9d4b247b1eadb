import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { bankTransactions } from "./bank-transactions";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";

/**
 * Invoices that a payment at the desk probably pays, by its last ranking. Nothing is demanded about them until somebody decides on it.
 * `rank-payment.ts` derives them from the payment and the invoices; they are stored because ranking takes milliseconds. Times are business
 * moments.
 */
export const probablePayments = pgTable(
  "probable_payments",
  {
    partnerId: partnerId(),
    id: id(),
    bankTransactionId: code().notNull(),
    invoiceId: code().notNull(),
    createdAt: createdAt(),
    /** When the payment was decided on, or another invoice became more likely. */
    endedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "probable_payments_of_transaction",
      columns: [table.partnerId, table.bankTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "probable_payments_of_invoice",
      columns: [table.partnerId, table.invoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }).onDelete("cascade"),
    uniqueIndex("probable_payments_once").on(table.partnerId, table.bankTransactionId, table.invoiceId).where(sql`ended_at is null`),
    index("probable_payments_by_invoice").on(table.partnerId, table.invoiceId),
    isAnId("probable_payments_id_shape", table.id),
  ],
);

/**
 * Queue of rankings to repeat: one payment, or all of a partner's if no payment is named; with an invoice, one about which something may be
 * demanded again. Triggers and `holdStatements` add to it. While a partner has rows here, nothing is demanded from its customers.
 */
export const deskRankings = pgTable(
  "desk_rankings",
  {
    partnerId: partnerId(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    bankTransactionId: code(),
    invoiceId: code(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.id] })],
);
