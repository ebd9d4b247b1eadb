import { and, desc, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { isId } from "@/server/domain/formats/id";
import { type InvoiceState, isOverdue, type MoneyFact } from "@/server/domain/rules/invoice-state";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { CSV_BEGINNING, csvAmount, csvRow } from "@/server/platform/csv";
import { readAsPartner } from "@/server/platform/read-as-partner";
import type { InvoiceFilter } from "./invoice-filter";
import { type ExportedInvoice, readListed } from "./listed-invoice";
import { matchInvoices } from "./match-invoices";

/** Columns in order. Columns for other programs (amounts in cents, id) come last. */
export const exportColumns = [
  "invoiceNumber",
  "externalInvoiceNumber",
  "reference",
  "customer",
  "email",
  "company",
  "import",
  "state",
  "fact",
  "createdOn",
  "transmittedOn",
  "dueOn",
  "daysOverdue",
  "retractedOn",
  "currency",
  "billed",
  "outstanding",
  "billedCents",
  "outstandingCents",
  "id",
] as const;

export type ExportColumn = (typeof exportColumns)[number];

/** All texts in the file, in the reader's language. */
export interface ExportWords {
  headers: Record<ExportColumn, string>;
  states: Record<InvoiceState, string>;
  facts: Record<MoneyFact, string>;
}

export interface InvoiceExport {
  filter: InvoiceFilter;
  /** Restricts the matches to these ids; null: all matches. */
  ids: readonly string[] | null;
  /** The reader's locale (BCP 47), such as `nl` or `de-CH`. It decides the separator and the format of numbers. */
  locale: string;
  words: ExportWords;
}

/** Maximum number of invoices of a piece. */
const ROWS_AT_ONCE = 500;

/** Logs the export with its author, and returns the invoices like `exportInvoices`. */
export async function beginExport(db: Database, actor: Actor, wanted: InvoiceExport): Promise<AsyncGenerator<string>> {
  const { filter, ids } = wanted;
  const isNarrowed =
    ids !== null || actor.companyIds !== null || Object.values(filter).some((value) => value !== undefined && value !== null);
  await recordEvent(db, actor, "invoices_exported", { after: { all: !isNarrowed, chosen: ids?.length ?? null } });
  return exportInvoices(db, actor, wanted);
}

/**
 * Yields the matching invoices as CSV, in pieces, newest first. Only the number never changes during a download, so no invoice is skipped or
 * repeated. The first piece is the header. Each other piece is read by its own query, so that a slow reader blocks nothing and few rows are in
 * memory.
 */
export async function* exportInvoices(db: Database, actor: Actor, { filter, ids, locale, words }: InvoiceExport): AsyncGenerator<string> {
  const wanted = and(
    matchInvoices(actor, filter),
    ids ? sql`${invoices.id} = any(${`{${ids.filter(isId).join(",")}}`}::text[])` : undefined,
  );
  const today = dayAt(clock.now(actor));
  yield CSV_BEGINNING +
    csvRow(
      exportColumns.map((column) => words.headers[column]),
      locale,
    );

  for (let before: number | undefined; ; ) {
    const next = sql`select ${invoices.invoiceNumber} from ${invoices}
      where ${and(wanted, before === undefined ? undefined : lt(invoices.invoiceNumber, before))}
      order by ${invoices.invoiceNumber} desc limit ${ROWS_AT_ONCE}`;
    const read = (from: Database) => readListed(from, actor, { numbers: next, order: [desc(invoices.invoiceNumber)] });
    // `readAsPartner` applies row security, behind which Postgres does not use the index for text search.
    const rows = filter.search ? await read(db) : await readAsPartner(db, actor.partnerId, read);
    if (rows.length > 0) yield rows.map((row) => csvRow(cellsOf(row, locale, words, today), locale)).join("");
    before = rows.at(-1)?.invoiceNumber;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

function cellsOf(row: ExportedInvoice, locale: string, { states, facts }: ExportWords, today: string) {
  const cells: Record<ExportColumn, string | number | null> = {
    invoiceNumber: row.invoiceNumber,
    externalInvoiceNumber: row.externalInvoiceNumber,
    reference: row.reference,
    customer: row.customerName,
    email: row.customerEmail,
    company: row.companyName,
    import: row.importTitle,
    state: states[row.state],
    fact: row.fact && facts[row.fact],
    createdOn: dayOf(row.createdAt),
    transmittedOn: dayOf(row.transmittedAt),
    dueOn: row.dueOn,
    daysOverdue: row.dueOn && isOverdue(row, today) ? daysFrom(row.dueOn, today) : null,
    retractedOn: dayOf(row.retractedAt),
    currency: row.currency,
    billed: csvAmount(row.billedCents, locale),
    outstanding: csvAmount(row.outstandingCents, locale),
    billedCents: row.billedCents,
    outstandingCents: row.outstandingCents,
    id: row.id,
  };
  return exportColumns.map((column) => cells[column]);
}

/** Returns the day as `YYYY-MM-DD`, which every spreadsheet reads as the same day. */
function dayOf(moment: Date | null): string | null {
  return moment && dayAt(moment);
}
