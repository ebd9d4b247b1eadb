import { createLoader, createSerializer, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { parseAsId, parseAsPage } from "@/components/data/address";
import { sortDirections } from "@/server/domain/rules/invoice-list";
import { categoryFilters, entryOutcomes, entrySorts } from "@/server/domain/rules/statement-list";

export const PAGE_SIZE = 50;

/** State of a statement's page in its URL. */
export const statementAddress = {
  outcome: parseAsStringLiteral(entryOutcomes),
  category: parseAsStringLiteral(categoryFilters),
  sort: parseAsStringLiteral(entrySorts).withDefault("place"),
  direction: parseAsStringLiteral(sortDirections).withDefault("asc"),
  /** Absent: the page with the payment, or the first one. */
  page: parseAsPage,
  /** Payment to show and highlight. */
  payment: parseAsId,
  /** The company selected in the portal, which links to other lists keep. */
  company: parseAsId,
};

export type StatementAddress = inferParserType<typeof statementAddress>;

export const loadStatementAddress = createLoader(statementAddress);
const write = createSerializer(statementAddress);

export function statementHref(statementId: string, address: Partial<StatementAddress> = {}): string {
  return write(`/bank/statements/${statementId}`, address);
}

/** Address of the list as a file, with its filters. */
export function exportHref(statementId: string, { outcome, category }: StatementAddress): string {
  const [, filters = ""] = statementHref(statementId, { outcome, category }).split("?");
  const search = new URLSearchParams(filters);
  search.set("statement", statementId);
  return `/api/export/statement?${search}`;
}

/** Returns the query of the shown page. */
export function entriesQuery(statementId: string, { outcome, category, sort, direction, page, payment }: StatementAddress) {
  return {
    statementId,
    outcome,
    category,
    sort,
    direction,
    pageNumber: page,
    pageSize: PAGE_SIZE,
    paymentId: page === null ? payment : null,
  };
}
