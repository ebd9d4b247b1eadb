import { isValidIBAN } from "ibantools";
import type { CsvLayout, CsvRole } from "@/server/domain/banking/csv-layout";
import { isKindOfEntry } from "@/server/domain/banking/entry-kinds";
import { referencesIn } from "@/server/domain/banking/references-in-text";
import { centsIn, dayIn } from "@/server/platform/sheets/cell-values";
import { currencyAlone } from "./named-currency";
import { directionIn } from "./row-words";

/** Guesses the roles of columns without names from their contents. `cellsOf` has the filled cells of each column. */
export function guessNameless(cellsOf: string[][], rows: readonly string[][], reading: Omit<CsvLayout, "roles">): CsvRole[] {
  const { dayOrder, decimals } = reading;
  const isDay = (cell: string) => dayIn(cell, dayOrder) !== undefined;
  const isIban = (cell: string) => isValidIBAN(cell.replace(/[\s']/g, ""));
  const all = (cells: readonly string[], is: (cell: string) => boolean) => cells.length > 0 && cells.every(is);
  const money = cellsOf.map((cells) => all(cells, (cell) => !isDay(cell) && !isNumber(cell) && centsIn(cell, decimals) !== undefined));
  const moneyRoles = moneyColumns(rows, money, decimals);
  const ibans = cellsOf.filter((cells) => all(cells, isIban)).length;
  // The last column of days behind the booking day is the value date; one between may be the day of the bank's journal. Columns with times are
  // no value dates.
  const valueDay = cellsOf.findLastIndex((cells) => all(cells, (cell) => isDay(cell) && !cell.includes(":")));
  const roles: CsvRole[] = [];
  for (const [index, cells] of cellsOf.entries()) {
    const isFree = (role: CsvRole) => !roles.includes(role);
    const firstFree = (...wanted: CsvRole[]) => wanted.find(isFree) ?? "ignored";
    // The statement's account is equal in all rows. With one row, that proves nothing, and only the first column counts.
    const couldBeAccount = new Set(cells).size === 1 && isFree("account") && (rows.length > 1 || index === 0);
    // If the only column of accounts has the same account in all rows, this may be the payer's: the rows may have the same payer. The more rows,
    // the less likely; the first column needs fewer.
    const isSingle = rows.length > (index === 0 ? 1 : 2) && cells.length === rows.length;
    const isUnclear = ibans === 1 && isSingle && couldBeAccount && index > 0 && shareWord(rows);
    const isOwn = ibans > 1 || isSingle;
    if (cells.length === 0) roles.push("ignored");
    else if (moneyRoles.has(index)) roles.push(moneyRoles.get(index) ?? "ignored");
    else if (isUnclear && all(cells, isIban)) roles.push("ignored");
    else if (all(cells, isIban)) roles.push(isOwn && couldBeAccount ? "account" : firstFree("iban"));
    else if (all(cells, isDay) && isFree("day")) roles.push("day");
    else if (all(cells, isDay)) roles.push(index === valueDay ? "value_day" : "ignored");
    else if (all(cells, (cell) => directionIn(cell) !== undefined) && isFree("direction")) roles.push("direction");
    else if (all(cells, isNumber)) roles.push(couldBeAccount ? "account" : "ignored");
    else if (all(cells, (cell) => /^[A-Z]{3}$/.test(cell)) && isFree("currency")) roles.push("currency");
    else if (all(cells, (cell) => currencyAlone(cell) !== undefined)) roles.push("ignored");
    else roles.push(money[index] ? "ignored" : "text");
  }
  return withWords(roles, cellsOf);
}

/**
 * Gives columns of text other roles where their contents leave no doubt and another column has the text: references with check digits, codes of
 * kinds of entries, and names, which stand beside the account.
 */
function withWords(roles: CsvRole[], cellsOf: string[][]): CsvRole[] {
  const given = [...roles];
  const give = (role: CsvRole, is: (cells: readonly string[], index: number) => boolean) => {
    const texts = given.flatMap((each, index) => (each === "text" ? [index] : []));
    const found = texts.filter((index) => is(cellsOf[index] ?? [], index));
    if (found.length === 1 && texts.length > 1) given[found[0] ?? 0] = role;
  };
  const iban = roles.indexOf("iban");
  give("reference", (cells) => cells.every((cell) => referencesIn(cell)[0]?.length === cell.length));
  give("kind", (cells) => cells.every((cell) => /^[A-Z]{2,4}$/.test(cell)));
  give("name", (cells, index) => iban >= 0 && Math.abs(index - iban) === 1 && cells.every((cell) => NAME.test(cell)));
  return given;
}

/** Matches a name: at least two letters, and no digits. */
const NAME = /^\D*\p{L}{2}\D*$/u;

/** Whether all rows have a word in common, such as the same payer's name. Words for kinds of entries do not count. */
function shareWord(rows: readonly string[][]): boolean {
  const wordsOf = (row: readonly string[] = []) =>
    row.flatMap((cell) => cell.toLowerCase().match(/(?<![\p{L}\d])\p{L}{3,}(?![\p{L}\d])/gu) ?? []);
  return wordsOf(rows[0]).some((word) => !CURRENCY.test(word) && !isKindOfEntry(word) && rows.every((row) => wordsOf(row).includes(word)));
}

const CURRENCY = /^(?:eur|chf|gbp|usd)$/;

/** Whether a cell is the number of an account or the like: an amount with so many digits would have a decimal separator. */
const isNumber = (cell: string) => /^\d{7,}$/.test(cell);

/**
 * Finds the columns of money:
 * - the amount, and the balance after or before each row, if the balances follow from the amounts, row by row;
 * - otherwise the amount, in the only column of money that has a sign or a decimal separator;
 * - outgoing and incoming amounts, in two columns that fill each other's gaps.
 *
 * If several columns could be the amount, none is.
 */
function moneyColumns(rows: readonly string[][], money: boolean[], decimals: CsvLayout["decimals"]): Map<number, CsvRole> {
  const columns = money.flatMap((is, index) => (is && rows.every((row) => row[index] !== "") ? [index] : []));
  const centsOf = (row: number, column: number) => centsIn(rows[row]?.[column] ?? "", decimals) ?? 0;
  const directions = money.findIndex((_, index) => rows.every((row) => directionIn(row[index] ?? "") !== undefined));
  const amountOf = (row: number, column: number) =>
    directions < 0 ? centsOf(row, column) : Math.abs(centsOf(row, column)) * (directionIn(rows[row]?.[directions] ?? "") ?? 1);
  const rowNumbers = rows.map((_, row) => row);
  const pairs = columns.flatMap((amount) => columns.flatMap((balance) => (amount === balance ? [] : [{ amount, balance }])));
  /**
   * Returns a check of all neighbouring rows: the balance of row `from` plus the amount of row `of` is the other row's balance. 0: the upper of
   * two rows; 1: the lower.
   */
  const differs = (from: 0 | 1, of: 0 | 1) => {
    const to = from === 0 ? 1 : 0;
    return ({ amount, balance }: { amount: number; balance: number }) =>
      rowNumbers.slice(1).every((row) => {
        const at = (place: 0 | 1) => row - 1 + place;
        return centsOf(at(from), balance) + amountOf(at(of), amount) === centsOf(at(to), balance);
      });
  };
  // Balances after or before each row, in a file that begins with the oldest or the newest row.
  const [afterOldestFirst, afterNewestFirst] = [differs(0, 1), differs(1, 0)];
  const [beforeOldestFirst, beforeNewestFirst] = [differs(0, 0), differs(1, 1)];
  const isLong = rows.length > 1;
  const chain = isLong ? pairs.find((pair) => afterOldestFirst(pair) || afterNewestFirst(pair)) : undefined;
  const found = chain ?? pairs.findLast(({ amount, balance }) => follows(columns, rowNumbers, centsOf, amount, balance));
  if (found)
    return new Map([
      [found.amount, "amount"],
      [found.balance, "balance"],
    ]);
  const before = isLong ? pairs.find((pair) => beforeOldestFirst(pair) || beforeNewestFirst(pair)) : undefined;
  if (before)
    return new Map([
      [before.amount, "amount"],
      [before.balance, "balance_before"],
    ]);
  const marked = columns.filter((column) => rows.some((row) => MARKED.test(row[column] ?? "")));
  if (marked.length > 1) return new Map();
  const filled = money.flatMap((is, index) => (is ? [index] : []));
  if (columns.length === 0 && filled.length > 1) return sidesOf(rows, filled, decimals);
  const amount = marked[0] ?? columns[0] ?? filled[0];
  return amount === undefined ? new Map() : new Map([[amount, "amount"]]);
}

/** Matches an amount with decimals or a sign. */
const MARKED = /[.,]\d{1,2}\D*$|^\s*[-−–+]|[-−–+]\s*$/;

/** Finds the two columns of outgoing and incoming amounts: each row fills one of them, and only one of them has minus signs. */
function sidesOf(rows: readonly string[][], columns: readonly number[], decimals: CsvLayout["decimals"]): Map<number, CsvRole> {
  const isNegative = (column: number) => rows.every((row) => row[column] === "" || (centsIn(row[column] ?? "", decimals) ?? 0) < 0);
  const [went, ...more] = columns.filter(isNegative);
  const [came, ...others] = columns.filter((column) => column !== went);
  if (went === undefined || came === undefined || more.length > 0 || others.length > 0) return new Map();
  const isEither = rows.every((row) => (row[went] === "") !== (row[came] === ""));
  return isEither
    ? new Map([
        [went, "went"],
        [came, "came"],
      ])
    : new Map();
}

/** Whether a third column, left of the amount, has the balance before each row. */
function follows(
  columns: number[],
  rowNumbers: number[],
  centsOf: (row: number, column: number) => number,
  amount: number,
  balance: number,
): boolean {
  const others = columns.filter((column) => column !== amount && column !== balance && column < amount);
  return others.some((before) => rowNumbers.every((row) => centsOf(row, before) + centsOf(row, amount) === centsOf(row, balance)));
}
