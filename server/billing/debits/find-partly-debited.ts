import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";

/**
 * Finds the ids of an import's invoices of which more is outstanding than unfinished debits of them or of their instalments collect. Each invoice looks its
 * parts up (`offset 0`), as in `sumPlannedDebits`.
 */
export async function findPartlyDebited(db: Database, actor: Actor, importId: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select ${invoices.id} as id from ${invoices} cross join lateral (
      select sum(p.amount_cents) as cents from payments p
      where p.partner_id = ${invoices.partnerId} and p.invoice_id = ${invoices.id} and p.status in ('scheduled', 'pending')
        and p.debit_id is not null offset 0) part
    where ${and(visibleTo(actor, invoices), eq(invoices.importId, importId))} and part.cents < ${invoices.amountTotalCents}`);
  return rows.map(({ id }) => id);
}
