import { and, count, desc, eq, getTableColumns, ilike, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import type { Page, PageRequest } from "@/server/platform/page";
import type { ImportInCurrency } from "./import";
import { sumOwing } from "./outstanding";

export interface ImportFilter {
  /** Null: imports of all companies. */
  companyId?: string | null;
  /** Null: transmitted or not. */
  transmitted?: boolean | null;
  /** A part of the title. */
  title?: string | null;
}

/** An import as a row of a list. */
export interface ListedImport extends ImportInCurrency {
  companyName: string;
  invoicesCount: number;
  /** Billed amounts of the invoices, in cents. */
  billedCents: number;
  /** Amount that customers owe now, in cents; null if not transmitted. */
  outstandingCents: number | null;
}

export interface ImportPage extends Page<ListedImport> {
  /** Counts for the tabs: matches of the search regardless of `transmitted`. */
  counts: { transmitted: number; open: number };
}

/** Searches the imports of all companies that the actor may see, newest first. Counts invoices only for the imports on the page. */
export async function searchImports(
  db: Database,
  actor: Actor,
  { pageNumber, pageSize, ...filter }: ImportFilter & PageRequest,
): Promise<ImportPage> {
  const { transmitted = null } = filter;
  const [rows, totals] = await Promise.all([
    db
      .select({ ...getTableColumns(imports), companyName: companies.name, currency: companies.currency })
      .from(imports)
      .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
      .where(and(whereMatching(actor, filter), whereState(transmitted)))
      .orderBy(desc(imports.recordedOrder))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db
      .select({ transmitted: count(imports.transmittedAt), all: count() })
      .from(imports)
      .where(whereMatching(actor, filter)),
  ]);
  const counted = only(totals);
  const counts = { transmitted: counted.transmitted, open: counted.all - counted.transmitted };
  const countOfState = transmitted ? counts.transmitted : counts.open;
  const totalEntries = transmitted === null ? counted.all : countOfState;
  return { entries: await withContents(db, actor, rows), pageNumber, pageSize, totalEntries, counts };
}

function whereMatching(actor: Actor, { companyId, title }: ImportFilter): SQL | undefined {
  return and(
    visibleTo(actor, imports),
    companyId ? eq(imports.companyId, companyId) : undefined,
    // The replacement escapes the wildcards of ILIKE.
    title ? ilike(imports.title, `%${title.replace(/[\\%_]/g, "\\$&")}%`) : undefined,
  );
}

function whereState(transmitted: boolean | null): SQL | undefined {
  if (transmitted === null) return undefined;
  return transmitted ? isNotNull(imports.transmittedAt) : isNull(imports.transmittedAt);
}

type Row = Omit<ListedImport, keyof typeof noContents>;
const noContents = { invoicesCount: 0, billedCents: 0, outstandingCents: 0 };

async function withContents(db: Database, { partnerId }: Actor, rows: Row[]): Promise<ListedImport[]> {
  const importIds = rows.map(({ id }) => id);
  const contents = await db
    .select({
      importId: invoices.importId,
      invoicesCount: count(),
      billedCents: sql`sum(${invoices.amountBilledCents})`.mapWith(Number),
      outstandingCents: sumOwing.mapWith(Number),
    })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partnerId), inArray(invoices.importId, importIds)))
    .groupBy(invoices.importId);
  const byImport = new Map(contents.map(({ importId, ...counted }) => [importId, counted]));
  return rows.map((row) => {
    const { outstandingCents, ...counted } = byImport.get(row.id) ?? noContents;
    return { ...row, ...counted, outstandingCents: row.transmittedAt && outstandingCents };
  });
}
