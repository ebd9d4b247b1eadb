import { date, foreignKey, pgEnum, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { urgentNeeds } from "@/server/domain/rules/debit-file-needs";
import { bankAccounts } from "./bank-accounts";
import { code, partnerId } from "./columns";
import { debitFiles } from "./debit-files";

export const debitFileNeed = pgEnum("debit_file_need", urgentNeeds);

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

/** Files about which people were mailed, once for each reason. A decision about a file that the bank has named deletes that row. */
export const debitFileWarnings = pgTable(
  "debit_file_warnings",
  {
    partnerId: partnerId(),
    fileId: code().notNull(),
    need: debitFileNeed().notNull(),
    /** By the partner's clock. */
    toldOn: date({ mode: "string" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.fileId, table.need] }),
    foreignKey({
      name: "debit_file_warnings_of_file",
      columns: [table.partnerId, table.fileId],
      foreignColumns: [debitFiles.partnerId, debitFiles.id],
    }),
  ],
);
