import { and, eq, getTableColumns } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { type VersionedSettings, withVersion } from "@/server/billing/collection-settings/settings";
import { DomainError } from "@/server/errors";
import { whereImport } from "./find-import";

const { partnerId: _partner, importId: _import, ...columns } = getTableColumns(importSettings);

/** Columns of an import's settings. */
export const importSettingsColumns = columns;

/** Returns an import's collection settings; null if the service does not collect the import. Throws `invalid_import_id`. */
export async function getImportSettings(db: Database, actor: Actor, id: string): Promise<VersionedSettings | null> {
  const [found] = await db
    .select({ settings: importSettings })
    .from(imports)
    .leftJoin(importSettings, and(eq(importSettings.partnerId, imports.partnerId), eq(importSettings.importId, imports.id)))
    .where(whereImport(actor, id));
  if (!found) throw new DomainError("invalid_import_id");
  if (!found.settings) return null;
  const { partnerId: _, importId: __, ...settings } = found.settings;
  return withVersion(settings);
}
