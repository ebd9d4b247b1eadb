import { groupIban } from "./group-iban";

/**
 * Returns the parts that British banks ask for, from a British IBAN or from the 14 digits that `readBritishAccount` returns. `sortCode` has
 * six digits, `accountNumber` eight.
 */
export function britishAccount(account: string): { sortCode: string; accountNumber: string } {
  return { sortCode: account.slice(-14, -8), accountNumber: account.slice(-8) };
}

/** Writes a sort code as bank cards do: `20-00-00`. */
export function groupSortCode(sortCode: string): string {
  return sortCode.replace(/(..)(?=.)/g, "$1-");
}

/**
 * Reads a sort code and an account number as people type them, such as `20-00-00 12345678`: the digits may be divided by blanks, hyphens,
 * dashes or slashes. Returns the 14 digits; null for anything else, such as an account number of seven digits.
 */
export function readBritishAccount(typed: string): string | null {
  const digits = typed.trim().replace(/(?<=\d)[\s‐‑–/-]+(?=\d)/g, "");
  return /^\d{14}$/.test(digits) ? digits : null;
}

/** Whether the account is the 14 digits of a sort code and an account number, rather than an IBAN. */
export function isBritishAccount(account: string): boolean {
  return readBritishAccount(account) === account;
}

/** Whether the account is a British IBAN, which contains a sort code and an account number, or consists of these two. */
export function hasSortCode(account: string): boolean {
  return /^GB\d{2}[A-Z]{4}\d{14}$/.test(account) || isBritishAccount(account);
}

/** Returns the sort code and account number of a British account, with or without an IBAN; other accounts as they are. For comparisons. */
export function accountKey(account: string): string {
  return hasSortCode(account) ? account.slice(-14) : account;
}

/** Formats an account for people: `20-00-00 12345678` for a sort code and account number, otherwise an IBAN in groups of four. */
export function formatAccount(account: string): string {
  return isBritishAccount(account) ? formatBritish(account) : groupIban(account);
}

/** Formats the sort code and account number of a British account. The no-break space keeps them on one line; another `space` lets them wrap. */
export function formatBritish(account: string, space = "\u00a0"): string {
  const { sortCode, accountNumber } = britishAccount(account);
  return `${groupSortCode(sortCode)}${space}${accountNumber}`;
}
