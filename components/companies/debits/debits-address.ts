import { createLoader, createSerializer, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsPage } from "@/components/data/address";

const PAGE_SIZE = 100;

/** State of a company's page of direct debits in its URL. */
export const debitsAddress = {
  /** File whose debits are shown. */
  file: parseAsString,
  page: parseAsPage.withDefault(1),
};

type DebitsAddress = inferParserType<typeof debitsAddress>;

export const loadDebitsAddress = createLoader(debitsAddress);
const write = createSerializer(debitsAddress);

export function debitsHref(companyId: string, address: Partial<DebitsAddress> = {}): string {
  return write(`/companies/${companyId}/debits`, address);
}

/** Returns the query of the debits of a file. */
export function debitsOfFileQuery(fileId: string, { page }: Pick<DebitsAddress, "page">) {
  return { fileId, pageNumber: page, pageSize: PAGE_SIZE };
}
