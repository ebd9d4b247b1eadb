import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { bankTransactions } from "./bank-transactions";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";

/**
 * Invoices that a payment at the desk probably pays, as it was ranked last: nothing is demanded about them until somebody decides of it. Derived from the payment and
 * the invoices by `rank-payment.ts`, and kept because ranking takes milliseconds. Times are business moments.
 */
export const probablePayments = pgTable(
  "probable_payments",
  {
    partnerId: partnerId(),
    id: id(),
    bankTransactionId: code().notNull(),
    invoiceId: code().notNull(),
    createdAt: createdAt(),
    /** When it was decided of the payment, or another invoice became the likelier one. */
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
 * A queue of what is to be ranked again at the desk: one payment, or all of a partner where no payment is named; with an invoice, one of which something may be demanded again. Triggers add to it; while a partner has rows
 * here, nothing is demanded of its customers.
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
