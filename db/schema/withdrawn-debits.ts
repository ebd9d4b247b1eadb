import { sql } from "drizzle-orm";
import { date, foreignKey, index, jsonb, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { bankTransactions } from "./bank-transactions";
import { cents, code, moment, partnerId } from "./columns";
import { debitFiles, type StructuredAddress } from "./debit-files";
import { debitSequenceType, debits } from "./debits";
import { mandateScheme } from "./mandates";

/** Values of a withdrawn file about a payer. Columns of `debits` have the same names. */
export interface StatedByFile {
  holder: string;
  iban: string;
  originalIban: string | null;
  originalCreditorIdentifier: string | null;
  originalCreditorName: string | null;
  mandateReference: string;
  mandateSignedOn: string;
  bic: string | null;
  holderAddress: StructuredAddress | null;
  text: string;
}

/**
 * Debits that a file contained when a person withdrew it (decision 0179). The bank may have the file after all: by these rows its reports and
 * entries are recognised, and the debits can go back into it. A debit can have left several files.
 */
export const withdrawnDebits = pgTable(
  "withdrawn_debits",
  {
    partnerId: partnerId(),
    fileId: code().notNull(),
    debitId: code().notNull(),
    fileCents: cents().notNull(),
    /** Day, scheme and sequence type in the file: with them, the id of the batch. */
    collectOn: date({ mode: "string" }).notNull(),
    scheme: mandateScheme().notNull(),
    sequenceType: debitSequenceType().notNull(),
    /** Null: the customer was erased. */
    stated: jsonb().$type<StatedByFile>(),
    /**
     * When the bank named the file after it was withdrawn, so that the debit goes into no other file until a person decides; null: the bank
     * has not named the file, or a person has decided.
     */
    namedAt: moment(),
    /**
     * When the bank refused the file or the batch, before a person withdrew the debit, by the bank's clock; null: the bank did not. An
     * older report does not say that the bank has the debit.
     */
    refusedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.fileId, table.debitId] }),
    foreignKey({
      name: "withdrawn_debits_of_file",
      columns: [table.partnerId, table.fileId],
      foreignColumns: [debitFiles.partnerId, debitFiles.id],
    }),
    foreignKey({
      name: "withdrawn_debits_of_debit",
      columns: [table.partnerId, table.debitId],
      foreignColumns: [debits.partnerId, debits.id],
    }),
    index("withdrawn_debits_by_debit").on(table.partnerId, table.debitId),
    index("withdrawn_debits_named").on(table.partnerId, table.fileId).where(sql`named_at is not null`),
  ],
);

/** Payments on statements that belong to a withdrawn file, and wait for a person for that reason. */
export const withdrawnFileEntries = pgTable(
  "withdrawn_file_entries",
  {
    partnerId: partnerId(),
    bankTransactionId: code().notNull(),
    fileId: code().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.bankTransactionId] }),
    foreignKey({
      name: "withdrawn_file_entries_of_payment",
      columns: [table.partnerId, table.bankTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "withdrawn_file_entries_of_file",
      columns: [table.partnerId, table.fileId],
      foreignColumns: [debitFiles.partnerId, debitFiles.id],
    }),
    index("withdrawn_file_entries_by_file").on(table.partnerId, table.fileId),
  ],
);

export type WithdrawnDebit = typeof withdrawnDebits.$inferSelect;
