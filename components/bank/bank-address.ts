import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId, parseAsPage } from "@/components/data/address";
import { transactionTabs } from "@/server/domain/rules/transaction-tabs";

const PAGE_SIZE = 50;

/** State of the desk in its URL. */
export const bankAddress = {
  tab: parseAsStringLiteral(transactionTabs).withDefault("open"),
  company: parseAsId,
  /** Words that are searched for. */
  q: parseAsString.withDefault(""),
  page: parseAsPage.withDefault(1),
  payment: parseAsId,
};

export type BankAddress = inferParserType<typeof bankAddress>;

export const loadBankAddress = createLoader(bankAddress);
const write = createSerializer(bankAddress);

export function bankHref(address: Partial<BankAddress>): string {
  return write("/bank", address);
}

/** Returns the query of the list. */
export function bankQuery({ tab, company, q, page }: BankAddress) {
  return { tab, companyId: company, search: q, pageNumber: page, pageSize: PAGE_SIZE };
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
