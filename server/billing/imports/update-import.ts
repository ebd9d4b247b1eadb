import type { Database } from "@/db/client";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { versionOf } from "@/server/platform/row-version";
import { transact } from "@/server/platform/transact";
import { getImport, getOpenImport, whereImport } from "./find-import";
import type { ImportDetails, ImportUpdate } from "./import";

/**
 * Changes an import's title and expected count. Throws `invalid_import_id`, `import_already_transmitted`, and `changed_meanwhile` if the
 * stored version is not the one that was edited.
 */
export function updateImport(db: Database, actor: Actor, importId: string, update: ImportUpdate, version?: string): Promise<ImportDetails> {
  return transact(db, actor, async (tx) => {
    const open = await getOpenImport(tx, actor, importId, { lock: true });
    if (version !== undefined && version !== versionOf(open)) throw new DomainError("changed_meanwhile");
    if (Object.values(update).some((value) => value !== undefined)) {
      await tx.update(imports).set(update).where(whereImport(actor, importId));
    }
    return getImport(tx, actor, importId);
  });
}
