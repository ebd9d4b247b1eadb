import { createLoader, createParser, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId, parseAsPage } from "@/components/data/address";
import type { InvoiceFilter, InvoiceOrder, InvoiceQuery } from "@/server/billing/invoices/invoice-filter";
import { isDay } from "@/server/domain/formats/calendar";
import { filteredAmounts, filteredDays, invoiceSorts, sortDirections } from "@/server/domain/rules/invoice-list";
import { invoiceFacts } from "@/server/domain/rules/invoice-state";

export const PAGE_SIZE = 50;

/** An amount in cents. A number represents up to 14 digits exactly. */
const parseAsCents = createParser({ parse: (text) => (/^-?\d{1,14}$/.test(text) ? Number(text) : null), serialize: String });

/** A day such as `2026-11-04` that exists, from the year 1000 on. */
const parseAsDay = createParser({
  parse: (text) => (/^[1-9]/.test(text) && isDay(text) ? text : null),
  serialize: String,
});

/** Selected invoices of the current page, by number; or all matching ones, on all pages. */
export type Selection = readonly number[] | "all";

const parseAsSelection = createParser<Selection>({
  parse: (text) => {
    if (text === "all") return "all";
    // At most 100 numbers, joined by dots.
    return /^\d{1,15}(\.\d{1,15}){0,99}$/.test(text) ? text.split(".").map(Number) : null;
  },
  serialize: (selection) => (selection === "all" ? "all" : selection.join(".")),
  eq: (one, other) => String(one) === String(other),
});

/** State of the list in its URL, so that a copied link shows the same list. */
export const listAddress = {
  q: parseAsString.withDefault(""),
  fact: parseAsStringLiteral(invoiceFacts),
  company: parseAsId,
  import: parseAsId,
  /** Amount that `min` and `max` limit, both in cents. */
  amount: parseAsStringLiteral(filteredAmounts).withDefault("outstanding"),
  min: parseAsCents,
  max: parseAsCents,
  /** Day that `from` and `to` limit. */
  period: parseAsStringLiteral(filteredDays).withDefault("transmitted"),
  from: parseAsDay,
  to: parseAsDay,
  sort: parseAsStringLiteral(invoiceSorts).withDefault("number"),
  direction: parseAsStringLiteral(sortDirections).withDefault("desc"),
  page: parseAsPage.withDefault(1),
  selected: parseAsSelection.withDefault([]),
};

export type ListAddress = inferParserType<typeof listAddress>;

export const loadListAddress = createLoader(listAddress);
const write = createSerializer(listAddress);

export function listHref(address: Partial<ListAddress>): string {
  return write("/invoices", address);
}

/** Address of an invoice's page. Includes the list from which the reader comes, so that the page can link to the invoice's neighbours. */
export function invoiceHref(invoiceId: string, address: Partial<ListAddress>): string {
  return write(`/invoices/${invoiceId}`, { ...address, selected: [] });
}

/** Returns the filter in the URL. */
export function filterOf({ q, fact, company, import: importId, amount, min, max, period, from, to }: ListAddress): InvoiceFilter {
  return {
    search: q.trim() || null,
    fact,
    companyIds: company ? [company] : null,
    importId,
    amount: min === null && max === null ? null : { of: amount, fromCents: min, toCents: max },
    period: from === null && to === null ? null : { of: period, from, to },
  };
}

/** Returns the filter and order in the URL. */
export function orderedFilterOf(address: ListAddress): InvoiceFilter & InvoiceOrder {
  return { ...filterOf(address), sort: address.sort, direction: address.direction };
}

/** Returns the query of the shown page. */
export function queryOf(address: ListAddress): InvoiceQuery {
  return { ...orderedFilterOf(address), pageNumber: address.page, pageSize: PAGE_SIZE };
}

/** Change that removes all filters except search and tab. */
export const noFilters = { company: null, import: null, min: null, max: null, from: null, to: null } satisfies Partial<ListAddress>;

/** Whether anything except a tab filters the list. */
export function isFiltered({ q, company, import: importId, min, max, from, to }: ListAddress): boolean {
  return q.trim() !== "" || [company, importId, min, max, from, to].some((value) => value !== null);
}
