import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { partnerId } from "./columns";

/**
 * Debits that a statement has changed, to be verified when its transaction ends: a row for each statement. Written, read and removed by triggers
 * within the transaction (db/rules/debit_checks.sql), so that no other transaction sees a row.
 */
export const debitChecks = pgTable(
  "debit_checks",
  {
    partnerId: partnerId(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    debitIds: text().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.id] })],
);
