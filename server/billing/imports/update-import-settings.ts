import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type CollectionSettings, importSettings } from "@/db/schema/collection-settings";
import type { Actor } from "@/server/actor";
import { requireFittingSettings } from "@/server/billing/collection-settings/require-fitting-settings";
import { settingsWithoutText } from "@/server/billing/collection-settings/settings";
import { DomainError } from "@/server/errors";
import { changedFacts } from "@/server/platform/audit/changed-facts";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { getOpenImport } from "./find-import";
import { getImportSettings } from "./get-import-settings";

/**
 * Changes an import's collection settings, until it is transmitted. Throws `invalid_import_id`, `import_already_transmitted`,
 * `changed_meanwhile` if the stored version is not the one that was edited, and what `requireFittingSettings` throws.
 */
export function updateImportSettings(
  db: Database,
  actor: Actor,
  importId: string,
  settings: CollectionSettings,
  version: string,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { companyId } = await getOpenImport(tx, actor, importId, { lock: true });
    const stored = await getImportSettings(tx, actor, importId);
    if (!stored || stored.version !== version) throw new DomainError("changed_meanwhile");
    await requireFittingSettings(tx, actor, companyId, settings, stored.settings);
    await tx
      .update(importSettings)
      .set(settings)
      .where(and(eq(importSettings.partnerId, actor.partnerId), eq(importSettings.importId, importId)));
    await recordEvent(tx, actor, "import_settings_changed", {
      about: `import:${importId}`,
      ...changedFacts(stored.settings, settings, settingsWithoutText),
    });
  });
}
