import { and, eq, isNotNull } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { leadDaysOfImport } from "@/server/billing/debits/debit-facts";

/** Returns those of the imports whose account takes direct debits now: it is open, in euros, and has a creditor identifier in force. */
export async function findDebitingImports(db: Database, partnerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .innerJoin(importSettings, and(eq(importSettings.partnerId, imports.partnerId), eq(importSettings.importId, imports.id)))
    .where(and(eq(imports.partnerId, partnerId), isOneOf(imports.id, ids), eq(companies.currency, "EUR"), isNotNull(leadDaysOfImport)));
  return new Set(rows.map(({ id }) => id));
}
