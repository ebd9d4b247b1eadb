import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { CHARGES_TEXT } from "@/server/domain/banking/charges-text";
import { shortReference } from "@/server/domain/formats/short-reference";
import { type EntryOutcome, type PaymentCategory, showsCounted } from "@/server/domain/rules/statement-list";
import { recordEvent } from "@/server/platform/audit/record-event";
import { CSV_BEGINNING, csvAmount, csvRow } from "@/server/platform/csv";
import { readAsPartner } from "@/server/platform/read-as-partner";
import { describeEntries, type ListedEntry, type PlacedPayment } from "./list-entries";
import { type EntryFilter, orderOf, placedPayments, type ReadStatement, readStatement, whereListed } from "./statement-rows";

/**
 * Columns in order. The columns for other programs come last, from `amountCents`. `amount` is as in the list with the same filter; `booked` and `left`
 * are always the two parts of the bank's amount. The statement's number by the bank and our reference for it are the same in all rows.
 */
export const entryColumns = [
  "bookedOn",
  "valueOn",
  "name",
  "iban",
  "reference",
  "text",
  "outcome",
  "category",
  "invoices",
  "amount",
  "booked",
  "left",
  "amountCents",
  "bookedCents",
  "leftCents",
  "id",
  "statementNumber",
  "statementReference",
] as const;

export type EntryColumn = (typeof entryColumns)[number];

/** All texts in the file, in the reader's language. */
export interface EntryWords {
  headers: Record<EntryColumn, string>;
  outcomes: Record<EntryOutcome, string>;
  categories: Record<PaymentCategory, string>;
  /** Text of a bank's charge that was split off from a returned debit. */
  chargeOfBank: string;
}

export interface EntryExport {
  statementId: string;
  filter: EntryFilter;
  /** The reader's locale (BCP 47), such as `nl` or `de-CH`. It decides the separator and the format of numbers. */
  locale: string;
  words: EntryWords;
}

/** Number of rows that one query reads. */
const ROWS_AT_ONCE = 500;

/**
 * Logs the export with its author. Returns the statement, and its entries as CSV in pieces. Throws `invalid_bank_statement_id`.
 */
export async function beginEntriesExport(
  db: Database,
  actor: Actor,
  wanted: EntryExport,
): Promise<{ pieces: AsyncGenerator<string>; statement: ReadStatement }> {
  const statement = await readStatement(db, actor, wanted.statementId);
  await recordEvent(db, actor, "statement_exported", { after: { statement: wanted.statementId } });
  return { pieces: exportEntries(db, actor, statement, wanted), statement };
}

/** Yields the header, then the matching entries in the order of the file. Each piece of entries is read by a separate query. */
async function* exportEntries(
  db: Database,
  actor: Actor,
  statement: ReadStatement,
  { filter, locale, words }: Omit<EntryExport, "statementId">,
): AsyncGenerator<string> {
  const header = entryColumns.map((column) => words.headers[column]);
  yield CSV_BEGINNING + csvRow(header, locale);
  for (let last: Place | undefined; ; ) {
    // The first condition follows from the second, but can use an index: the second compares columns of two tables.
    const isAfter =
      last &&
      sql`and placed.line >= ${last.line} and (placed.line, ${bankTransactions.recordedOrder}) > (${last.line}, ${last.recordedOrder})`;
    const { places, entries } = await readAsPartner(db, actor.partnerId, async (tx) => {
      const found = await tx.execute<Place>(sql`select ${bankTransactions.id} as id, placed.is_repeat as "isRepeat", placed.line,
          ${bankTransactions.recordedOrder} as "recordedOrder"
        from ${placedPayments(actor, statement)} where ${whereListed(actor, filter)} ${isAfter}
        order by ${orderOf({ ...filter, sort: "place", direction: "asc" })} limit ${ROWS_AT_ONCE}`);
      return { places: found, entries: await describeEntries(tx, actor, found) };
    });
    if (entries.length > 0) yield entries.map((entry) => csvRow(cellsOf(entry, statement, filter, locale, words), locale)).join("");
    last = places.at(-1);
    if (places.length < ROWS_AT_ONCE) return;
  }
}

interface Place extends PlacedPayment {
  line: number;
  recordedOrder: string;
}

function cellsOf(
  entry: ListedEntry,
  { id: statementId, number }: ReadStatement,
  filter: EntryFilter,
  locale: string,
  { outcomes, categories, chargeOfBank }: EntryWords,
) {
  const { bookedOn, valueOn, name, iban, references, text, outcome, category, categoryText, invoices, countedCents, id } = entry;
  const amountCents = showsCounted(filter) ? countedCents : entry.amountCents;
  const leftCents = entry.state === "booked" ? 0 : countedCents;
  const bookedCents = entry.amountCents - leftCents;
  const cells: Record<EntryColumn, string | number | null> = {
    bookedOn,
    valueOn,
    name,
    iban,
    reference: references.join(" "),
    text: text === CHARGES_TEXT ? chargeOfBank : text,
    outcome: outcomes[outcome],
    category: categoryText ?? (category && categories[category]),
    invoices: invoices.map(({ externalInvoiceNumber }) => externalInvoiceNumber).join(" "),
    amount: csvAmount(amountCents, locale),
    booked: csvAmount(bookedCents, locale),
    left: csvAmount(leftCents, locale),
    amountCents,
    bookedCents,
    leftCents,
    id,
    statementNumber: number,
    statementReference: shortReference(statementId),
  };
  return entryColumns.map((column) => cells[column]);
}
