import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { Actor } from "@/server/actor";
import { versionOf } from "@/server/platform/row-version";
import { type ListedCompany, withFigures } from "./company-figures";
import { getCompany } from "./find-company";

/** A company with its figures, and the version that an edit is based on. */
export type CompanyDescription = ListedCompany & { version: string };

/** Returns the company. Throws `invalid_company_id`. */
export async function describeCompany(db: Database, actor: Actor, companyId: string): Promise<CompanyDescription> {
  const company = await getCompany(db, actor, companyId);
  return { ...only(await withFigures(db, actor, [company])), version: versionOf(company) };
}
