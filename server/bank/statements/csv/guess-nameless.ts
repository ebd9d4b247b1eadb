import { isValidIBAN } from "ibantools";
import type { CsvLayout, CsvRole } from "@/server/domain/banking/csv-layout";
import { centsIn, dayIn } from "@/server/platform/sheets/cell-values";
import { directionIn } from "./row-words";

/** Guesses the roles of columns without names from their contents. `cellsOf` has the filled cells of each column. */
export function guessNameless(cellsOf: string[][], rows: readonly string[][], reading: Omit<CsvLayout, "roles">): CsvRole[] {
  const { dayOrder, decimals } = reading;
  const isDay = (cell: string) => dayIn(cell, dayOrder) !== undefined;
  const isIban = (cell: string) => isValidIBAN(cell.replaceAll(" ", ""));
  const all = (cells: readonly string[], is: (cell: string) => boolean) => cells.length > 0 && cells.every(is);
  const money = cellsOf.map((cells) => all(cells, (cell) => !isDay(cell) && !isNumber(cell) && centsIn(cell, decimals) !== undefined));
  const moneyRoles = moneyColumns(rows, money, decimals);
  const ibans = cellsOf.filter((cells) => all(cells, isIban)).length;
  const roles: CsvRole[] = [];
  for (const [index, cells] of cellsOf.entries()) {
    const isFree = (role: CsvRole) => !roles.includes(role);
    const firstFree = (...wanted: CsvRole[]) => wanted.find(isFree) ?? "ignored";
    // The statement's account is equal in all rows. With one row, that proves nothing, and only the first column counts.
    const couldBeAccount = new Set(cells).size === 1 && isFree("account") && (rows.length > 1 || index === 0);
    if (cells.length === 0) roles.push("ignored");
    else if (moneyRoles.has(index)) roles.push(moneyRoles.get(index) ?? "ignored");
    else if (all(cells, isIban)) roles.push(ibans > 1 && couldBeAccount ? "account" : firstFree("iban"));
    else if (all(cells, isDay)) roles.push(firstFree("day", "value_day"));
    else if (all(cells, (cell) => directionIn(cell) !== undefined) && isFree("direction")) roles.push("direction");
    else if (all(cells, isNumber)) roles.push(couldBeAccount ? "account" : "ignored");
    else if (all(cells, (cell) => /^[A-Z]{3}$/.test(cell)) && isFree("currency")) roles.push("currency");
    else roles.push(money[index] ? "ignored" : "text");
  }
  return roles;
}

/** Whether a cell is the number of an account or the like: an amount with so many digits would have a decimal separator. */
const isNumber = (cell: string) => /^\d{7,}$/.test(cell);

/**
 * Finds the columns of the amount and the balance: balances follow from the amounts, row by row. Without balances, the amount is in the
 * first column of money that has a decimal separator or a sign, or else in the first column of money.
 */
function moneyColumns(rows: readonly string[][], money: boolean[], decimals: CsvLayout["decimals"]): Map<number, CsvRole> {
  const columns = money.flatMap((is, index) => (is && rows.every((row) => row[index] !== "") ? [index] : []));
  const centsOf = (row: number, column: number) => centsIn(rows[row]?.[column] ?? "", decimals) ?? 0;
  const directions = money.findIndex((_, index) => rows.every((row) => directionIn(row[index] ?? "") !== undefined));
  const amountOf = (row: number, column: number) =>
    directions < 0 ? centsOf(row, column) : Math.abs(centsOf(row, column)) * (directionIn(rows[row]?.[directions] ?? "") ?? 1);
  const rowNumbers = rows.map((_, row) => row);
  const pairs = columns.flatMap((amount) => columns.flatMap((balance) => (amount === balance ? [] : [{ amount, balance }])));
  const oldestFirst = ({ amount, balance }: { amount: number; balance: number }) =>
    rowNumbers.slice(1).every((row) => centsOf(row - 1, balance) + amountOf(row, amount) === centsOf(row, balance));
  const newestFirst = ({ amount, balance }: { amount: number; balance: number }) =>
    rowNumbers.slice(1).every((row) => centsOf(row, balance) + amountOf(row - 1, amount) === centsOf(row - 1, balance));
  const chain = rows.length > 1 ? pairs.find((pair) => oldestFirst(pair) || newestFirst(pair)) : undefined;
  const found = chain ?? pairs.findLast(({ amount, balance }) => follows(columns, rowNumbers, centsOf, amount, balance));
  if (found)
    return new Map([
      [found.amount, "amount"],
      [found.balance, "balance"],
    ]);
  const marked = columns.find((column) => rows.some((row) => /[.,]\d{1,2}\D*$|^\s*[-−–+]|[-−–+]\s*$/.test(row[column] ?? "")));
  const firstMoney = money.indexOf(true);
  const amount = marked ?? (firstMoney < 0 ? undefined : firstMoney);
  return amount === undefined ? new Map() : new Map([[amount, "amount"]]);
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
