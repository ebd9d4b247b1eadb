import { and, eq, isNotNull } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { debitFacts } from "./debit-facts";
import type { DebitedInvoice } from "./take-out-parts";

/**
 * Returns what decides whether planned debits may collect these invoices: a fraction of what `findCollectedInvoices` reads. Leaves out
 * invoices that the service does not collect.
 */
export async function findDebitedInvoices(db: Database, partnerId: string, ids: readonly string[]): Promise<DebitedInvoice[]> {
  const { id, retractedAt, amountTotalCents } = invoices;
  const rows = await db
    .select({ id, retractedAt, amountCents: amountTotalCents, debit: debitFacts })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(importSettings, and(eq(importSettings.partnerId, imports.partnerId), eq(importSettings.importId, imports.id)))
    .where(and(eq(invoices.partnerId, partnerId), isOneOf(id, ids), isNotNull(imports.transmittedAt)));
  return rows.map(({ amountCents, ...invoice }) => ({ ...invoice, lines: [{ amountCents }] }));
}
