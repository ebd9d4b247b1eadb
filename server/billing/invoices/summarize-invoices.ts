import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Company, companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { sumOwing } from "@/server/billing/imports/outstanding";
import type { MoneySums } from "@/server/domain/rules/invoice-state";
import { whereNotRetracted, whereOverpaid, whereTransmitted } from "./invoice-conditions";
import type { InvoiceFilter } from "./invoice-filter";
import { matchInvoices } from "./match-invoices";

/** Number and sums of the matching invoices. Amounts in cents. */
export interface InvoiceSummary {
  /** Exact number of matches. */
  totalEntries: number;
  /** Sums by each currency that occurs, in the order of the database's type `currency`. */
  sums: CurrencySums[];
}

interface CurrencySums extends MoneySums {
  currency: Company["currency"];
  totalEntries: number;
  billedCents: number;
}

/** Counts the matching invoices and sums up their amounts. */
export async function summarizeInvoices(db: Database, actor: Actor, filter: InvoiceFilter): Promise<InvoiceSummary> {
  const sums = await summaryStatement(db, actor, filter);
  return { totalEntries: sums.reduce((total, { totalEntries }) => total + totalEntries, 0), sums };
}

/**
 * Returns the statement without executing it, so that tests can inspect its plan. Sums by import first, so that the currency is looked up
 * once per import.
 */
export function summaryStatement(db: Database, actor: Actor, filter: InvoiceFilter) {
  const matching = db
    .select({
      importId: invoices.importId,
      entries: sql`count(*)`.as("entries"),
      billedCents: sql`sum(${invoices.amountBilledCents})`.as("billed_cents"),
      owingCents: sql`${sumOwing}`.as("owing_cents"),
      openCents: sql`sum(${invoices.amountTotalCents}) filter (where ${whereNotRetracted})`.as("open_cents"),
      owedBackCents: sql`-sum(${invoices.amountTotalCents}) filter (where ${whereOverpaid})`.as("owed_back_cents"),
    })
    .from(invoices)
    .where(matchInvoices(actor, filter))
    .groupBy(invoices.importId)
    .as("matching");
  const sumIf = (cents: SQL.Aliased, where: SQL) => sql`coalesce(sum(${cents}) filter (where ${where}), 0)`.mapWith(Number);
  return db
    .select({
      currency: companies.currency,
      totalEntries: sql`sum(${matching.entries})`.mapWith(Number),
      billedCents: sql`sum(${matching.billedCents})`.mapWith(Number),
      outstandingCents: sumIf(matching.owingCents, whereTransmitted),
      notTransmittedCents: sumIf(matching.openCents, sql`not ${whereTransmitted}`),
      toRefundCents: sumIf(matching.owedBackCents, whereTransmitted),
    })
    .from(matching)
    .innerJoin(imports, and(eq(imports.partnerId, actor.partnerId), eq(imports.id, matching.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .groupBy(companies.currency)
    .orderBy(companies.currency);
}
