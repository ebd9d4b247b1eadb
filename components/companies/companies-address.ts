import { createLoader, createSerializer, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsId, parseAsPage } from "@/components/data/address";

const PAGE_SIZE = 50;

/** The list as it stands in its address. */
export const companiesAddress = { q: parseAsString.withDefault(""), page: parseAsPage.withDefault(1) };

export type CompaniesAddress = inferParserType<typeof companiesAddress>;

/** Also which company the reader looks at: its record is what this list would be narrowed to. */
export const loadCompaniesAddress = createLoader({ ...companiesAddress, company: parseAsId });
const write = createSerializer(companiesAddress);

export function companiesHref(address: Partial<CompaniesAddress>): string {
  return write("/companies", address);
}

/** What the list is asked for. */
export function companiesQuery({ q, page }: CompaniesAddress) {
  return { name: q.trim() || null, pageNumber: page, pageSize: PAGE_SIZE };
}
