import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { companies } from "./companies";

/** A company's own account, to which customers transfer. Its details are in `bankAccountDetails`. */
export const bankAccounts = pgTable(
  "bank_accounts",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    createdAt: createdAt(),
    /** When the account was closed: no further import can name it. Invoices sent with it keep it. */
    closedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "bank_accounts_of_company",
      columns: [table.partnerId, table.companyId],
      foreignColumns: [companies.partnerId, companies.id],
    }),
    // Target of the settings' foreign keys, so that a company can name only its own accounts.
    unique("bank_accounts_with_company").on(table.partnerId, table.companyId, table.id),
    isAnId("bank_accounts_id_shape", table.id),
  ],
);

/**
 * Details of an account, from their time in force to the next change. A change is a new row, and details are never altered: a transmitted
 * import uses the details in force at its transmission. A change waits until `inForceAt`, and can be withdrawn until then; a second person
 * can bring it into force earlier. Times are by the partner's clock.
 */
export const bankAccountDetails = pgTable(
  "bank_account_details",
  {
    partnerId: partnerId(),
    id: id(),
    bankAccountId: code().notNull(),
    holder: text().notNull(),
    iban: code().notNull(),
    bic: code(),
    /** Swiss IBAN for payments with a QR reference only. */
    qrIban: code(),
    /** SEPA creditor identifier, for direct debits. */
    creditorIdentifier: code(),
    /** Actor in the format of the table of changes: `person:<id>`, `key:<id>`, `operator`. */
    requestedBy: code().notNull(),
    requestedAt: moment().notNull(),
    inForceAt: moment().notNull(),
    confirmedBy: code(),
    withdrawnBy: code(),
    withdrawnAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "bank_account_details_of_account",
      columns: [table.partnerId, table.bankAccountId],
      foreignColumns: [bankAccounts.partnerId, bankAccounts.id],
    }),
    index("bank_account_details_by_account").on(table.partnerId, table.bankAccountId, table.inForceAt),
    check("bank_account_details_holder_present", sql`btrim(${table.holder}) <> ''`),
    check("bank_account_details_iban_shape", sql`${table.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check("bank_account_details_second_person", sql`${table.confirmedBy} <> ${table.requestedBy}`),
    check("bank_account_details_wait_forward", sql`${table.inForceAt} >= ${table.requestedAt}`),
    check(
      "bank_account_details_withdrawn_whole",
      sql`(${table.withdrawnAt} is null) = (${table.withdrawnBy} is null) and not (${table.withdrawnAt} is not null and ${table.confirmedBy} is not null)`,
    ),
    check("bank_account_details_withdrawn_before_force", sql`${table.withdrawnAt} < ${table.inForceAt}`),
    isAnId("bank_account_details_id_shape", table.id),
  ],
);

export type BankAccountDetails = typeof bankAccountDetails.$inferSelect;
