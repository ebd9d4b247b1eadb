import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { dayInSql } from "@/server/platform/day-in-sql";

/**
 * SQL for the due day of an import's invoices: `dueOn` (server/domain/rules/due-date.ts). Takes the alias of imports in the statement.
 * Invoices that the service does not collect are due on the day of transmission, because no later day was agreed. Null if not transmitted.
 */
export function importDueOnOf(imported: string): SQL<string | null> {
  return sql<string | null>`(${dayInSql(sql.raw(`${imported}.transmitted_at`))} + coalesce((
    select coalesce(s.request1_day, s.request2_day, 0) + s.due_days from import_settings s
    where ${sql.raw(`s.partner_id = ${imported}.partner_id and s.import_id = ${imported}.id`)}), 0))`;
}

export const importDueOn = importDueOnOf("imports");

/** SQL for the due day of an invoice. The statement must join its import. */
export const invoiceDueOn: SQL<string | null> = sql<string | null>`coalesce(${invoices.dueOn}, ${importDueOn})`;
