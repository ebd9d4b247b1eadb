import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";

/**
 * The day by which the invoices of an import are to be paid: `dueOn` (server/domain/rules/due-date.ts) in SQL. Takes the name of imports in the statement. What the service does not
 * collect is due when it is transmitted, because no later day was agreed. Null: not transmitted.
 */
export function importDueOnOf(imported: string): SQL<string | null> {
  return sql<string | null>`(${sql.raw(`(${imported}.transmitted_at at time zone '${TIME_ZONE}')::date`)} + coalesce((
    select coalesce(s.request1_day, s.request2_day, 0) + s.due_days from import_settings s
    where ${sql.raw(`s.partner_id = ${imported}.partner_id and s.import_id = ${imported}.id`)}), 0))`;
}

export const importDueOn = importDueOnOf("imports");

/** The day by which an invoice is to be paid, where its import is joined to it. */
export const invoiceDueOn: SQL<string | null> = sql<string | null>`coalesce(${invoices.dueOn}, ${importDueOn})`;
