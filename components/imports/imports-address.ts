import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId, parseAsPage } from "@/components/data/address";
import { concerns, progressSteps } from "@/server/domain/rules/reach";

const PAGE_SIZE = 50;

/** State of the list of imports in its URL. */
export const importsAddress = {
  q: parseAsString.withDefault(""),
  /** Whether the listed imports are transmitted; absent: all imports. */
  transmitted: parseAsStringLiteral(["no", "yes"]),
  company: parseAsId,
  page: parseAsPage.withDefault(1),
};

export type ImportsAddress = inferParserType<typeof importsAddress>;

export const loadImportsAddress = createLoader(importsAddress);
const write = createSerializer(importsAddress);

export function importsHref(address: Partial<ImportsAddress>): string {
  return write("/imports", address);
}

/** Returns the query of the list. */
export function importsQuery({ q, transmitted, company, page }: ImportsAddress) {
  return {
    title: q.trim() || null,
    transmitted: transmitted === null ? null : transmitted === "yes",
    companyId: company,
    pageNumber: page,
    pageSize: PAGE_SIZE,
  };
}

/** Number of invoices on a page of an import's invoices. */
export const CONTENTS_SIZE = 20;

/** State of an import's page in its URL: the check or the step of the progress whose invoices are shown, and the page of these. */
export const importAddress = { show: parseAsStringLiteral([...concerns, ...progressSteps]), page: parseAsPage.withDefault(1) };

export type ImportAddress = inferParserType<typeof importAddress>;

export const loadImportAddress = createLoader(importAddress);
const writeImportAddress = createSerializer(importAddress);

export function importHref(importId: string, address: Partial<ImportAddress> = {}): string {
  return writeImportAddress(`/imports/${importId}`, address);
}

/** Returns the query of an import's invoices. Without `show`, only for the first page, because the list of invoices shows the rest. */
export function contentsQuery(importId: string, { show, page }: ImportAddress) {
  return { importId, concern: show, pageNumber: show ? page : 1, pageSize: CONTENTS_SIZE };
}
