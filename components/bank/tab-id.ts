import type { TransactionTab } from "@/server/domain/rules/transaction-tabs";

/** Returns the id of a tab of the desk in the page. */
export function tabId(tab: TransactionTab): string {
  return `desk-tab-${tab}`;
}
