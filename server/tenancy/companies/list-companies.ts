import { and, count, eq, ilike, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Company, companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import type { Page, PageRequest } from "@/server/platform/page";
import { type ListedCompany, withFigures } from "./company-figures";

export interface CompanyFilter {
  /** Part of the name. */
  name?: string | null;
}

/** Returns the companies that the actor may see, by name. */
export async function listCompanies(
  db: Database,
  actor: Actor,
  { pageNumber, pageSize, name }: CompanyFilter & PageRequest,
): Promise<Page<ListedCompany>> {
  const matching = and(areVisible(actor), name ? ilike(companies.name, `%${name.replace(/[\\%_]/g, "\\$&")}%`) : undefined);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(companies)
      .where(matching)
      .orderBy(...byName)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.select({ totalEntries: count() }).from(companies).where(matching),
  ]);
  return { entries: await withFigures(db, actor, rows), pageNumber, pageSize, ...only(totals) };
}

/** Like `listCompanies`, oldest first and without figures. */
export async function listCompaniesByAge(db: Database, actor: Actor, { pageNumber, pageSize }: PageRequest): Promise<Page<Company>> {
  const visible = areVisible(actor);
  const [entries, totals] = await Promise.all([
    db
      .select()
      .from(companies)
      .where(visible)
      .orderBy(companies.createdAt, companies.id)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.select({ totalEntries: count() }).from(companies).where(visible),
  ]);
  return { entries, pageNumber, pageSize, ...only(totals) };
}

/** Returns the companies for a list of choices, with their currency and country. */
export function listCompanyNames(
  db: Database,
  actor: Actor,
): Promise<Pick<Company, "id" | "name" | "currency" | "countryCode" | "createdAt">[]> {
  const { id, name, currency, countryCode, createdAt } = companies;
  return db
    .select({ id, name, currency, countryCode, createdAt })
    .from(companies)
    .where(areVisible(actor))
    .orderBy(...byName);
}

function areVisible(actor: Actor): SQL | undefined {
  return and(eq(companies.partnerId, actor.partnerId), actor.companyIds ? inArray(companies.id, [...actor.companyIds]) : undefined);
}

const byName = [sql`lower(${companies.name})`, companies.id];
