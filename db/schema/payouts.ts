import { sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, index, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bankAccounts } from "./bank-accounts";
import { statementFiles } from "./bank-statements";
import { bankTransactions } from "./bank-transactions";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { refunds } from "./refunds";

/** A file by which a company orders its bank to give money back. */
export const payouts = pgTable(
  "payouts",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    bankAccountId: code().notNull(),
    /** Paying account, with its details when the file was created. */
    holder: text().notNull(),
    iban: code().notNull(),
    bic: code(),
    currency: code().notNull(),
    /** Day on which the bank is to pay; a bank day. */
    executeOn: date({ mode: "string" }).notNull(),
    /** Actor, as in the table of changes. */
    createdBy: code().notNull(),
    createdAt: createdAt(),
    /** Whether a second person must approve the file before it can be downloaded. */
    needsApproval: boolean().notNull(),
    /** Time from which the author may approve the file, because nobody else could when it was created; null: somebody could. */
    aloneFrom: moment(),
    approvedBy: code(),
    approvedAt: moment(),
    /** Time of the first download; null: nobody can have given the file to the bank. */
    handedOutAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "payouts_of_account",
      columns: [table.partnerId, table.companyId, table.bankAccountId],
      foreignColumns: [bankAccounts.partnerId, bankAccounts.companyId, bankAccounts.id],
    }),
    index("payouts_by_company").on(table.partnerId, table.companyId, table.createdAt),
    check("payouts_second_person", sql`${table.approvedBy} <> ${table.createdBy} or (${table.approvedAt} >= ${table.aloneFrom}) is true`),
    check("payouts_approved_whole", sql`(${table.approvedBy} is null) = (${table.approvedAt} is null)`),
    isAnId("payouts_id_shape", table.id),
  ],
);

export type Payout = typeof payouts.$inferSelect;

/**
 * `ordered`: in the file. `paid`: debited. `returned`: came back. `cancelled`: removed before the bank got the file. `rejected`: the bank
 * reported that it does not carry out the payment.
 */
export const payoutItemStatus = pgEnum("payout_item_status", ["ordered", "paid", "returned", "cancelled", "rejected"]);

/**
 * Status in a bank's report about a file or a payment. `executed`: the report says that the money has left, which only a statement proves.
 */
export const payoutReportStatus = pgEnum("payout_report_status", ["pending", "accepted", "partly", "executed", "rejected"]);

/** Result of the payee's bank comparing name and account. `unknown`: it could not compare them. */
export const payoutNameCheck = pgEnum("payout_name_check", ["matched", "close", "different", "unknown"]);

/** One payment of a payout: a refund of an invoice, or misdirected money on a statement. */
export const payoutItems = pgTable(
  "payout_items",
  {
    partnerId: partnerId(),
    id: id(),
    payoutId: code().notNull(),
    refundId: code(),
    /** Payment on a statement that is being sent back. */
    bankTransactionId: code(),
    name: text().notNull(),
    /** Payee's IBAN, or, in a file in pounds, the 14 digits of a British sort code and account number. */
    iban: code().notNull(),
    amountCents: cents().notNull(),
    /** Text for the payee. */
    text: text().notNull(),
    /** Reference by which statements identify the payment. */
    endToEndId: code().notNull(),
    status: payoutItemStatus().notNull().default("ordered"),
    /** Payment on a statement by which the bank debited this one; null if a person marked it as made. */
    paidTransactionId: code(),
    /** Payment on a statement by which this one came back. */
    returnedTransactionId: code(),
    endedAt: moment(),
    /** The bank's latest report about the payment, and when the bank made the report, by the bank's clock. */
    reportStatus: payoutReportStatus(),
    reportedAt: moment(),
    /** Why the bank rejected the payment: an ISO 20022 code or the bank's own word, and its text. */
    reasonCode: text(),
    reasonText: text(),
    /** The latest comparison of names, and when the bank made it, by the bank's clock. */
    nameCheck: payoutNameCheck(),
    nameCheckedAt: moment(),
    /** The holder's name according to the payee's bank. Given with `close` only. */
    bankName: text(),
    /** Time by the partner's clock since which a second person must decide about the name; null: nobody has to. */
    nameAskedAt: moment(),
    /** Time from which the file's author may keep the name, because nobody else could when it was asked; null: somebody could. */
    nameAloneFrom: moment(),
    /** Second person who kept the payment with this name, as in the table of changes. */
    nameKeptBy: code(),
    nameKeptAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "payout_items_of_payout",
      columns: [table.partnerId, table.payoutId],
      foreignColumns: [payouts.partnerId, payouts.id],
    }),
    foreignKey({
      name: "payout_items_of_refund",
      columns: [table.partnerId, table.refundId],
      foreignColumns: [refunds.partnerId, refunds.id],
    }),
    foreignKey({
      name: "payout_items_of_bank_transaction",
      columns: [table.partnerId, table.bankTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }),
    foreignKey({
      name: "payout_items_paid_by",
      columns: [table.partnerId, table.paidTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }),
    foreignKey({
      name: "payout_items_returned_by",
      columns: [table.partnerId, table.returnedTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }),
    index("payout_items_by_payout").on(table.partnerId, table.payoutId),
    index("payout_items_by_amount").on(table.partnerId, table.amountCents),
    index("payout_items_by_paying").on(table.partnerId, table.paidTransactionId).where(sql`paid_transaction_id is not null`),
    index("payout_items_by_returning").on(table.partnerId, table.returnedTransactionId).where(sql`returned_transaction_id is not null`),
    uniqueIndex("payout_items_by_end_to_end_id").on(table.partnerId, table.endToEndId),
    uniqueIndex("payout_items_of_refund_once").on(table.partnerId, table.refundId).where(sql`refund_id is not null`),
    // Received money is sent back once, even if several files are created at once.
    uniqueIndex("payout_items_of_transaction_once")
      .on(table.partnerId, table.bankTransactionId)
      .where(sql`bank_transaction_id is not null and status in ('ordered', 'paid')`),
    check("payout_items_amount_positive", sql`${table.amountCents} > 0`),
    check("payout_items_of_one", sql`num_nonnulls(${table.refundId}, ${table.bankTransactionId}) = 1`),
    check("payout_items_name_kept_whole", sql`(${table.nameKeptBy} is null) = (${table.nameKeptAt} is null)`),
    check("payout_items_name_asked_before", sql`${table.nameKeptAt} is null or ${table.nameAskedAt} is not null`),
    check("payout_items_ended_at_a_time", sql`(${table.status} = 'ordered') = (${table.endedAt} is null)`),
    isAnId("payout_items_id_shape", table.id),
  ],
);

export type PayoutItem = typeof payoutItems.$inferSelect;

/** A bank's report about a file (pain.002). It books nothing: only statements do. */
export const payoutReports = pgTable(
  "payout_reports",
  {
    partnerId: partnerId(),
    id: id(),
    payoutId: code().notNull(),
    /** File that contained the report. */
    fileId: code().notNull(),
    /** The bank's id of the report. */
    messageId: text().notNull(),
    /** When the bank made the report, by the bank's clock. */
    saidAt: moment().notNull(),
    /** Status of the whole file; null: the report is about single payments or names. */
    status: payoutReportStatus(),
    reasonCode: text(),
    reasonText: text(),
    receivedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "payout_reports_of_payout",
      columns: [table.partnerId, table.payoutId],
      foreignColumns: [payouts.partnerId, payouts.id],
    }),
    foreignKey({
      name: "payout_reports_of_file",
      columns: [table.partnerId, table.fileId],
      foreignColumns: [statementFiles.partnerId, statementFiles.id],
    }),
    uniqueIndex("payout_reports_once").on(table.partnerId, table.payoutId, table.messageId, table.saidAt),
    index("payout_reports_by_file").on(table.partnerId, table.fileId),
    isAnId("payout_reports_id_shape", table.id),
  ],
);

export type PayoutReport = typeof payoutReports.$inferSelect;
