import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId, parseAsPage } from "@/components/data/address";
import { categoryFilters } from "@/server/domain/rules/statement-list";
import { transactionTabs } from "@/server/domain/rules/transaction-tabs";

const PAGE_SIZE = 50;

/** State of the desk in its URL. */
export const bankAddress = {
  tab: parseAsStringLiteral(transactionTabs).withDefault("open"),
  company: parseAsId,
  /** Search text. */
  q: parseAsString.withDefault(""),
  page: parseAsPage.withDefault(1),
  payment: parseAsId,
  /** Applies only to the tab of payments without an invoice. */
  category: parseAsStringLiteral(categoryFilters),
};

export type BankAddress = inferParserType<typeof bankAddress>;

export const loadBankAddress = createLoader(bankAddress);
const write = createSerializer(bankAddress);

export function bankHref(address: Partial<BankAddress>): string {
  return write("/bank", address);
}

/** Returns the query of the list. */
export function bankQuery({ tab, company, q, category, page }: BankAddress) {
  return { tab, companyId: company, search: q, category: tab === "noted" ? category : null, pageNumber: page, pageSize: PAGE_SIZE };
}

export const statementsAddress = { company: parseAsId, page: parseAsPage.withDefault(1) };

export type StatementsAddress = inferParserType<typeof statementsAddress>;

export const loadStatementsAddress = createLoader(statementsAddress);
const writeStatements = createSerializer(statementsAddress);

export function statementsHref(address: Partial<StatementsAddress>): string {
  return writeStatements("/bank/statements", address);
}

export function statementsQuery({ company, page }: StatementsAddress) {
  return { companyId: company, pageNumber: page, pageSize: PAGE_SIZE };
}

export const refundsAddress = { company: parseAsId };

export const loadRefundsAddress = createLoader(refundsAddress);
const writeRefunds = createSerializer(refundsAddress);

export function refundsHref(company: string | null): string {
  return writeRefunds("/bank/refunds", { company });
}
