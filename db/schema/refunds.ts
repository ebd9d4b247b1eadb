import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bankTransactions } from "./bank-transactions";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";
import { payments } from "./payments";

export const refundStatus = pgEnum("refund_status", ["pending", "paid", "failed"]);

/** Money given back to a customer. Once paid, it appears on the invoice's account as a chargeback line without a fee. */
export const refunds = pgTable(
  "refunds",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    /** Payment that the provider refunds; null: refunded by a file for the company's bank, or outside the service and recorded by hand. */
    paymentId: code(),
    /** Whether the refund is in a file for the company's bank. A bank cannot be polled; its statement shows the outcome. */
    isInFile: boolean().notNull().default(false),
    /** `pending`: ordered from the provider or the bank. The same money cannot be refunded again until it ends. */
    status: refundStatus().notNull(),
    amountCents: cents().notNull(),
    /** Reason, in the author's words. */
    reason: text().notNull(),
    /** Payment on a bank statement by which the bank debited the refund. */
    bankTransactionId: code(),
    createdAt: createdAt(),
    /** When the refund was paid or refused, by the partner's clock. */
    endedAt: moment(),
    /** Real time of the next request to the provider; null: the refund has ended, or is in a file for the bank. */
    nextAskAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    // No cascade: an invoice with a refund is never deleted.
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }),
    foreignKey({ columns: [table.partnerId, table.paymentId], foreignColumns: [payments.partnerId, payments.id] }),
    foreignKey({
      name: "refunds_of_bank_transaction",
      columns: [table.partnerId, table.bankTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }),
    index("refunds_by_bank_transaction").on(table.partnerId, table.bankTransactionId).where(sql`bank_transaction_id is not null`),
    index("refunds_by_invoice").on(table.partnerId, table.invoiceId),
    index("refunds_to_ask").on(table.nextAskAt).where(sql`status = 'pending'`),
    check("refunds_amount_positive", sql`${table.amountCents} > 0`),
    check("refunds_pending_at_a_provider", sql`${table.paymentId} is not null or ${table.isInFile} or ${table.status} = 'paid'`),
    check("refunds_ended_at_a_time", sql`(${table.status} = 'pending') = (${table.endedAt} is null)`),
    check("refunds_asked_while_pending", sql`(${table.status} = 'pending' and not ${table.isInFile}) = (${table.nextAskAt} is not null)`),
    isAnId("refunds_id_shape", table.id),
  ],
);

export type Refund = typeof refunds.$inferSelect;
