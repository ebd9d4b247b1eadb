import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { transact } from "@/server/platform/transact";
import { getOpenImport, whereImport } from "./find-import";
import type { ImportContents } from "./import";
import { requireContents } from "./require-contents";

/**
 * Deletes an import with all its invoices. Throws `invalid_import_id`, `import_already_transmitted`, and `changed_meanwhile` if the
 * contents differ from those that the author saw.
 */
export function deleteImport(db: Database, actor: Actor, importId: string, seen?: ImportContents): Promise<void> {
  return transact(db, actor, async (tx) => {
    const open = await getOpenImport(tx, actor, importId, { lock: true });
    if (seen) await requireContents(tx, open, seen);
    // The triggers run once per invoice, and 100,000 invoices take longer than the usual limit.
    await tx.execute(sql`set local statement_timeout = '5min'`);
    await tx.delete(imports).where(whereImport(actor, importId));
  });
}
