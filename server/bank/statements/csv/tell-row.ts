import { ibansIn } from "@/server/bank/parties/ibans-in-text";
import { isCurrency } from "./named-currency";
import { balanceWordIn, beginsWithLabel, directionIn, isLabel, stateIn } from "./row-words";

/**
 * Kind of a row:
 * - `detail`: a payment of the batch above;
 * - `dated_balance`: has a day and an amount, but its only words are the label of an opening or closing balance;
 * - `cut`: has a day, but not the columns of an entry;
 * - `no_day`, `no_amount`: may be money, but cannot be read;
 * - `left_out`: cannot be money.
 */
export type RowKind = "entry" | "detail" | "dated_balance" | "left_out" | "cut" | "no_day" | "no_amount";

/** Facts about a row, by the roles of its columns. */
export interface RowFacts {
  cells: readonly string[];
  /** The row's state, as `stateIn` reads it; undefined for an unknown word. */
  state: ReturnType<typeof stateIn>;
  /** Whether the row has all columns and nothing beyond them. */
  fits: boolean;
  dayText: string;
  /** Whether `dayText` is a day. */
  hasDay: boolean;
  /** Filled cells of the amount's columns. */
  amounts: readonly string[];
  /** Whether all of `amounts` are 0. */
  isZero: boolean;
  /** Whether the row has a balance that differs from its amount. */
  hasOwnBalance: boolean;
  /** Whether the row has another party's account, or a name that is no label of a balance. */
  hasParty: boolean;
  /** Amount of a payment in a batch; empty if there is none. */
  detail: string;
  /** Cells of all columns except the day's and those of amounts and balances. */
  others: readonly string[];
}

/**
 * Tells entries from other rows of a bank's table, such as totals, balances, disclaimers and the payments of a batch. A row that might be
 * money is never `left_out` (decision 0142).
 */
export function tellRow({ cells, state, fits, dayText, hasDay, amounts, detail, others, ...facts }: RowFacts): RowKind {
  if (fits && state === "left_out") return "left_out";
  if (!hasDay && dayText !== "" && stateIn(dayText) === "left_out") return "left_out";
  if (fits && hasDay && amounts.length > 0) {
    if (facts.hasParty || !isDatedBalance(others)) return "entry";
    // Some banks write 0 as the amount of a balance, which stands in its own column. Such a row needs no proof.
    if (facts.isZero) return "left_out";
    // The balance after a payment shows that the label is the payer's words.
    return facts.hasOwnBalance ? "entry" : "dated_balance";
  }
  if (fits && detail !== "" && amounts.length === 0) return hasDay ? "no_amount" : "detail";
  if (!hasDay && isBalance({ cells, fits, dayText, amounts })) return "left_out";
  const hasMoneyElsewhere = others.some((cell) => LIKE_MONEY.test(cell));
  if (hasDay) {
    if (!fits) return "cut";
    return hasMoneyElsewhere ? "no_amount" : "left_out";
  }
  if (amounts.some((cell) => /\d/.test(cell)) || hasMoneyElsewhere) return "no_day";
  // A row that is cut before its day may still contain a long number, such as an account number.
  const filled = cells.filter((cell) => cell !== "");
  return !fits && filled.length > 2 && filled.some((cell) => LONG_NUMBER.test(cell)) ? "no_day" : "left_out";
}

/** Whether the only words of a row are the label of an opening or closing balance: a payer or a text beside it makes the row an entry. */
function isDatedBalance(others: readonly string[]): boolean {
  const isCode = (cell: string) =>
    /^[A-Z0-9]{1,3}$/.test(cell) || ibansIn(cell).length > 0 || isCurrency(cell) || directionIn(cell) !== undefined;
  const words = others.filter((cell) => /\p{L}{2}/u.test(cell) && !isCode(cell));
  const [only = "", ...more] = words;
  const word = more.length === 0 ? balanceWordIn(only) : undefined;
  return word === "opening" || word === "closing";
}

/**
 * Whether a row without a day is a balance or a sum: a label stands in place of the day or the amount, or is the only text. Beside other text,
 * the same words may be a payer's name or text.
 */
function isBalance({ cells, fits, dayText, amounts }: Pick<RowFacts, "cells" | "fits" | "dayText" | "amounts">): boolean {
  if (beginsWithLabel(dayText) || amounts.some(isLabel)) return true;
  const [only = "", ...more] = cells.filter((cell) => /\p{L}{2}/u.test(cell) && !isCurrency(cell));
  return more.length === 0 && (isLabel(only) || (!fits && beginsWithLabel(only)));
}

/** Matches an amount with decimals, alone in its cell but for a currency or a mark of its direction. */
const LIKE_MONEY = /^[^\p{L}\d]*(?:[A-Z]{3})?\s*\d[\d.,'’\s]*[.,]\d{1,2}\s*[-+]?\s*(?:[A-Z]{1,3}|€|£)?$/u;
/** Matches a number as long as an account number. */
const LONG_NUMBER = /\d{6}/;
