import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bankTransactions } from "./bank-transactions";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";

export const paymentMethod = pgEnum("payment_method", [
  "ideal",
  "sdd",
  "bank_transfer",
  "credit_card",
  "bancontact",
  "bacs",
  "sofort",
  "paypal",
  "external",
]);

export const paymentStatus = pgEnum("payment_status", ["scheduled", "pending", "paid", "failed", "cancelled", "expired"]);

/** Provider that moves money for the service. */
export const paymentProvider = pgEnum("payment_provider", ["simulated_bank"]);

/** An attempt to move money. The invoice's account shows only its outcome, as lines. */
export const payments = pgTable(
  "payments",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    /**
     * Number of the invoice, set by a trigger, with which a list of 1,000,000 invoices finds those being paid. Null: ended before this was
     * stored.
     */
    invoiceNumber: bigint({ mode: "number" }),
    method: paymentMethod().notNull(),
    /** `scheduled`: planned; a retraction cancels it. `pending`: in progress; the invoice cannot be retracted until it ends. */
    status: paymentStatus().notNull(),
    amountCents: cents().notNull(),
    /** Part that is a donation, which is billed when it is paid, never before. */
    giftCents: cents().notNull().default(0),
    /** Description on the donation's line. */
    giftDescription: text(),
    createdAt: createdAt(),
    /** Null: the money was received elsewhere and recorded by hand. */
    provider: paymentProvider(),
    /** Id at the provider; null until it has answered. */
    providerReference: code(),
    /** Address of the provider's page on which the customer pays. */
    checkoutUrl: text(),
    /** Payment on a bank statement that this payment records. */
    bankTransactionId: code(),
    /** Actor who undid a mistaken booking, as in the table of changes. The payment is then charged back without a fee. */
    undoneBy: code(),
    /** Payment on a statement with which the customer's bank took it back. */
    takenBackTransactionId: code(),
    /** Why it was recorded by hand, in the recorder's words. */
    reason: text(),
    /** When an abandoned attempt is given up; a business moment. */
    expiresAt: moment(),
    /** When it was paid, failed, was cancelled or expired; a business moment. */
    endedAt: moment(),
    /** When the customer's bank took the money back; a business moment. */
    chargedBackAt: moment(),
    /** Part that exceeded the outstanding amount when it came: a second payment, or one too high. Owed to the customer. */
    surplusCents: cents().notNull().default(0),
    /** Real time of the next question to the provider; null: no further answer is expected. */
    nextAskAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    // No cascade: an invoice with moved money is never deleted.
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }),
    foreignKey({
      name: "payments_of_bank_transaction",
      columns: [table.partnerId, table.bankTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }),
    foreignKey({
      name: "payments_taken_back_by_bank_transaction",
      columns: [table.partnerId, table.takenBackTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }),
    index("payments_by_bank_transaction").on(table.partnerId, table.bankTransactionId).where(sql`bank_transaction_id is not null`),
    index("payments_by_taking_back").on(table.partnerId, table.takenBackTransactionId).where(sql`taken_back_transaction_id is not null`),
    index("payments_by_invoice").on(table.partnerId, table.invoiceId),
    // Payments in progress are few and short: the list of invoices queries all of a partner's at once.
    index("payments_in_progress").on(table.partnerId, table.invoiceNumber).where(sql`status = 'pending'`),
    index("payments_to_ask").on(table.nextAskAt).where(sql`next_ask_at is not null`),
    uniqueIndex("payments_by_reference").on(table.provider, table.providerReference).where(sql`provider_reference is not null`),
    check(
      "payments_reference_of_a_provider",
      sql`${table.provider} is not null or num_nonnulls(${table.providerReference}, ${table.checkoutUrl}) = 0`,
    ),
    check(
      "payments_surplus_of_what_was_paid",
      sql`${table.surplusCents} between 0 and ${table.amountCents} and (${table.surplusCents} = 0 or ${table.status} = 'paid')`,
    ),
    check("payments_charged_back_once_paid", sql`${table.chargedBackAt} is null or ${table.status} = 'paid'`),
    check(
      "payments_undone_are_charged_back",
      sql`num_nonnulls(${table.undoneBy}, ${table.takenBackTransactionId}) = 0 or ${table.chargedBackAt} is not null`,
    ),
    check("payments_gift_within", sql`${table.giftCents} between 0 and ${table.amountCents}`),
    check("payments_amount_positive", sql`${table.amountCents} > 0`),
    check("payments_numbered_in_progress", sql`${table.invoiceNumber} is not null or ${table.status} <> 'pending'`),
    isAnId("payments_id_shape", table.id),
  ],
);

export type Payment = typeof payments.$inferSelect;
