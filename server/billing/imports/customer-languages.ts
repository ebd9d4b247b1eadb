import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { type Locale, locales } from "@/server/domain/formats/locales";
import { DomainError } from "@/server/errors";
import { whereImport } from "./find-import";

/**
 * Returns the languages of the import's customers, the company's own first. An import without invoices has the company's language. Throws
 * `invalid_import_id`.
 */
export async function listCustomerLanguages(db: Database, actor: Actor, importId: string): Promise<Locale[]> {
  const [found] = await db
    .select({
      own: companies.locale,
      used: sql<Locale[]>`(select coalesce(json_agg(distinct i.locale), '[]'::json) from invoices i
        where i.partner_id = ${imports.partnerId} and i.import_id = ${imports.id})`,
    })
    .from(imports)
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .where(whereImport(actor, importId));
  if (!found) throw new DomainError("invalid_import_id");
  const used = found.used.length > 0 ? locales.filter((locale) => found.used.includes(locale)) : [found.own];
  return ownFirst(found.own, used);
}

/** Returns the languages with the company's own before the others, if it is one of them. */
function ownFirst(own: Locale, used: Locale[]): Locale[] {
  return used.toSorted((one, other) => Number(other === own) - Number(one === own));
}
