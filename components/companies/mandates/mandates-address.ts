import { createLoader, createSerializer, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsPage } from "@/components/data/address";

const PAGE_SIZE = 50;

/** State of a company's list of mandates in its URL. */
export const mandatesAddress = {
  /** Search text. */
  q: parseAsString.withDefault(""),
  page: parseAsPage.withDefault(1),
};

type MandatesAddress = inferParserType<typeof mandatesAddress>;

export const loadMandatesAddress = createLoader(mandatesAddress);
const write = createSerializer(mandatesAddress);

export function mandatesHref(companyId: string, address: Partial<MandatesAddress> = {}): string {
  return write(`/companies/${companyId}/mandates`, address);
}

/** Returns the query of the list. */
export function mandatesQuery(companyId: string, { q, page }: MandatesAddress) {
  return { companyId, search: q, pageNumber: page, pageSize: PAGE_SIZE };
}
