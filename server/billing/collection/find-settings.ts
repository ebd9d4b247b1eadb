import { and, eq, getTableColumns } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type CollectionSettings, companySettings, importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { whereImport } from "@/server/billing/imports/find-import";
import { DomainError } from "@/server/errors";
import { versionOf } from "@/server/platform/row-version";
import { whereCompany } from "@/server/tenancy/companies/find-company";
import type { VersionedSettings } from "./settings";

const { partnerId: _partner, companyId, ...ofCompany } = getTableColumns(companySettings);
const { partnerId, importId: _import, ...ofImport } = getTableColumns(importSettings);

/** What a query reads of an import's settings. */
export const importSettingsColumns = ofImport;

/** What the company's next imports begin with. Throws `invalid_company_id`. */
export async function getCompanySettings(db: Database, actor: Actor, id: string): Promise<VersionedSettings> {
  const [settings] = await db
    .select(ofCompany)
    .from(companies)
    .innerJoin(companySettings, and(eq(companySettings.partnerId, companies.partnerId), eq(companySettings.companyId, companies.id)))
    .where(whereCompany(actor, id));
  if (!settings) throw new DomainError("invalid_company_id");
  return withVersion(settings);
}

/** How the import is collected, or null where the service does not collect it. Throws `invalid_import_id`. */
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

function withVersion(settings: CollectionSettings): VersionedSettings {
  return { settings, version: versionOf(settings) };
}
