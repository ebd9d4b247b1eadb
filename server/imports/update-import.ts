import type { Database } from "@/db/client";
import { imports } from "@/db/schema/imports";
import type { Actor } from "../actor";
import { transact } from "../transact";
import { getImport, getOpenImport, isImport } from "./find-import";
import type { ImportDetails, ImportUpdate } from "./import";

/** Throws `invalid_import_id` and `import_already_transmitted`. */
export function updateImport(db: Database, actor: Actor, importId: string, update: ImportUpdate): Promise<ImportDetails> {
  return transact(db, actor, async (tx) => {
    await getOpenImport(tx, actor, importId, { lock: true });
    if (Object.values(update).some((value) => value !== undefined)) {
      await tx.update(imports).set(update).where(isImport(actor, importId));
    }
    return getImport(tx, actor, importId);
  });
}
