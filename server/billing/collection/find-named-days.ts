import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/**
 * Returns the day to pay by that the newest message about each invoice names, such as `2026-11-20`, by the invoice's id. Leaves out invoices
 * for which no message names a day.
 */
export async function findNamedDays(db: Database, partnerId: string, invoiceIds: readonly string[]): Promise<Map<string, string>> {
  // Two queries in one, because requests and announcements are in indexes of their own.
  const named = (about: "null" | "not null") => sql`
    select m.id, m.invoice_id, m.pay_by from outgoing_messages m
    where m.partner_id = ${partnerId} and m.invoice_id = any(${`{${invoiceIds.join(",")}}`}::text[]) and m.about_id is ${sql.raw(about)}
      and m.ticket_id is null and m.pay_by is not null and m.state in ('sent', 'unknown')`;
  const newest = await db.execute<{ invoiceId: string; payBy: string }>(sql`
    select distinct on (invoice_id) invoice_id as "invoiceId", pay_by::text as "payBy"
    from (${named("null")} union all ${named("not null")}) named order by invoice_id, id desc`);
  return new Map(newest.map(({ invoiceId, payBy }) => [invoiceId, payBy]));
}
