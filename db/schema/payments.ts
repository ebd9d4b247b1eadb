import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bankTransactions } from "./bank-transactions";
import { cents, code, createdAt, hasIdShape, id, moment, partnerId } from "./columns";
import { debits } from "./debits";
import { instalmentPlans } from "./instalment-plans";
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

/** Provider that moves the money. */
export const paymentProvider = pgEnum("payment_provider", ["simulated_bank"]);

/** An attempt to move money. The invoice's account contains only the outcome, as lines. */
export const payments = pgTable(
  "payments",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    /**
     * Number of the invoice, set by a trigger. By this number, a list of 1,000,000 invoices finds the invoices with a payment in progress.
     * Null: the payment ended before this column existed.
     */
    invoiceNumber: bigint({ mode: "number" }),
    method: paymentMethod().notNull(),
    /** `scheduled`: planned; a retraction cancels it. `pending`: in progress; until it ends, the invoice cannot be retracted. */
    status: paymentStatus().notNull(),
    amountCents: cents().notNull(),
    /** Part that is a donation, which is billed only when it is paid. */
    giftCents: cents().notNull().default(0),
    /** Description on the donation's line. */
    giftDescription: text(),
    createdAt: createdAt(),
    /** Null: the money was received outside the service, and recorded by hand or from a bank statement. */
    provider: paymentProvider(),
    /** Id at the provider; null until the provider has answered. */
    providerReference: code(),
    /** Address of the provider's page on which the customer pays. */
    checkoutUrl: text(),
    /** Payment on a bank statement that this payment records. */
    bankTransactionId: code(),
    /** Direct debit that collects this payment; null: the payment is no part of a debit planned here. */
    debitId: code(),
    /** Plan of instalments whose part the direct debit collects (decision 0195); null: it collects what is outstanding. */
    instalmentPlanId: code(),
    /** Number of that part, from 1. */
    instalmentNumber: integer(),
    /** Actor who undid a wrong booking, as in the table of changes. The payment then counts as charged back without a fee. */
    undoneBy: code(),
    /** Payment on a statement by which the customer's bank took the money back. */
    takenBackTransactionId: code(),
    /** Reason for recording the payment by hand, in the author's words. */
    reason: text(),
    /** When an unfinished attempt counts as abandoned, by the partner's clock. */
    expiresAt: moment(),
    /** When the payment was paid, failed, was cancelled or expired, by the partner's clock. */
    endedAt: moment(),
    /** When the customer's bank took the money back, by the partner's clock. */
    chargedBackAt: moment(),
    /** Part that exceeded the outstanding amount on arrival, because the payment was a second one or too high. Owed to the customer. */
    surplusCents: cents().notNull().default(0),
    /** Real time of the next request to the provider; null: no further answer is expected. */
    nextAskAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    // No cascade: an invoice with a payment is never deleted.
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
    foreignKey({ name: "payments_of_debit", columns: [table.partnerId, table.debitId], foreignColumns: [debits.partnerId, debits.id] }),
    foreignKey({
      name: "payments_of_instalment_plan",
      columns: [table.partnerId, table.instalmentPlanId],
      foreignColumns: [instalmentPlans.partnerId, instalmentPlans.id],
    }),
    index("payments_by_instalment_plan").on(table.partnerId, table.instalmentPlanId).where(sql`instalment_plan_id is not null`),
    index("payments_by_bank_transaction").on(table.partnerId, table.bankTransactionId).where(sql`bank_transaction_id is not null`),
    index("payments_by_taking_back").on(table.partnerId, table.takenBackTransactionId).where(sql`taken_back_transaction_id is not null`),
    index("payments_by_invoice").on(table.partnerId, table.invoiceId),
    // Payments in progress are few and short-lived, so the list of invoices reads all payments of a partner together.
    index("payments_in_progress").on(table.partnerId, table.invoiceNumber).where(sql`status = 'pending'`),
    // One invoice is a part of a debit once, and of one unfinished debit at a time, or of one for each instalment.
    uniqueIndex("payments_by_debit")
      .on(table.partnerId, table.debitId, table.invoiceId)
      .where(sql`debit_id is not null and undone_by is null`),
    uniqueIndex("payments_debited_once_at_a_time")
      .on(table.partnerId, table.invoiceId, sql`coalesce(${table.instalmentNumber}, 0)`)
      .where(sql`debit_id is not null and status in ('scheduled', 'pending')`),
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
    check(
      "payments_of_debit_by_sdd",
      sql`${table.debitId} is null or (${table.method} = 'sdd' and ${table.provider} is null and ${table.giftCents} = 0)`,
    ),
    check(
      "payments_of_instalment_whole",
      sql`num_nonnulls(${table.instalmentPlanId}, ${table.instalmentNumber}) = 0 or (${table.instalmentPlanId} is not null and ${table.debitId} is not null and ${table.instalmentNumber} >= 1) is true`,
    ),
    check("payments_gift_within", sql`${table.giftCents} between 0 and ${table.amountCents}`),
    check("payments_amount_positive", sql`${table.amountCents} > 0`),
    check("payments_numbered_in_progress", sql`${table.invoiceNumber} is not null or ${table.status} <> 'pending'`),
    hasIdShape("payments_id_shape", table.id),
  ],
);

export type Payment = typeof payments.$inferSelect;
