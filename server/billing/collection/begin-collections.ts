import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { collectionStarts } from "@/db/schema/collections";
import { formHouseholds } from "@/server/billing/households/form-households";
import type { Scope } from "@/server/platform/scope";
import { type HeldUp, unlessHeldUp } from "@/server/platform/unless-held-up";

/** Maximum number of invoices of a batch. */
const AT_ONCE = 2_000;

/**
 * Puts the invoices of transmitted imports into the queue `collections`, one batch per call, and returns the number added. A batch is added
 * completely or not at all. Households are formed with the first batch. Several processes may call this at once: each import is processed by one
 * of them. An import that other transactions hold up is left for the next round (`heldUp`).
 */
export async function beginCollections(db: Database, scope: Scope = {}, heldUp: HeldUp = new Set()): Promise<number> {
  for (;;) {
    const begun = await beginNext(db, scope, heldUp);
    if (begun !== undefined) return begun;
  }
}

/** Begins the next import. Returns undefined if it was held up. */
function beginNext(db: Database, { partnerId }: Scope, heldUp: HeldUp): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const [start] = await tx.execute<Start>(sql`
      select partner_id as "partnerId", import_id as "importId", done_up_to as "doneUpTo"
      from ${collectionStarts}
      where not (import_id = any(${textArray([...heldUp])}::text[])) and ${partnerId ? sql`partner_id = ${partnerId}` : sql`true`}
      limit 1 for update skip locked`);
    if (!start) return 0;
    return unlessHeldUp(heldUp, "import", start.importId, () => begin(tx, start));
  });
}

interface Start extends Record<string, unknown> {
  partnerId: string;
  importId: string;
  /** Number of the last invoice added. */
  doneUpTo: string;
}

/** Adds the next batch of an import. Uses a savepoint, so that the import's lock outlasts a failure. */
function begin(outer: Database, { partnerId, importId, doneUpTo }: Start): Promise<number> {
  return outer.transaction(async (tx) => {
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
