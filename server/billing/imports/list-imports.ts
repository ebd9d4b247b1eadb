import { and, count, eq, getTableColumns } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import { type Actor, visibleTo } from "@/server/actor";
import type { Page, PageRequest } from "@/server/platform/page";
import { getCompany } from "@/server/tenancy/companies/find-company";
import type { ImportInCurrency } from "./import";

/** Lists a company's imports, oldest first. Throws `invalid_company_id`. */
export async function listImports(
  db: Database,
  actor: Actor,
  companyId: string,
  { pageNumber, pageSize }: PageRequest,
): Promise<Page<ImportInCurrency>> {
  const company = await getCompany(db, actor, companyId);
  const ofCompany = and(visibleTo(actor, imports), eq(imports.companyId, companyId));
  const [entries, totals] = await Promise.all([
    db
      .select(getTableColumns(imports))
      .from(imports)
      .where(ofCompany)
      .orderBy(imports.recordedOrder)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.select({ totalEntries: count() }).from(imports).where(ofCompany),
  ]);
  return { entries: entries.map((entry) => ({ ...entry, currency: company.currency })), pageNumber, pageSize, ...only(totals) };
}
