import { createLoader, createSerializer, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsId, parseAsPage } from "@/components/data/address";

const PAGE_SIZE = 50;

/** State of the list in its URL. */
export const companiesAddress = { q: parseAsString.withDefault(""), page: parseAsPage.withDefault(1) };

export type CompaniesAddress = inferParserType<typeof companiesAddress>;

/** Loads the list's address, and the company that it selects: instead of the list, the page of that company is opened. */
export const loadCompaniesAddress = createLoader({ ...companiesAddress, company: parseAsId });
const write = createSerializer(companiesAddress);

export function companiesHref(address: Partial<CompaniesAddress>): string {
  return write("/companies", address);
}

/** Returns the query of the list. */
export function companiesQuery({ q, page }: CompaniesAddress) {
  return { name: q.trim() || null, pageNumber: page, pageSize: PAGE_SIZE };
}
