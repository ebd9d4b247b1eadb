import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type CollectionSettings, companySettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { changedFacts } from "@/server/platform/audit/changed-facts";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { whereCompany } from "@/server/tenancy/companies/find-company";
import { getCompanySettings } from "./get-company-settings";
import { requireFittingSettings } from "./require-fitting-settings";
import { settingsWithoutText } from "./settings";

/**
 * Changes the initial settings of the company's next imports, which the trigger `imports_have_settings` (db/rules/imports.sql) copies into
 * each new import. Throws `invalid_company_id`, `changed_meanwhile` if the stored version is not the one that was edited, and what
 * `requireFittingSettings` throws.
 */
export function updateCompanySettings(
  db: Database,
  actor: Actor,
  companyId: string,
  settings: CollectionSettings,
  version: string,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    await tx.select({ id: companies.id }).from(companies).where(whereCompany(actor, companyId)).for("update");
    const stored = await getCompanySettings(tx, actor, companyId);
    if (stored.version !== version) throw new DomainError("changed_meanwhile");
    await requireFittingSettings(tx, actor, companyId, settings, stored.settings);
    await tx
      .update(companySettings)
      .set(settings)
      .where(and(eq(companySettings.partnerId, actor.partnerId), eq(companySettings.companyId, companyId)));
    await recordEvent(tx, actor, "company_settings_changed", {
      about: `company:${companyId}`,
      ...changedFacts(stored.settings, settings, settingsWithoutText),
    });
  });
}
