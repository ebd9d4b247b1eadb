import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { collectionStarts } from "@/db/schema/collections";
import { formHouseholds } from "@/server/billing/households/form-households";
import type { Scope } from "@/server/platform/scope";

const AT_ONCE = 2_000;

/**
 * Puts the invoices of transmitted imports into the queue `collections`, one batch per call, and returns the number added. A batch is added
 * completely or not at all. Households are formed with the first batch. Any number of processes may run this: each import is processed by
 * one at a time.
 */
export async function beginCollections(db: Database, scope: Scope = {}): Promise<number> {
  return db.transaction(async (tx) => {
    const [start] = await tx.execute<{ partnerId: string; importId: string; doneUpTo: string }>(sql`
      select partner_id as "partnerId", import_id as "importId", done_up_to as "doneUpTo"
      from ${collectionStarts} ${scope.partnerId ? sql`where partner_id = ${scope.partnerId}` : sql``} limit 1 for update skip locked`);
    if (!start) return 0;

    const { partnerId, importId, doneUpTo } = start;
    // Households are formed for the whole import, before its first invoice is processed.
    if (Number(doneUpTo) === 0) await formHouseholds(tx, partnerId, importId);
    const [taken] = await tx.execute<{ count: number; last: string | null }>(sql`
      with batch as (
        select id, invoice_number from invoices
        where partner_id = ${partnerId} and import_id = ${importId} and invoice_number > ${doneUpTo}
        order by invoice_number limit ${AT_ONCE}
      ), taken as (
        insert into collections (partner_id, invoice_id, next_at) select ${partnerId}, id, '-infinity' from batch
      )
      select count(*)::int as count, max(invoice_number) as last from batch`);
    const isDone = !taken || taken.count < AT_ONCE;
    await tx.execute(
      isDone
        ? sql`delete from collection_starts where partner_id = ${partnerId} and import_id = ${importId}`
        : sql`update collection_starts set done_up_to = ${taken.last} where partner_id = ${partnerId} and import_id = ${importId}`,
    );
    // At least 1: an import of exactly one batch needs another call, and 0 must mean that nothing was left.
    return Math.max(1, taken?.count ?? 0);
  });
}
