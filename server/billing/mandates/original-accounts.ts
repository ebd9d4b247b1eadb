import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";

/**
 * Returns the accounts by which banks know mandates that have another one now, by the mandate's id: `OrgnlDbtrAcct` of the amendment that a
 * file of debits tells. The bank knows the account of the newest debit in a file that it did not reject; before the first, if other software
 * collected by the mandate, the account that was taken over. A withdrawn file has told nothing, because its debits have left it.
 */
export async function originalAccounts(
  db: Database,
  { partnerId }: { partnerId: string },
  mandateIds: readonly string[],
): Promise<Map<string, string>> {
  if (mandateIds.length === 0) return new Map();
  const rows = await db.execute<{ id: string; iban: string }>(sql`
    select m.id, known.iban from mandates m cross join lateral (select coalesce(
      (select d.iban from debits d where d.partner_id = m.partner_id and d.mandate_id = m.id and d.file_id is not null
        and d.status in ('at_bank', 'booked', 'returned') order by d.file_id desc limit 1),
      case when m.last_collected_on is not null then (select a.former_iban from mandate_amendments a
        where a.partner_id = m.partner_id and a.mandate_id = m.id order by a.recorded_order limit 1) end) as iban) known
    where m.partner_id = ${partnerId} and m.id = any(${textArray(mandateIds)}::text[]) and known.iban <> m.iban`);
  return new Map(rows.map(({ id, iban }) => [id, iban]));
}
