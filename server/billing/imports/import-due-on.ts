import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { dayInSql } from "@/server/platform/day-in-sql";

/**
 * SQL for the due day of an import's invoices, as `dueOn` (server/domain/rules/due-date.ts); null if not transmitted. Invoices that the service does
 * not collect are due on the day of transmission, because no later day was agreed. `imported`: alias of `imports` in the statement.
 */
export function importDueOnOf(imported: string): SQL<string | null> {
  return sql<string | null>`(${dayInSql(sql.raw(`${imported}.transmitted_at`))} + coalesce((
    select coalesce(s.request1_day, s.request2_day, 0) + s.due_days from import_settings s
    where ${sql.raw(`s.partner_id = ${imported}.partner_id and s.import_id = ${imported}.id`)}), 0))`;
}

export const importDueOn = importDueOnOf("imports");

/** SQL for the due day of an invoice, its own or that of its import. The statement must join the import. */
export const invoiceDueOn: SQL<string | null> = sql<string | null>`coalesce(${invoices.dueOn}, ${importDueOn})`;
