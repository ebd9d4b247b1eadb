import { sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { CATEGORY_TEXT_LENGTH, paymentCategories } from "@/server/domain/rules/statement-list";
import { bankAccounts } from "./bank-accounts";
import { statementEntries } from "./bank-statements";
import { cents, code, createdAt, hasIdShape, id, moment, partnerId, recordedOrder } from "./columns";
import { invoices } from "./invoices";

/**
 * State of a payment on a statement:
 * - `waiting`: the statement waits to be accepted.
 * - `new`: the payment is not matched yet.
 * - `open`: a person decides.
 * - `later`: a person has put the decision off.
 * - `booked`: the payment is completely booked on invoices. An outgoing payment paid a refund, took a payment back, or sent misdirected
 *   money back.
 * - `to_return`: misdirected money, to be given back.
 * - `returned`: misdirected money that was given back.
 * - `noted`: the payment is unrelated to invoices.
 * - `withdrawn`: the statement was withdrawn, so the payment counts nowhere.
 */
export const bankTransactionState = pgEnum("bank_transaction_state", [
  "new",
  "open",
  "later",
  "booked",
  "to_return",
  "noted",
  "returned",
  "waiting",
  "withdrawn",
]);

/** Purpose of a payment that is unrelated to invoices. */
export const paymentCategory = pgEnum("payment_category", paymentCategories);

/** One payment within an entry of a statement, to be matched with invoices. Positive: incoming. The bank's facts never change. */
export const bankTransactions = pgTable(
  "bank_transactions",
  {
    partnerId: partnerId(),
    id: id(),
    entryId: code().notNull(),
    companyId: code().notNull(),
    bankAccountId: code().notNull(),
    recordedOrder: recordedOrder(),
    amountCents: cents().notNull(),
    currency: code().notNull(),
    bookedOn: date({ mode: "string" }).notNull(),
    /** Value date. */
    valueOn: date({ mode: "string" }).notNull(),
    isReversal: boolean().notNull(),
    /** Payer or payee; empty if the bank names none. */
    name: text().notNull(),
    iban: code().notNull(),
    /** The payer's text, with additions by the bank. */
    text: text().notNull(),
    /** Structured references, as sent. */
    references: text().array().notNull(),
    endToEndId: text().notNull(),
    /** Reason of a return, as an ISO 20022 code. */
    returnReason: code().notNull(),
    /**
     * Part of an outgoing payment that is the bank's charge, in cents, as a person has stated it for a returned direct debit. A charge that
     * the bank states itself is a payment of its own.
     */
    chargesCents: cents().notNull().default(0),
    /**
     * Outgoing payment that gave this one back without a refund file, as a person has said. Only while the state is `returned`; null if a
     * file gave it back.
     */
    givenBackBy: code(),
    /** Amount that the payer sent in another currency, such as `12.50 USD`. */
    instructed: text().notNull(),
    /**
     * SEPA creditor identifiers that the bank names, in capitals. A payment that names another creditor is left to a person (decision
     * 0148).
     */
    creditorIdentifiers: text().array().notNull().default([]),
    /** Whether another kind of file may have contained the payment before; only a person can tell. The column has an older name. */
    mayBeDuplicate: boolean("may_be_repeated").notNull().default(false),
    state: bankTransactionState().notNull().default("new"),
    /** Set by a person, only while the state is `noted`. The trigger `bank_transactions_category_ends` removes it with the state. */
    category: paymentCategory(),
    /** Purpose in a person's words, if the category is `other`. */
    categoryText: text(),
    /**
     * Whether a person wants the category for later payments of the same other party as well. Payments that get the category so have no
     * decision. The trigger `bank_transactions_category_no_longer_always` ends it if the category changes.
     */
    categoryAlways: boolean().notNull().default(false),
    /** Number of decisions, by which the second of two simultaneous decisions is detected. */
    decisions: integer().notNull().default(0),
    /** Actor, as in the table of changes; `system` for the service's own decisions. */
    decidedBy: code(),
    decidedAt: moment(),
    /** Whether the service booked the payment itself and has not yet recorded that in the security log. */
    isUnlogged: boolean().notNull().default(false),
    /** Real time of the last ranking of the invoices that the payment may be for, while a person has not decided. */
    rankedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "bank_transactions_of_entry",
      columns: [table.partnerId, table.entryId],
      foreignColumns: [statementEntries.partnerId, statementEntries.id],
    }),
    foreignKey({
      name: "bank_transactions_of_account",
      columns: [table.partnerId, table.companyId, table.bankAccountId],
      foreignColumns: [bankAccounts.partnerId, bankAccounts.companyId, bankAccounts.id],
    }),
    foreignKey({
      name: "bank_transactions_given_back_by",
      columns: [table.partnerId, table.givenBackBy],
      foreignColumns: [table.partnerId, table.id],
    }),
    index("bank_transactions_by_giving_back").on(table.partnerId, table.givenBackBy).where(sql`given_back_by is not null`),
    index("bank_transactions_by_entry").on(table.partnerId, table.entryId),
    // For listing open and decided payments by state.
    index("bank_transactions_by_state").on(table.partnerId, table.state, table.bookedOn, table.recordedOrder),
    // Payments to be matched; partners take turns.
    index("bank_transactions_new_of_partner").on(table.partnerId, table.recordedOrder).where(sql`state = 'new'`),
    index("bank_transactions_unlogged").on(table.recordedOrder).where(sql`is_unlogged`),
    // Payments that wait for a person, least recently ranked first. `whereToRank` in rank-desk.ts implies this condition, and leaves out
    // withdrawn payments: an index cannot name a state that the same upgrade adds.
    index("bank_transactions_ranked")
      .on(table.rankedAt)
      .where(sql`state not in ('new', 'booked', 'to_return', 'noted', 'returned') and amount_cents > 0`),
    // Payments at the desk from one account, which `rank_payments_of_payer` queues. The condition there implies this one.
    index("bank_transactions_at_desk_by_account")
      .on(table.partnerId, table.iban)
      .where(sql`state not in ('new', 'booked', 'to_return', 'noted', 'returned')`),
    // For finding the payment that outgoing money took back. Same condition as `whereCameBefore` in find-returned.ts.
    index("bank_transactions_by_amount").on(table.partnerId, table.bankAccountId, table.amountCents).where(sql`state = 'booked'`),
    // Outgoing payments with an end-to-end id, such as returns of one debit in several kinds of files (`releaseWaitingReturns`).
    index("bank_transactions_returning")
      .on(table.partnerId, sql`lower(end_to_end_id)`)
      .where(sql`amount_cents < 0 and end_to_end_id <> ''`),
    // For finding outgoing money that was noted before the payment came that it may return. `reopenPossibleReturns` has the same condition.
    index("bank_transactions_noted_by_amount")
      .on(table.partnerId, table.bankAccountId, table.amountCents)
      .where(sql`state = 'noted' and decisions = 0 and amount_cents < 0`),
    // The company's categorised payments, by which others are proposed a category: those for always first, then the latest
    // (`findEarlierCategories`).
    index("bank_transactions_categorized")
      .on(table.partnerId, table.companyId, table.categoryAlways, table.bookedOn)
      .where(sql`category is not null`),
    check("bank_transactions_amount_some", sql`${table.amountCents} <> 0`),
    check(
      "bank_transactions_charges_of_return",
      sql`${table.chargesCents} = 0 or (${table.chargesCents} > 0 and ${table.chargesCents} < -${table.amountCents} and ${table.state} = 'booked')`,
    ),
    check("bank_transactions_given_back", sql`${table.givenBackBy} is null or (${table.state} = 'returned' and ${table.amountCents} > 0)`),
    check("bank_transactions_category_always", sql`not ${table.categoryAlways} or ${table.category} is not null`),
    check("bank_transactions_category_noted", sql`${table.category} is null or ${table.state} = 'noted'`),
    check(
      "bank_transactions_category_text",
      sql`(${table.categoryText} is not null) = (${table.category} is not distinct from 'other')
        and (${table.categoryText} is null or char_length(btrim(${table.categoryText})) between 1 and ${sql.raw(String(CATEGORY_TEXT_LENGTH))})`,
    ),
    check("bank_transactions_decided_whole", sql`(${table.decidedAt} is null) = (${table.decidedBy} is null)`),
    check("bank_transactions_new_undecided", sql`${table.state} <> 'new' or ${table.decisions} = 0`),
    hasIdShape("bank_transactions_id_shape", table.id),
  ],
);

/**
 * The part of a payment that its state is about, in cents. For a booked or outgoing payment, the whole amount; for any other payment, the
 * part that is not booked on invoices (`unbookedCents`). Lists of payments by state show and sum this part. Only a decision can book a
 * part, so `payments` is read only for decided payments, which are few among the thousands that wait.
 */
// The columns are written out, because Drizzle leaves out a table's name if it is the only one, and `payments` has the same columns.
export const countedCents = sql`case
  when bank_transactions.amount_cents > 0 and bank_transactions.decisions > 0 and bank_transactions.state <> 'booked'
  then bank_transactions.amount_cents - (select coalesce(sum(p.amount_cents), 0) from payments p
    where p.partner_id = bank_transactions.partner_id and p.bank_transaction_id = bank_transactions.id and p.undone_by is null)::bigint
  else bank_transactions.amount_cents end`.mapWith(Number);

/**
 * Customers known to pay from an account, learned from payments that staff or the service booked. A known payer's invoices become
 * candidates for a payment from the account, but that alone is not enough to book it.
 */
export const knownPayers = pgTable(
  "known_payers",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    iban: code().notNull(),
    /** Customer: the e-mail address in lower case; without one, the invoice's id. */
    customer: text().notNull(),
    /** Invoice by which the payer became known. */
    invoiceId: code().notNull(),
    learnedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.companyId, table.iban, table.customer] }),
    foreignKey({
      name: "known_payers_of_invoice",
      columns: [table.partnerId, table.invoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }).onDelete("cascade"),
    index("known_payers_by_invoice").on(table.partnerId, table.invoiceId),
  ],
);

export type BankTransaction = typeof bankTransactions.$inferSelect;
export type BankTransactionState = BankTransaction["state"];
