import { type AnyColumn, sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, jsonb, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { debitLeadLimits, debitReportStatuses, debitSequenceRules } from "@/server/domain/rules/debit-state";
import { bankAccounts } from "./bank-accounts";
import { statementFiles } from "./bank-statements";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";

export const debitSequenceRule = pgEnum("debit_sequence_rule", debitSequenceRules);
export const debitReportStatus = pgEnum("debit_report_status", debitReportStatuses);

/** A postal address as files of direct debits need it: structured, as banks require since November 2026. */
export interface StructuredAddress {
  street: string;
  houseNumber: string;
  zipcode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
}

/** How an account's bank takes direct debits. An account without a row has the defaults. */
export const debitSettings = pgTable(
  "debit_settings",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    bankAccountId: code().notNull(),
    /** Bank days before the collection on which the bank must have the file. */
    leadDays: integer().notNull().default(debitLeadLimits.days.initial),
    /** Hour of that day, in the company's time zone, by which the bank must have it. */
    cutOffHour: integer().notNull().default(debitLeadLimits.hour.initial),
    sequence: debitSequenceRule().notNull().default("RCUR"),
    /** Whether the bank takes one batch in a file: one collection day, scheme and sequence type. */
    isOneFilePerBatch: boolean().notNull().default(false),
    /** Whether the file contains the creditor's address. */
    hasCreditorAddress: boolean().notNull().default(false),
    /** Whether the bank books a batch as one sum. */
    batchBooking: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.bankAccountId] }),
    foreignKey({
      name: "debit_settings_of_account",
      columns: [table.partnerId, table.companyId, table.bankAccountId],
      foreignColumns: [bankAccounts.partnerId, bankAccounts.companyId, bankAccounts.id],
    }),
    check("debit_settings_lead_days_in_range", inRange(table.leadDays, debitLeadLimits.days)),
    check("debit_settings_cut_off_in_range", inRange(table.cutOffHour, debitLeadLimits.hour)),
  ],
);

/** A file by which a company orders its bank to collect direct debits (pain.008). Its message id follows from its id. */
export const debitFiles = pgTable(
  "debit_files",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    bankAccountId: code().notNull(),
    /** Receiving account, with its details when the file was created. */
    holder: text().notNull(),
    iban: code().notNull(),
    bic: code(),
    creditorIdentifier: code().notNull(),
    /** Null: the file contains none. */
    creditorAddress: jsonb().$type<StructuredAddress>(),
    batchBooking: boolean().notNull(),
    /** Number of debits and their sum when the file was created; a withdrawn file has lost them. */
    debitsCount: integer().notNull(),
    amountCents: cents().notNull(),
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
    /** Actor who stated that the bank does not have the file. */
    withdrawnBy: code(),
    withdrawnAt: moment(),
    /** Actor who stated that the bank has the withdrawn file after all, so that debits that had left it are in it again. */
    foundBy: code(),
    foundAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "debit_files_of_account",
      columns: [table.partnerId, table.companyId, table.bankAccountId],
      foreignColumns: [bankAccounts.partnerId, bankAccounts.companyId, bankAccounts.id],
    }),
    index("debit_files_by_company").on(table.partnerId, table.companyId, table.createdAt),
    index("debit_files_not_handed_out").on(table.partnerId, table.id).where(sql`handed_out_at is null and withdrawn_at is null`),
    check(
      "debit_files_second_person",
      sql`${table.approvedBy} <> ${table.createdBy} or (${table.approvedAt} >= ${table.aloneFrom}) is true`,
    ),
    check("debit_files_approved_whole", sql`(${table.approvedBy} is null) = (${table.approvedAt} is null)`),
    check("debit_files_withdrawn_whole", sql`(${table.withdrawnBy} is null) = (${table.withdrawnAt} is null)`),
    check(
      "debit_files_found_whole",
      sql`(${table.foundBy} is null) = (${table.foundAt} is null) and (${table.foundAt} is null or ${table.withdrawnAt} is not null)`,
    ),
    check("debit_files_not_empty", sql`${table.debitsCount} > 0 and ${table.amountCents} > 0`),
    isAnId("debit_files_id_shape", table.id),
  ],
);

/** A bank's report about a file of direct debits (pain.002). It books nothing: only statements do. */
export const debitReports = pgTable(
  "debit_reports",
  {
    partnerId: partnerId(),
    id: id(),
    debitFileId: code().notNull(),
    /** File that contained the report. */
    fileId: code().notNull(),
    /** The bank's id of the report. */
    messageId: text().notNull(),
    /** When the bank made the report, by the bank's clock. */
    saidAt: moment().notNull(),
    /** Status of the whole file; null: the report is about batches or single debits. */
    status: debitReportStatus(),
    reasonCode: text(),
    reasonText: text(),
    receivedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "debit_reports_of_debit_file",
      columns: [table.partnerId, table.debitFileId],
      foreignColumns: [debitFiles.partnerId, debitFiles.id],
    }),
    foreignKey({
      name: "debit_reports_of_file",
      columns: [table.partnerId, table.fileId],
      foreignColumns: [statementFiles.partnerId, statementFiles.id],
    }),
    uniqueIndex("debit_reports_once").on(table.partnerId, table.debitFileId, table.messageId, table.saidAt),
    index("debit_reports_by_file").on(table.partnerId, table.fileId),
    isAnId("debit_reports_id_shape", table.id),
  ],
);

export type DebitSettings = typeof debitSettings.$inferSelect;
export type DebitFile = typeof debitFiles.$inferSelect;
export type DebitReport = typeof debitReports.$inferSelect;

/** Limits as literals, because check constraints take no parameters. */
function inRange(column: AnyColumn, { least, most }: { least: number; most: number }) {
  return sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`;
}
