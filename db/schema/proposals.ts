import { sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, index, jsonb, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bankTransactions } from "./bank-transactions";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";
import { payments } from "./payments";
import { users } from "./users";

export const proposalKind = pgEnum("proposal_kind", ["record_payment", "record_refund", "refund_payment", "book_transaction"]);
export const proposalOutcome = pgEnum("proposal_outcome", ["approved", "declined", "withdrawn"]);

/** Part of a payment on a bank statement that is to be booked on one invoice, in cents. */
export interface ProposedPart {
  invoiceId: string;
  amountCents: number;
}

/**
 * A payment, refund or booking above the partner's limit, carried out once a second person approves it. Times are by the partner's clock.
 */
export const proposals = pgTable(
  "proposals",
  {
    partnerId: partnerId(),
    id: id(),
    /** Invoice of the act; for `book_transaction`, the invoice of the first part. */
    invoiceId: code().notNull(),
    kind: proposalKind().notNull(),
    amountCents: cents().notNull(),
    reason: text().notNull(),
    /** Payment to refund through its provider. */
    paymentId: code(),
    /** `book_transaction` only: the payment on a bank statement, and the part for each invoice. */
    bankTransactionId: code(),
    parts: jsonb().$type<ProposedPart[]>(),
    /** Direct debits that the payment collects, of which `parts` are the parts; null: `parts` are ordinary bookings. */
    debitIds: jsonb().$type<string[]>(),
    /** Value date of a recorded payment; null: the day of the approval. */
    paidOn: date({ mode: "string" }),
    /** Whether a recorded payment may exceed the outstanding amount, because its author confirmed that. */
    mayExceed: boolean().notNull(),
    proposedBy: code().notNull(),
    createdAt: createdAt(),
    /** Time from which the author may approve the act, because nobody else could when it was proposed; null: somebody could. */
    aloneFrom: moment(),
    decidedBy: code(),
    decidedAt: moment(),
    outcome: proposalOutcome(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }),
    foreignKey({ columns: [table.partnerId, table.paymentId], foreignColumns: [payments.partnerId, payments.id] }),
    foreignKey({
      name: "proposals_of_transaction",
      columns: [table.partnerId, table.bankTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }),
    foreignKey({ columns: [table.partnerId, table.proposedBy], foreignColumns: [users.partnerId, users.id] }),
    foreignKey({ columns: [table.partnerId, table.decidedBy], foreignColumns: [users.partnerId, users.id] }),
    // Only one open proposal per invoice, that of the first part if there are several, so that the account does not change between the second person's view and the approval.
    uniqueIndex("proposals_one_open").on(table.partnerId, table.invoiceId).where(sql`decided_at is null`),
    uniqueIndex("proposals_one_open_of_transaction")
      .on(table.partnerId, table.bankTransactionId)
      .where(sql`decided_at is null and bank_transaction_id is not null`),
    index("proposals_by_invoice").on(table.partnerId, table.invoiceId),
    index("proposals_open").on(table.partnerId, table.createdAt).where(sql`decided_at is null`),
    check("proposals_amount_positive", sql`${table.amountCents} > 0`),
    check("proposals_payment_to_give_back", sql`(${table.kind} = 'refund_payment') = (${table.paymentId} is not null)`),
    check(
      "proposals_transaction_to_book",
      sql`(${table.kind} in ('record_payment', 'record_refund', 'refund_payment')) = (${table.bankTransactionId} is null)
        and (${table.bankTransactionId} is null) = (${table.parts} is null)`,
    ),
    check("proposals_debits_to_book", sql`${table.debitIds} is null or ${table.parts} is not null`),
    check(
      "proposals_decided_whole",
      sql`(${table.decidedAt} is null) = (${table.decidedBy} is null) and (${table.decidedAt} is null) = (${table.outcome} is null)`,
    ),
    check(
      "proposals_second_person",
      sql`(${table.decidedBy} = ${table.proposedBy}) is not true or ${table.outcome} = 'withdrawn' or (${table.decidedAt} >= ${table.aloneFrom}) is true`,
    ),
    isAnId("proposals_id_shape", table.id),
  ],
);

export type Proposal = typeof proposals.$inferSelect;
