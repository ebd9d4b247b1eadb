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
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { debitSequenceTypes, debitStatuses } from "@/server/domain/rules/debit-state";
import { bankAccounts } from "./bank-accounts";
import { bankTransactions } from "./bank-transactions";
import { cents, code, createdAt, hasIdShape, id, moment, partnerId } from "./columns";
import { debitFiles, debitReportStatus, type StructuredAddress } from "./debit-files";
import { mandateScheme } from "./mandates";

export const debitStatus = pgEnum("debit_status", debitStatuses);
export const debitSequenceType = pgEnum("debit_sequence_type", debitSequenceTypes);

/**
 * One collection from one payer by direct debit, in euros (decision 0173). Its parts are rows of `payments`, one for each invoice:
 * `scheduled` while it is planned, `pending` at the bank, `paid` once booked, `failed` if rejected, `cancelled` if taken out, and charged
 * back if returned.
 */
export const debits = pgTable(
  "debits",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    /**
     * Mandate by which the debit was planned. Never changes. No foreign key: a mandate is erased with its customer's data, and the debit is
     * kept.
     */
    mandateId: code().notNull(),
    /** The payer: the `customer_key` (db/rules/shared.sql) of their invoices. */
    customerKey: code().notNull(),
    /** The company's account that receives the money. */
    bankAccountId: code().notNull(),
    /** Day of the collection, a bank day of TARGET. */
    collectOn: date({ mode: "string" }).notNull(),
    /** Announced amount, which the collected amount never exceeds. */
    amountCents: cents().notNull(),
    status: debitStatus().notNull().default("planned"),
    /** Reference by which reports and statements identify the debit: the last 35 characters of its id. */
    endToEndId: code().notNull(),
    /** Null: the debit is in no file, or its file was withdrawn. */
    fileId: code(),
    /** Amount in the file: sum of the parts that had not been taken out when the file was created. */
    fileCents: cents(),
    sequenceType: debitSequenceType(),
    /**
     * Holder in the mandate, copied when the debit was put into a file. `iban`, `scheme`, `mandateReference` and `mandateSignedOn` are
     * copied with it.
     */
    holder: text(),
    iban: code(),
    /**
     * Account by which the bank knows the mandate, if it is another account: the file then tells of the amendment (`AmdmntInd`). From
     * `originalAccounts` (server/billing/mandates/original-accounts.ts).
     */
    originalIban: code(),
    /**
     * Creditor identifier and name by which the bank knows the mandate, if they differ from today's. The file then tells of the amendment,
     * as for `originalIban`. From `originalCreditors` (server/billing/mandates/original-creditors.ts).
     */
    originalCreditorIdentifier: code(),
    originalCreditorName: text(),
    scheme: mandateScheme(),
    mandateReference: code(),
    mandateSignedOn: date({ mode: "string" }),
    /** BIC of the payer's bank, if the file contains it: required outside the European Economic Area. */
    bic: code(),
    /** The holder's address, if the file contains it: required outside the European Economic Area. */
    holderAddress: jsonb().$type<StructuredAddress>(),
    /** Text for the payer. */
    text: text(),
    /** Debit that it collects once more, because a person wants that; null: none. */
    repeatsDebitId: code(),
    /** Time of the announcement, by the partner's clock. */
    announcedAt: moment().notNull(),
    /** Number of times that the announced day was put off. Each new day was announced as well. */
    postponements: integer().notNull().default(0),
    /** Why the debit was rejected or returned: an ISO 20022 code or the bank's own word, and its text. */
    reasonCode: text(),
    reasonText: text(),
    /** Payment on a statement by which the bank collected the debit, alone or in a batch. */
    bookedTransactionId: code(),
    /** Payment on a statement by which the debit went back. */
    returnedTransactionId: code(),
    /**
     * The bank's report about the debit that counts (`isVerdictReplaced` in server/domain/rules/debit-verdict.ts), and when the bank made it, by
     * the bank's clock. `rejected` while the debit is at the bank: the bank refuses its file or batch, or takes it for a copy.
     */
    reportStatus: debitReportStatus(),
    reportedAt: moment(),
    /** Whether that report lists the debit; otherwise it is about the batch or the file. */
    isReportOwn: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** When the debit was booked, rejected or cancelled, by the partner's clock. A return does not change this time. */
    endedAt: moment(),
    /**
     * Person who stated that the bank did not collect the debit, in the form `person:<id>`; null if nobody did. If the bank books it
     * nevertheless, a person decides.
     */
    endedBy: code(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "debits_of_account",
      columns: [table.partnerId, table.companyId, table.bankAccountId],
      foreignColumns: [bankAccounts.partnerId, bankAccounts.companyId, bankAccounts.id],
    }),
    foreignKey({ name: "debits_of_file", columns: [table.partnerId, table.fileId], foreignColumns: [debitFiles.partnerId, debitFiles.id] }),
    foreignKey({
      name: "debits_booked_by",
      columns: [table.partnerId, table.bookedTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }),
    foreignKey({
      name: "debits_returned_by",
      columns: [table.partnerId, table.returnedTransactionId],
      foreignColumns: [bankTransactions.partnerId, bankTransactions.id],
    }),
    foreignKey({
      name: "debits_repeat_debit",
      columns: [table.partnerId, table.repeatsDebitId],
      foreignColumns: [table.partnerId, table.id],
    }),
    uniqueIndex("debits_repeated_once").on(table.partnerId, table.repeatsDebitId).where(sql`repeats_debit_id is not null`),
    uniqueIndex("debits_by_end_to_end_id").on(table.partnerId, table.endToEndId),
    // Coming debits of a company, by day. Ended debits are read by file or payer.
    index("debits_planned").on(table.partnerId, table.companyId, table.collectOn).where(sql`status = 'planned'`),
    index("debits_at_bank").on(table.partnerId, table.bankAccountId, table.collectOn).where(sql`status = 'at_bank'`),
    index("debits_by_payer").on(table.partnerId, table.companyId, table.customerKey),
    index("debits_by_mandate").on(table.partnerId, table.mandateId),
    index("debits_by_file").on(table.partnerId, table.fileId).where(sql`file_id is not null`),
    index("debits_by_booking").on(table.partnerId, table.bookedTransactionId).where(sql`booked_transaction_id is not null`),
    index("debits_by_returning").on(table.partnerId, table.returnedTransactionId).where(sql`returned_transaction_id is not null`),
    check("debits_amount_positive", sql`${table.amountCents} > 0`),
    check("debits_never_above_announced", sql`${table.fileCents} between 1 and ${table.amountCents}`),
    check("debits_end_to_end_id_of_id", sql`${table.endToEndId} = right(${table.id}, 35)`),
    check("debits_ended_at_a_time", sql`(${table.status} in ('planned', 'at_bank')) = (${table.endedAt} is null)`),
    check(
      "debits_in_file_whole",
      sql`num_nonnulls(${table.fileId}, ${table.fileCents}, ${table.sequenceType}, ${table.holder}, ${table.iban}, ${table.scheme},
        ${table.mandateReference}, ${table.mandateSignedOn}, ${table.text}) = case when ${table.status} in ('planned', 'cancelled') then 0 else 9 end`,
    ),
    check("debits_booked_by_statement", sql`(${table.status} in ('booked', 'returned')) = (${table.bookedTransactionId} is not null)`),
    // A statement may contain the return before the booking. The return is then stored here, and the status stays `at_bank` or `rejected`
    // until the booking is there.
    check(
      "debits_returned_by_statement",
      sql`case when ${table.returnedTransactionId} is null then ${table.status} <> 'returned'
        else ${table.status} in ('at_bank', 'rejected', 'returned') end`,
    ),
    check("debits_ended_by_person", sql`${table.endedBy} is null or ${table.status} in ('rejected', 'booked', 'returned')`),
    check("debits_original_account_in_file", sql`${table.originalIban} is null or (${table.originalIban} <> ${table.iban}) is true`),
    check(
      "debits_original_creditor_in_file",
      sql`${table.fileId} is not null or num_nonnulls(${table.originalCreditorIdentifier}, ${table.originalCreditorName}) = 0`,
    ),
    check("debits_customer_present", sql`${table.customerKey} <> ''`),
    hasIdShape("debits_id_shape", table.id),
  ],
);

export type Debit = typeof debits.$inferSelect;
