import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Stage } from "./stage";

/** Returns a text for each invoice, by its id, that changes with each row about it. */
export async function fingerprintsOf({ partner }: Stage): Promise<Map<string, string>> {
  const rowsOf = (table: string) =>
    sql`(select coalesce(md5(string_agg(r::text, '' order by r::text)), '') from ${sql.raw(table)} r where r.partner_id = i.partner_id and r.invoice_id = i.id)`;
  const rows = await db.execute<{ id: string; print: string }>(sql`
    select i.id, concat(md5(i::text), ${rowsOf("invoice_lines")}, ${rowsOf("payments")}, ${rowsOf("refunds")}, ${rowsOf("outgoing_messages")},
      ${rowsOf("tickets")}, ${rowsOf("holds")}) as print
    from invoices i where i.partner_id = ${partner.id}`);
  return new Map(rows.map(({ id, print }) => [id, print]));
}
