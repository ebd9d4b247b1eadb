import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import type { LeftOutRows } from "@/server/domain/banking/left-out-rows";
import { bankAccounts } from "./bank-accounts";
import { cents, code, createdAt, hasIdShape, id, isAnId, moment, partnerId } from "./columns";

/** Kind of file that contained a statement. The same entry may come in several kinds of files, and counts once. */
export const statementFamily = pgEnum("statement_family", ["camt052", "camt053", "camt054", "mt940", "csv"]);

/**
 * A file from a bank. Only the data read from it is stored. Files with the same bytes are one row, unless a statement was withdrawn between
 * them.
 */
export const statementFiles = pgTable(
  "statement_files",
  {
    partnerId: partnerId(),
    id: id(),
    name: text().notNull(),
    sha256: code().notNull(),
    bytes: integer().notNull(),
    /** Actor, as in the table of changes. */
    receivedBy: code().notNull(),
    receivedAt: createdAt(),
    /** When the same bytes came again after a statement had been withdrawn, and were read as a new file; null: the file counts. */
    replacedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    uniqueIndex("statement_files_by_contents").on(table.partnerId, table.sha256).where(sql`replaced_at is null`),
    check("statement_files_hash_shape", sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    isAnId("statement_files_id_shape", table.id),
  ],
);

/** Layout of a kind of CSV file, as one of the partner's people confirmed it. */
export const csvLayouts = pgTable(
  "csv_layouts",
  {
    partnerId: partnerId(),
    /** SHA-256 of the column names and the separator. */
    sheet: code().notNull(),
    layout: jsonb().$type<CsvLayout>().notNull(),
    /** Actor, as in the table of changes. */
    saidBy: code().notNull(),
    saidAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.sheet] }),
    check("csv_layouts_sheet_shape", sql`${table.sheet} ~ '^[0-9a-f]{64}$'`),
  ],
);

/**
 * A bank's statement of an account over a period. Days are as stated by the bank. A statement that a person has withdrawn stays on
 * record, and counts nowhere: its payments are `withdrawn`, and its entries have no keys (`withdraw-statement.ts`).
 */
export const bankStatements = pgTable(
  "bank_statements",
  {
    partnerId: partnerId(),
    id: id(),
    fileId: code().notNull(),
    /** Company that owns the account. */
    companyId: code().notNull(),
    bankAccountId: code().notNull(),
    iban: code().notNull(),
    currency: code().notNull(),
    family: statementFamily().notNull(),
    /** Number assigned by the bank; empty if there is none. */
    number: text().notNull(),
    /** Null in notifications and intraday reports without balances. */
    openingCents: cents(),
    openingOn: date({ mode: "string" }),
    closingCents: cents(),
    closingOn: date({ mode: "string" }),
    /** Number of booked entries, including entries that were known before. */
    entries: integer().notNull(),
    /**
     * Hash of the keys of the entries, if the statement has neither a number nor balances that tell it from other statements of the same
     * days. Null otherwise, and for statements that are older than this column.
     */
    contents: code(),
    /**
     * CSV only: rows of the file that are no entries, as they were left out when it was read. Null if there are none, and for statements that
     * are older than this column.
     */
    leftOut: jsonb().$type<LeftOutRows>(),
    /** Set when the statement is withdrawn, to a value of its own, so that the same statement can come again. */
    withdrawalId: code(),
    /** Actor, as in the table of changes. */
    withdrawnBy: code(),
    withdrawnAt: moment(),
    withdrawalReason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "bank_statements_of_file",
      columns: [table.partnerId, table.fileId],
      foreignColumns: [statementFiles.partnerId, statementFiles.id],
    }),
    foreignKey({
      name: "bank_statements_of_account",
      columns: [table.partnerId, table.companyId, table.bankAccountId],
      foreignColumns: [bankAccounts.partnerId, bankAccounts.companyId, bankAccounts.id],
    }),
    // The same statement is one row, regardless of the file.
    unique("bank_statements_once")
      .on(
        table.partnerId,
        table.iban,
        table.currency,
        table.family,
        table.number,
        table.openingOn,
        table.closingOn,
        table.openingCents,
        table.closingCents,
        table.contents,
        table.withdrawalId,
      )
      .nullsNotDistinct(),
    index("bank_statements_by_file").on(table.partnerId, table.fileId),
    // For finding the statements before and after one, and for listing a company's.
    index("bank_statements_by_account").on(table.partnerId, table.companyId, table.iban, table.currency, table.closingOn, table.id),
    check("bank_statements_balances_whole", sql`num_nonnulls(${table.openingCents}, ${table.closingCents}) in (0, 2)`),
    check(
      "bank_statements_withdrawn_whole",
      sql`num_nonnulls(${table.withdrawalId}, ${table.withdrawnBy}, ${table.withdrawnAt}, ${table.withdrawalReason}) in (0, 4)`,
    ),
    isAnId("bank_statements_id_shape", table.id),
  ],
);

/** Money that a bank booked on an account. Positive: received. */
export const statementEntries = pgTable(
  "statement_entries",
  {
    partnerId: partnerId(),
    id: id(),
    /**
     * The first statement that contained the entry. An entry of a withdrawn statement stays with it; if the bank's entry comes again, it is
     * stored as another entry.
     */
    statementId: code().notNull(),
    /** Line of the entry in that statement's file. */
    line: integer().notNull(),
    amountCents: cents().notNull(),
    bookedOn: date({ mode: "string" }).notNull(),
    bankReference: code().notNull(),
    /** Whether the entry's payments are known, each with its amount. The column has an older name. */
    isItemized: boolean("is_opened").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "statement_entries_of_statement",
      columns: [table.partnerId, table.statementId],
      foreignColumns: [bankStatements.partnerId, bankStatements.id],
    }),
    // For listing a statement in the order of its file.
    index("statement_entries_in_order").on(table.partnerId, table.statementId, table.line, table.id),
    hasIdShape("statement_entries_id_shape", table.id),
  ],
);

/**
 * Entries of a statement that belong to another statement, usually an earlier one, which contained them in this or another kind of file.
 * They count once. Not recorded for statements that were stored before this table existed.
 */
export const repeatedEntries = pgTable(
  "repeated_entries",
  {
    partnerId: partnerId(),
    /** The statement to which the entry does not belong. */
    statementId: code().notNull(),
    entryId: code().notNull(),
    /** Line of the entry in this statement's file. */
    line: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.statementId, table.entryId] }),
    foreignKey({
      name: "repeated_entries_of_statement",
      columns: [table.partnerId, table.statementId],
      foreignColumns: [bankStatements.partnerId, bankStatements.id],
    }),
    foreignKey({
      name: "repeated_entries_of_entry",
      columns: [table.partnerId, table.entryId],
      foreignColumns: [statementEntries.partnerId, statementEntries.id],
    }),
    // For finding the other statements of an entry.
    index("repeated_entries_by_entry").on(table.partnerId, table.entryId),
  ],
);

/**
 * Keys by which an entry is recognised when it comes again, one for each kind of file that contained it. The key is the bank's reference
 * with day and amount; without a reference, it covers all facts from the bank. `ordinal` numbers entries with the same key. Entries of
 * withdrawn statements have no keys.
 */
export const statementEntryKeys = pgTable(
  "statement_entry_keys",
  {
    partnerId: partnerId(),
    entryId: code().notNull(),
    iban: code().notNull(),
    currency: code().notNull(),
    family: statementFamily().notNull(),
    bookedOn: date({ mode: "string" }).notNull(),
    amountCents: cents().notNull(),
    key: code().notNull(),
    /** From 1. */
    ordinal: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.entryId, table.family] }),
    foreignKey({
      name: "statement_entry_keys_of_entry",
      columns: [table.partnerId, table.entryId],
      foreignColumns: [statementEntries.partnerId, statementEntries.id],
    }),
    unique("statement_entry_keys_once").on(table.partnerId, table.iban, table.currency, table.family, table.key, table.ordinal),
    // For finding the same amount and day in another kind of file.
    index("statement_entry_keys_alike").on(table.partnerId, table.iban, table.currency, table.bookedOn, table.amountCents),
  ],
);
