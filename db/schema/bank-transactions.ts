import { sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bankAccounts } from "./bank-accounts";
import { statementEntries } from "./bank-statements";
import { cents, code, createdAt, id, isAnId, moment, partnerId, recordedOrder } from "./columns";
import { invoices } from "./invoices";

/**
 * `waiting`: its statement waits to be accepted. `new`: not looked at yet. `open`: a person decides. `later`: a person has put it off. `booked`: all of it stands on invoices, or it paid a refund or took a payment back.
 * `to_return`: not the company's, and to be given back; `returned`: it was. `noted`: has nothing to do with invoices.
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
]);

/** One payment within an entry of a statement: what is matched with invoices. Positive: it came. What the bank said never changes. */
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
    /** The value date. */
    valueOn: date({ mode: "string" }).notNull(),
    isReversal: boolean().notNull(),
    /** Who paid, or was paid; empty where the bank does not say. */
    name: text().notNull(),
    iban: code().notNull(),
    /** All that the payer wrote, and what the bank adds. */
    text: text().notNull(),
    /** Structured references, as they were sent. */
    references: text().array().notNull(),
    endToEndId: text().notNull(),
    /** Why a payment came back, as a code of ISO 20022. */
    returnReason: code().notNull(),
    /** What the payer sent, where it was in another currency: `12.50 USD`. */
    instructed: text().notNull(),
    /** Whether it may be one that came before in another kind of file: nobody can tell but a person. */
    mayBeRepeated: boolean().notNull().default(false),
    state: bankTransactionState().notNull().default("new"),
    /** How often something was decided of it: two people who decide at once are told apart by it. */
    decisions: integer().notNull().default(0),
    /** As the table of changes names who acts; `system` where the service decided by itself. */
    decidedBy: code(),
    decidedAt: moment(),
    /** Whether the service booked it by itself, and the security log does not say so yet. */
    isUnlogged: boolean().notNull().default(false),
    /** Real time: when it was last looked at which invoices it may be for, while a person decides. */
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
    index("bank_transactions_by_entry").on(table.partnerId, table.entryId),
    // What is to be decided, and what was.
    index("bank_transactions_by_state").on(table.partnerId, table.state, table.bookedOn, table.recordedOrder),
    // Payments to be matched, each partner in turn.
    index("bank_transactions_new_of_partner").on(table.partnerId, table.recordedOrder).where(sql`state = 'new'`),
    index("bank_transactions_unlogged").on(table.recordedOrder).where(sql`is_unlogged`),
    // Payments that wait for a person, those ranked longest ago first: `whereToRank` of rank-desk.ts says the same.
    index("bank_transactions_ranked")
      .on(table.rankedAt)
      .where(sql`state not in ('new', 'booked', 'to_return', 'noted', 'returned') and amount_cents > 0`),
    // Which payment money that left has taken back.
    index("bank_transactions_by_amount").on(table.partnerId, table.bankAccountId, table.amountCents),
    check("bank_transactions_amount_some", sql`${table.amountCents} <> 0`),
    check("bank_transactions_decided_whole", sql`(${table.decidedAt} is null) = (${table.decidedBy} is null)`),
    check("bank_transactions_new_undecided", sql`${table.state} <> 'new' or ${table.decisions} = 0`),
    isAnId("bank_transactions_id_shape", table.id),
  ],
);

/** Which customer pays from which account, as staff have decided before: it makes them a candidate, and books nothing by itself. */
export const knownPayers = pgTable(
  "known_payers",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    iban: code().notNull(),
    /** The customer: their e-mail address in small letters, or their invoice's id if they have none. */
    customer: text().notNull(),
    /** The invoice by which it was learned. */
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
