import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";

/** Unfinished debits of a day that collect invoices of an import. */
export interface PlannedDebitsOfDay {
  /** Such as `2026-11-20`. */
  day: string;
  /** Number of debits. */
  count: number;
  /** Amount that they collect of the import's invoices, in cents. */
  amountCents: number;
}

/**
 * Sums the unfinished debits that collect an import's invoices, by day. Each invoice looks its part up (`offset 0`): while the tables have no
 * statistics, Postgres would read all unfinished parts of the partner for each invoice.
 */
export async function sumPlannedDebits(db: Database, actor: Actor, importId: string): Promise<PlannedDebitsOfDay[]> {
  const rows = await db.execute<{ day: string; count: number; cents: string }>(sql`
    select part.collect_on::text as day, count(distinct part.debit_id)::int as count, sum(part.amount_cents)::text as cents
    from ${invoices} cross join lateral (
      select d.collect_on, p.debit_id, p.amount_cents
      from payments p join debits d on d.partner_id = p.partner_id and d.id = p.debit_id
      where p.partner_id = ${invoices.partnerId} and p.invoice_id = ${invoices.id} and p.status in ('scheduled', 'pending') offset 0) part
    where ${and(visibleTo(actor, invoices), eq(invoices.importId, importId))}
    group by part.collect_on order by part.collect_on`);
  return rows.map(({ cents, ...row }) => ({ ...row, amountCents: Number(cents) }));
}
