import { and, count, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { getImport, getOpenImport, whereImport } from "./find-import";
import { getImportSettings } from "./get-import-settings";
import type { ImportDetails, TransmissionSeen } from "./import";
import { requireContents } from "./require-contents";

/**
 * Transmits an import. Only one row changes, regardless of the number of invoices; the trigger `imports_begin_collection`
 * (db/rules/imports.sql) then queues the import for collection. Waits for invoices that are being created or deleted; later ones are
 * refused. Throws `invalid_import_id`, `import_already_transmitted`, `import_is_empty`, `expected_invoices_count_not_reached`, and
 * `changed_meanwhile` if contents or settings differ from those that the author saw.
 */
export function transmitImport(db: Database, actor: Actor, importId: string, seen?: TransmissionSeen): Promise<ImportDetails> {
  return transact(db, actor, async (tx) => {
    const open = await getOpenImport(tx, actor, importId, { lock: true });
    if (seen) await requireContents(tx, open, seen);
    if (seen?.settingsVersion !== undefined) await requireSettings(tx, actor, importId, seen.settingsVersion);

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
      .where(whereImport(actor, importId));
    await recordEvent(tx, actor, "import_transmitted", { about: `import:${importId}`, after: { invoices: invoicesCount } });
    return getImport(tx, actor, importId);
  });
}

/** Throws `changed_meanwhile` unless the settings, which the transmission makes final, are those that the author saw. */
async function requireSettings(tx: Database, actor: Actor, importId: string, version: string | null): Promise<void> {
  const stored = await getImportSettings(tx, actor, importId);
  if ((stored?.version ?? null) !== version) throw new DomainError("changed_meanwhile");
}
