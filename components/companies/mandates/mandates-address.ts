import { createLoader, createSerializer, type inferParserType, parseAsBoolean, parseAsString } from "nuqs/server";
import { parseAsPage } from "@/components/data/address";

const PAGE_SIZE = 50;

/** State of a company's list of mandates in its URL. */
export const mandatesAddress = {
  /** Search text. */
  q: parseAsString.withDefault(""),
  /** Whether only mandates that expire within three months are listed. */
  expiring: parseAsBoolean.withDefault(false),
  /** Whether only mandates are listed whose payers need another one. */
  needed: parseAsBoolean.withDefault(false),
  page: parseAsPage.withDefault(1),
};

type MandatesAddress = inferParserType<typeof mandatesAddress>;

export const loadMandatesAddress = createLoader(mandatesAddress);
const write = createSerializer(mandatesAddress);

export function mandatesHref(companyId: string, address: Partial<MandatesAddress> = {}): string {
  return write(`/companies/${companyId}/mandates`, address);
}

/** Returns the query of the list. */
export function mandatesQuery(companyId: string, { q, expiring, needed, page }: MandatesAddress) {
  return { companyId, search: q, isExpiring: expiring, isAnotherNeeded: needed, pageNumber: page, pageSize: PAGE_SIZE };
}
