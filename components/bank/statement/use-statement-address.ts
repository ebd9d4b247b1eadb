"use client";

import { useQueryStates } from "nuqs";
import { type StatementAddress, statementAddress, statementHref } from "./statement-address";

export interface StatementAddressControl {
  address: StatementAddress;
  /** Changes the address. With a changed filter or order, the list begins at its first page, without a highlighted payment. */
  go: (change: Partial<StatementAddress>) => void;
  /** Returns an address for links, so that they also work in another tab. */
  hrefOf: (change: Partial<StatementAddress>) => string;
}

export function useStatementAddress(statementId: string): StatementAddressControl {
  const [address, set] = useQueryStates(statementAddress, { history: "push" });
  const withFirstPage = (change: Partial<StatementAddress>) => ({ page: null, payment: null, ...change });
  return {
    address,
    go: (change) => void set(withFirstPage(change)),
    hrefOf: (change) => statementHref(statementId, { ...address, ...withFirstPage(change) }),
  };
}
