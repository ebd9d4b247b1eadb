import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type CollectionSettings, companySettings, importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { getOpenImport } from "@/server/billing/imports/find-import";
import { DomainError } from "@/server/errors";
import { transact } from "@/server/platform/transact";
import { whereCompany } from "@/server/tenancy/companies/find-company";
import { getCompanySettings, getImportSettings } from "./find-settings";

/** For imports that are made from now on. Throws `invalid_company_id`, and `changed_meanwhile` when it is no longer the version that was edited. */
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
    await tx
      .update(companySettings)
      .set(settings)
      .where(and(eq(companySettings.partnerId, actor.partnerId), eq(companySettings.companyId, companyId)));
  });
}

/** Throws `invalid_import_id`, `import_already_transmitted`, and `changed_meanwhile` as above. */
export function updateImportSettings(
  db: Database,
  actor: Actor,
  importId: string,
  settings: CollectionSettings,
  version: string,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    await getOpenImport(tx, actor, importId, { lock: true });
    const stored = await getImportSettings(tx, actor, importId);
    if (stored?.version !== version) throw new DomainError("changed_meanwhile");
    await tx
      .update(importSettings)
      .set(settings)
      .where(and(eq(importSettings.partnerId, actor.partnerId), eq(importSettings.importId, importId)));
  });
}
