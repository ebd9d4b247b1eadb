import { beginsWithLabel, isLabel, stateIn } from "./row-words";

/**
 * Kind of a row. `detail`: a payment of the batch above. `cut`: has a day, but not the columns of an entry. `no_day`, `no_amount`: may be
 * money, but cannot be read. `left_out`: cannot be money.
 */
export type RowKind = "entry" | "detail" | "left_out" | "cut" | "no_day" | "no_amount";

/** Facts about a row, by the roles of its columns. */
export interface RowFacts {
  cells: readonly string[];
  /** The row's state in our terms; undefined for an unknown word. */
  state: ReturnType<typeof stateIn>;
  /** Whether the row has all columns and nothing beyond them. */
  fits: boolean;
  dayText: string;
  /** Whether `dayText` is a day. */
  hasDay: boolean;
  /** Filled cells of the amount's columns. */
  amounts: readonly string[];
  /** Amount of a payment in a batch; empty if there is none. */
  detail: string;
  /** Filled cells of columns that do not contain amounts or balances. */
  others: readonly string[];
}

/**
 * Tells entries from other rows of a bank's table, such as totals, balances, disclaimers and the payments of a batch. A row that might be
 * money is never `left_out` (decision 0142).
 */
export function tellRow({ cells, state, fits, dayText, hasDay, amounts, detail, others }: RowFacts): RowKind {
  if (fits && state === "left_out") return "left_out";
  if (!hasDay && dayText !== "" && stateIn(dayText) === "left_out") return "left_out";
  if (fits && hasDay && amounts.length > 0) return "entry";
  if (cells.some(isLabel) || (!hasDay && cells.some(beginsWithLabel))) return "left_out";
  if (fits && detail !== "" && amounts.length === 0) return "detail";
  const hasMoneyElsewhere = others.some((cell) => LIKE_MONEY.test(cell));
  if (hasDay) {
    if (!fits) return "cut";
    return hasMoneyElsewhere ? "no_amount" : "left_out";
  }
  if (amounts.some((cell) => /\d/.test(cell)) || hasMoneyElsewhere) return "no_day";
  // A row that is cut before its day still begins with numbers.
  const filled = cells.filter((cell) => cell !== "");
  return !fits && filled.length > 2 && filled.some((cell) => LONG_NUMBER.test(cell)) ? "no_day" : "left_out";
}

/** Matches an amount with decimals, alone in its cell. */
const LIKE_MONEY = /^[^\p{L}\d]*(?:EUR|CHF|GBP)?\s*\d[\d.,'’\s]*[.,]\d{1,2}\s*[-+]?\s*(?:EUR|CHF|GBP|€|£)?$/u;
const LONG_NUMBER = /\d{6}/;
