import type { DayOrder, DecimalMark } from "@/server/domain/formats/cells";
import type { AccountCurrencies } from "./account-currency";

/**
 * Roles of the columns in a bank's CSV file. The less obvious ones:
 * - `came`, `went`: amounts in and out, in two columns;
 * - `direction`: whether `amount` came in or went out;
 * - `detail`: amounts of the payments of a batch;
 * - `name`, `iban`: of the other party; `account`: the company's own account;
 * - `ultimate_name`: the one on whose behalf an administrator or another payer pays;
 * - `kind`: the bank's words for the kind of entry, such as a return;
 * - `reason`: why a payment came back;
 * - `balance`, `balance_before`: the account's balance after and before the entry;
 * - `state`: whether the entry is booked.
 */
export const csvRoles = [
  "ignored",
  "day",
  "value_day",
  "amount",
  "came",
  "went",
  "direction",
  "detail",
  "currency",
  "name",
  "ultimate_name",
  "iban",
  "text",
  "reference",
  "end_to_end_id",
  "kind",
  "reason",
  "balance",
  "balance_before",
  "account",
  "state",
] as const;

export type CsvRole = (typeof csvRoles)[number];

/** Maximum number of columns; no bank's file has more. */
export const MOST_CSV_COLUMNS = 100;

/**
 * Meaning of a bank's word in the column `state`. `announced`: the row will be listed again when booked. `refused`: it was never carried out.
 * Only booked rows are entries.
 */
export const csvStates = ["booked", "announced", "refused"] as const;

export type CsvState = (typeof csvStates)[number];

/** Words that a person explained in a layout, and their length in characters. */
export const MOST_STATE_WORDS = 20;
export const LONGEST_STATE_WORD = 60;

/** Layout of a kind of CSV file. */
export interface CsvLayout {
  /** Roles in the order of the columns. */
  roles: CsvRole[];
  dayOrder: DayOrder;
  decimals: DecimalMark;
  /** Meanings of words in the column `state` that the service does not know, as a person said; absent: none. */
  states?: StateWord[];
}

/** A bank's word for the state of a row, compared without letter case. */
export interface StateWord {
  word: string;
  state: CsvState;
}

/** A kind of CSV file, identified by its column names. */
export interface CsvSheet {
  /** SHA-256 of the column names and the separator. */
  key: string;
  columns: { name: string; samples: string[] }[];
}

/** Question to a person about the columns of a file. */
export interface CsvQuestion {
  sheet: CsvSheet;
  /** Layout that a person has confirmed for this kind of file; otherwise a guess. */
  layout: CsvLayout;
  /** Accounts to choose from, if the file does not name its account. */
  accounts: OfferedAccount[];
  /** Words in the column `state` that nobody has explained yet. Absent: none. */
  unknownStates?: string[];
  /** Currency that the file names, as a code or sign. Absent: none. */
  currency?: string;
  /** Signs that the chosen account may be the wrong one. Absent: there are none. */
  doubt?: AccountDoubt;
}

/** An account to choose for a file that names none. */
export interface OfferedAccount extends AccountCurrencies {
  iban: string;
  companyId: string;
  companyName: string;
  holder: string;
  /** Time from which the account can be used, in ISO 8601; null if it can be used now. */
  usableFrom: string | null;
  /** Whether a file with the same columns was stored for the account before. */
  isUsual?: boolean;
}

/** Signs that a file is for another account than the chosen one. Amounts in cents. */
export interface AccountDoubt {
  chosen: Pick<OfferedAccount, "iban" | "companyId" | "companyName" | "holder">;
  currency: string;
  /** Currencies that are known of the account (`knownCurrencies`), if the file names another one; otherwise empty. */
  otherCurrencies: readonly string[];
  /**
   * Balances that contradict each other: before the file's first row (`openingCents`), and at the end of an earlier statement. Null: none do.
   * The statement is found by `brokenOffTogether` (server/domain/rules/statement-fit.ts).
   */
  balance: { openingCents: number; closingCents: number; closingOn: string } | null;
  /** Another account that has rows of the file already, and their number; null: there is none. */
  elsewhere: (Pick<OfferedAccount, "iban" | "companyName" | "holder"> & { rows: number }) | null;
}

/**
 * Reasons why a layout cannot be used. `no_amount`: neither `amount`, nor both `came` and `went`. `two_amounts`: `amount` beside `came` or
 * `went`. `no_direction`: a column `direction` that has no column `amount` to apply to. `twice`: two columns with one role.
 */
export type CsvFault = "no_day" | "no_amount" | "two_amounts" | "no_direction" | "twice";

/** Whether more than one column may have this role. */
export function mayRepeat(role: CsvRole): boolean {
  return role === "ignored" || role === "text" || role === "name" || role === "ultimate_name";
}

/** Returns the first two columns, by their places from 0, that have one role which only one may have; null: none. */
export function sameColumnsIn({ roles }: Pick<CsvLayout, "roles">): [number, number] | null {
  const second = roles.findIndex((role, index) => !mayRepeat(role) && roles.indexOf(role) !== index);
  const role = roles[second];
  return role === undefined ? null : [roles.indexOf(role), second];
}

/** Returns the first fault of a layout; null if it can be used. */
export function faultOf({ roles }: Pick<CsvLayout, "roles">): CsvFault | null {
  const has = (role: CsvRole) => roles.includes(role);
  if (sameColumnsIn({ roles })) return "twice";
  if (!has("day")) return "no_day";
  if (has("amount") && (has("came") || has("went"))) return "two_amounts";
  if (!has("amount") && !(has("came") && has("went"))) return "no_amount";
  return has("direction") && !has("amount") ? "no_direction" : null;
}
