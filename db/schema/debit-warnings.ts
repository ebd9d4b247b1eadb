import { date, foreignKey, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { bankAccounts } from "./bank-accounts";
import { code, partnerId } from "./columns";

/** Accounts about whose planned debits people were mailed, because no file was made in time, and the last day of such a mail. */
export const debitWarnings = pgTable(
  "debit_warnings",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    bankAccountId: code().notNull(),
    /** By the partner's clock. */
    toldOn: date({ mode: "string" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.bankAccountId] }),
    foreignKey({
      name: "debit_warnings_of_account",
      columns: [table.partnerId, table.companyId, table.bankAccountId],
      foreignColumns: [bankAccounts.partnerId, bankAccounts.companyId, bankAccounts.id],
    }),
  ],
);
