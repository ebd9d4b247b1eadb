import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** Returns the day to pay by that the newest message about the invoice names, such as `2026-11-20`; null if none names a day. */
export async function findNamedDay(
  db: Database,
  { partnerId, invoiceId }: { partnerId: string; invoiceId: string },
): Promise<string | null> {
  // Two queries in one, because requests and announcements are in indexes of their own.
  const named = (about: "null" | "not null") => sql`
    select m.id, m.pay_by from outgoing_messages m
    where m.partner_id = ${partnerId} and m.invoice_id = ${invoiceId} and m.about_id is ${sql.raw(about)} and m.ticket_id is null
      and m.pay_by is not null and m.state in ('sent', 'unknown')`;
  const [newest] = await db.execute<{ payBy: string }>(sql`
    select pay_by::text as "payBy" from (${named("null")} union all ${named("not null")}) named order by id desc limit 1`);
  return newest?.payBy ?? null;
}
