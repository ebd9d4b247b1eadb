import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment, partnerId, recordedOrder } from "./columns";
import { companies } from "./companies";

/** A batch of invoices that is transmitted as a whole. */
export const imports = pgTable(
  "imports",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    title: text().notNull(),
    /** Null and 0: no number is expected. */
    expectedInvoicesCount: integer(),
    /** When the import was transmitted. Stored here, so that only one row changes, regardless of the number of invoices. */
    transmittedAt: moment(),
    createdAt: createdAt(),
    recordedOrder: recordedOrder(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.companyId], foreignColumns: [companies.partnerId, companies.id] }),
    // Target of the invoices' foreign key, so that an invoice cannot name another company than its import does.
    unique("imports_with_company").on(table.partnerId, table.companyId, table.id),
    index("imports_by_company").on(table.partnerId, table.companyId, table.recordedOrder),
    check("imports_expected_count_not_negative", sql`${table.expectedInvoicesCount} >= 0`),
    isAnId("imports_id_shape", table.id),
  ],
);

export type Import = typeof imports.$inferSelect;
