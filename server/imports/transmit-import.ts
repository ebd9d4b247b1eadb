import { and, count, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "../actor";
import { clock } from "../clock";
import { DomainError } from "../errors";
import { transact } from "../transact";
import { getImport, getOpenImport, isImport } from "./find-import";
import type { ImportContents, ImportDetails } from "./import";
import { requireContents } from "./require-contents";

/**
 * Hands the whole import over at once: one row changes, however many invoices there are. The lock waits for invoices that
 * are being created or deleted; whoever comes later finds the import transmitted. Throws `invalid_import_id`,
 * `import_already_transmitted`, `import_is_empty`, `expected_invoices_count_not_reached`; and `changed_meanwhile` when it has other contents
 * than whoever decided had before them.
 */
export function transmitImport(db: Database, actor: Actor, importId: string, seen?: ImportContents): Promise<ImportDetails> {
  return transact(db, actor, async (tx) => {
    const open = await getOpenImport(tx, actor, importId, { lock: true });
    if (seen) await requireContents(tx, open, seen);

    const { invoicesCount } = only(
      await tx
        .select({ invoicesCount: count() })
        .from(invoices)
        .where(and(eq(invoices.partnerId, actor.partnerId), eq(invoices.importId, importId))),
    );
    if (invoicesCount === 0) throw new DomainError("import_is_empty");
    if (invoicesCount < (open.expectedInvoicesCount ?? 0)) throw new DomainError("expected_invoices_count_not_reached");

    await tx
      .update(imports)
      .set({ transmittedAt: clock.now(actor) })
      .where(isImport(actor, importId));
    return getImport(tx, actor, importId);
  });
}
