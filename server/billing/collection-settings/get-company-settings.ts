import { and, eq, getTableColumns } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { whereCompany } from "@/server/tenancy/companies/find-company";
import { type VersionedSettings, withVersion } from "./settings";

const { partnerId: _partner, companyId: _company, booksClearMatches: _booksClearMatches, ...columns } = getTableColumns(companySettings);

/** Returns the initial settings of the company's next imports. Throws `invalid_company_id`. */
export async function getCompanySettings(db: Database, actor: Actor, id: string): Promise<VersionedSettings> {
  const [settings] = await db
    .select(columns)
    .from(companies)
    .innerJoin(companySettings, and(eq(companySettings.partnerId, companies.partnerId), eq(companySettings.companyId, companies.id)))
    .where(whereCompany(actor, id));
  if (!settings) throw new DomainError("invalid_company_id");
  return withVersion(settings);
}
