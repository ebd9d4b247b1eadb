import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, integer, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { bankTransactions } from "./bank-transactions";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";

/**
 * Invoices that a payment at the desk probably pays, according to its last ranking. Their customers are not asked to pay until somebody
 * decides. Derived by `rank-payment.ts` from payments and invoices, and stored because ranking takes milliseconds. Times are by the
 * partner's clock.
 */
export const probablePayments = pgTable(
  "probable_payments",
  {
    partnerId: partnerId(),
    id: id(),
    bankTransactionId: code().notNull(),
    invoiceId: code().notNull(),
    createdAt: createdAt(),
    /** When the payment was decided, or another invoice became more likely. */
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
 * Queue of rankings to repeat. A row names one payment, or an invoice that may be asked for again, or neither: then all payments at the
 * partner's desk are ranked. Filled by triggers and `holdStatements`. While a partner has rows here, none of its customers is asked to pay.
 */
export const deskRankings = pgTable(
  "desk_rankings",
  {
    partnerId: partnerId(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    bankTransactionId: code(),
    invoiceId: code(),
    /** Number of rankings of this payment that the database cancelled because they took too long. */
    timeouts: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.id] })],
);

export type DeskRanking = typeof deskRankings.$inferSelect;
