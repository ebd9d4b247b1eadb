import { createLoader, createSerializer, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsPage } from "@/components/data/address";
import { isId } from "@/server/domain/formats/id";

const PAGE_SIZE = 100;
const FILES_ON_PAGE = 20;

/** State of a company's page of direct debits in its URL. */
export const debitsAddress = {
  /** File whose debits are shown. */
  file: parseAsString,
  /** Page of its debits. */
  page: parseAsPage.withDefault(1),
  /** Page of the files; that of `file`, if there is one. */
  files: parseAsPage.withDefault(1),
};

type DebitsAddress = inferParserType<typeof debitsAddress>;

export const loadDebitsAddress = createLoader(debitsAddress);
const write = createSerializer(debitsAddress);

export function debitsHref(companyId: string, address: Partial<DebitsAddress> = {}): string {
  return write(`/companies/${companyId}/debits`, address);
}

/** Returns the query of the files. */
export function debitFilesQuery(companyId: string, { file, files }: Pick<DebitsAddress, "file" | "files">) {
  return { companyId, fileId: file !== null && isId(file) ? file : null, pageNumber: files, pageSize: FILES_ON_PAGE };
}

/** Returns the query of the debits of a file. */
export function debitsOfFileQuery(fileId: string, { page }: Pick<DebitsAddress, "page">) {
  return { fileId, pageNumber: page, pageSize: PAGE_SIZE };
}
