import { isValidIBAN } from "ibantools";
import { type CsvLayout, type CsvRole, type CsvSheet, mayRepeat } from "@/server/domain/banking/csv-layout";
import { isKindOfEntry } from "@/server/domain/banking/entry-kinds";
import type { DecimalMark } from "@/server/domain/formats/cells";
import { centsIn, dayIn } from "@/server/platform/sheets/cell-values";
import { bookingRank, columnNames, isCounterpartyName, isVagueState, KIND_OR_TEXT } from "./column-names";
import type { FoundSheet } from "./find-sheet";
import { guessNameless } from "./guess-nameless";
import { isCurrency } from "./named-currency";
import { directionIn, stateIn } from "./row-words";

/** How days and amounts are read: the order of day and month, and the decimal mark. */
type Reading = Omit<CsvLayout, "roles">;

/**
 * Guesses the roles of columns from their names and contents; a person confirms them. `rows`: rows with a day and an amount. `above`: the lines
 * above them. `account`: the account number in these lines; empty if there is none.
 */
export function guessLayout(
  { columns, account = "", above = [] }: Pick<CsvSheet, "columns"> & Partial<Pick<FoundSheet, "account" | "above">>,
  rows: readonly string[][],
): CsvLayout {
  const reading = { dayOrder: guessDayOrder(rows, above), decimals: guessDecimals(rows) };
  const cellsOf = columns.map((_, index) => rows.flatMap((row) => row[index] || []));
  if (columns.every(({ name }) => name === "")) return { roles: guessNameless(cellsOf, rows, reading), ...reading };
  const roles: CsvRole[] = [];
  for (const [index, { name }] of columns.entries()) {
    const cells = cellsOf[index] ?? [];
    const fits = (role: CsvRole) =>
      (mayRepeat(role) || !roles.includes(role)) &&
      couldBe(role, cells, reading, account) &&
      (role !== "state" || !isVagueState(name) || tellsStates(cells));
    const isIban = cells.length > 0 && cells.every((cell) => isValidIBAN(cell.replaceAll(" ", "")));
    // Contents may show that a column of names has IBANs, or that a column named for the account's holder has the other parties' names.
    const isRefuted = (role: CsvRole) =>
      (isIban && (role === "name" || role === "ultimate_name" || (role === "ignored" && /kto$/i.test(name)))) ||
      (role === "ignored" && /^naam van de rekening$/i.test(name) && new Set(cells).size > 1);
    const named = columnNames.find(([role, pattern]) => pattern.test(name) && fits(role) && !isRefuted(role))?.[0];
    // IBANs in the first column are the statement's account, unless the lines above name that.
    const isOwn = isIban && index === 0 && account === "" && fits("account");
    if (name === "") roles.push(guessRoleFromCells(cells, fits));
    else if (isOwn) roles.push("account");
    else roles.push(named ?? (isIban && fits("iban") ? "iban" : "ignored"));
  }
  const first = adjusted(withKind(withName(roles, columns, cellsOf), columns, cellsOf), columns, cellsOf, reading);
  return { roles: withProvenAmount(first, columns, rows, reading), ...reading };
}

/** If a column's name says that it contains the other party's name, the other columns of names lose the role: they may name the owner. */
function withName(roles: CsvRole[], columns: CsvSheet["columns"], cellsOf: string[][]): CsvRole[] {
  if (!columns.some(({ name }, index) => roles[index] === "name" && isCounterpartyName(name))) return roles;
  const hasIban = roles.includes("iban");
  return roles.map((role, index) => {
    if (role !== "name" || isCounterpartyName(columns[index]?.name ?? "")) return role;
    // Beside the name, "Contrepartie" is the account, which card payments do not have.
    const isAccount = !hasIban && cellsOf[index]?.some((cell) => isValidIBAN(cell.replaceAll(" ", "")));
    return isAccount ? "iban" : "ignored";
  });
}

/** Gives the role `kind` to a text column whose name may mean it, if it contains only kinds of entries and another column has the text. */
function withKind(roles: CsvRole[], columns: CsvSheet["columns"], cellsOf: string[][]): CsvRole[] {
  if (roles.includes("kind") || roles.filter((role) => role === "text" || role === "reference").length < 2) return roles;
  const kind = columns.findIndex(
    ({ name }, index) => roles[index] === "text" && KIND_OR_TEXT.test(name) && couldOnlyBeKind(cellsOf[index] ?? []),
  );
  return roles.map((role, index) => (index === kind ? "kind" : role));
}

const couldOnlyBeKind = (cells: readonly string[]) => cells.length > 0 && cells.every(isKindOfEntry);

/** Corrects the guessed roles by facts that only several columns together show. */
function adjusted(first: CsvRole[], columns: CsvSheet["columns"], cellsOf: string[][], reading: Reading): CsvRole[] {
  const roles = withIncoming(withBookingDay(first, columns, cellsOf, reading), columns);
  const { amount: amounts = [], went = [] } = Object.fromEntries(roles.map((role, index) => [role, cellsOf[index] ?? []]));
  const isSigned = amounts.some((cell) => (centsIn(cell, reading.decimals) ?? 0) < 0);
  const hasBoth = roles.includes("came") && roles.includes("went");
  const directions = cellsOf.flatMap((cells, index) =>
    (roles[index] === "ignored" || roles[index] === "kind") && tellsDirections(cells) ? [index] : [],
  );
  if (roles.includes("amount") && !isSigned && !roles.includes("direction")) {
    // Amounts without signs: the direction of the money is in two other columns of amounts, or in a column of words.
    if (hasBoth && went.some((cell) => centsIn(cell, reading.decimals) !== 0)) return without(roles, ["amount", "direction"]);
    if (directions.length === 1) roles[directions[0] ?? 0] = "direction";
  }
  // One column of amounts replaces two; two need no direction.
  return without(withText(withState(roles, cellsOf), cellsOf, reading), roles.includes("amount") ? ["came", "went"] : ["direction"]);
}

/** Gives the role `state` to the only column without a role that says of some rows that they are booked, and of others that they are not. */
function withState(roles: CsvRole[], cellsOf: string[][]): CsvRole[] {
  if (roles.includes("state")) return roles;
  const telling = cellsOf.flatMap((cells, index) => (roles[index] === "ignored" && tellsBothStates(cells) ? [index] : []));
  const [only = -1] = telling.length === 1 ? telling : [];
  return roles.map((role, index) => (index === only ? "state" : role));
}

/** Gives the role `came` to "Guthaben" beside a column of outgoing amounts, if no other column has the incoming ones. */
function withIncoming(roles: CsvRole[], columns: CsvSheet["columns"]): CsvRole[] {
  if (!roles.includes("went") || roles.includes("came") || roles.includes("amount")) return roles;
  return roles.map((role, index) => (/^guthaben$/i.test(columns[index]?.name ?? "") ? "came" : role));
}

/** Chooses among several columns of amounts, such as with and without a fee: the column from which the balances of the rows follow. */
function withProvenAmount(roles: CsvRole[], columns: CsvSheet["columns"], rows: readonly string[][], { decimals }: Reading): CsvRole[] {
  const [chosen, balance] = [roles.indexOf("amount"), roles.indexOf("balance")];
  const balanced = rows.filter((row) => row[balance]);
  if (chosen < 0 || balanced.length < 2 || roles.includes("direction")) return roles;
  const isProven = (amount: number) => {
    const steps = balanced.map((row) => ({
      amount: centsIn(row[amount] ?? "", decimals),
      balance: centsIn(row[balance] ?? "", decimals) ?? 0,
    }));
    const pairs = steps.slice(1).map((later, index) => ({ one: steps[index] ?? later, next: later }));
    const isOldestFirst = pairs.every(({ one, next }) => next.balance - one.balance === next.amount);
    return isOldestFirst || pairs.every(({ one, next }) => one.balance - next.balance === one.amount);
  };
  const isAmount = (name: string) => columnNames.find(([, pattern]) => pattern.test(name))?.[0] === "amount";
  const others = columns.flatMap(({ name }, index) =>
    roles[index] === "ignored" && isAmount(name) && isProven(index) ? [{ name, index }] : [],
  );
  // The balances prove no amount of the oldest row, which may have a fee as well.
  const { index: proven } = others.find(({ name }) => !isProven(chosen) || /total/i.test(name)) ?? { index: chosen };
  return without(roles, ["amount"]).map((role, index) => (index === proven ? "amount" : role));
}

const without = (roles: CsvRole[], unused: CsvRole[]): CsvRole[] => roles.map((role) => (unused.includes(role) ? "ignored" : role));

/** Whether a column says of some rows that money came, and of others that it went. */
function tellsDirections(cells: readonly string[]): boolean {
  if (hasOtherCodes(cells)) return false;
  const directions = new Set(cells.map(directionIn));
  return directions.size === 2 && !directions.has(undefined);
}

/** Whether a column has codes other than directions: K for credit stands beside D, and S for debit beside H, never beside each other. */
function hasOtherCodes(cells: readonly string[]): boolean {
  const codes = new Set(cells.map((cell) => cell.trim().toUpperCase()));
  return codes.has("K") && codes.has("S");
}

/** Whether a column contains only known states, and some row is booked. */
function tellsStates(cells: readonly string[]): boolean {
  const states = cells.map((cell) => stateIn(cell));
  return states.includes("booked") && !states.includes(undefined);
}

function tellsBothStates(cells: readonly string[]): boolean {
  return tellsStates(cells) && cells.some((cell) => stateIn(cell) === "left_out");
}

const NAME_OF_DAY = /date|datum|data/i;

/** Chooses the booking day among several columns of days. A single column of days may be called value date, or the day on which a payment began. */
function withBookingDay(roles: CsvRole[], columns: CsvSheet["columns"], cellsOf: string[][], reading: Reading): CsvRole[] {
  const chosen = roles.indexOf("day");
  const isDay = (index: number) => roles[index] === "ignored" && couldBe("day", cellsOf[index] ?? [], reading, "");
  if (chosen < 0 && !roles.includes("value_day")) {
    const days = columns.flatMap(({ name }, index) => (NAME_OF_DAY.test(name) ? [index] : []));
    const [only = -1] = days.length === 1 ? days : [];
    return roles.map((role, index) => (index === only && isDay(index) ? "day" : role));
  }
  if (chosen < 0) return roles.map((role) => (role === "value_day" ? "day" : role));
  const better = columns.findIndex(({ name }, index) => bookingRank(name) > bookingRank(columns[chosen]?.name ?? "") && isDay(index));
  if (better < 0) return roles;
  return without(roles, ["day"]).map((role, index) => (index === better ? "day" : role));
}

/** If no column is a text or reference by its name, the payer's words are probably in the longest one. */
function withText(roles: CsvRole[], cellsOf: string[][], reading: Reading): CsvRole[] {
  if (roles.some((role) => role === "text" || role === "reference")) return roles;
  const lengths = cellsOf.map((cells, index) =>
    (roles[index] === "ignored" || roles[index] === "kind") &&
    cells.some((cell) => /\p{L}{3}/u.test(cell) && centsIn(cell, reading.decimals) === undefined)
      ? cells.join("").length
      : 0,
  );
  const longest = Math.max(...lengths);
  return longest === 0 ? roles : roles.map((role, index) => (index === lengths.indexOf(longest) ? "text" : role));
}

/** Whether the contents of a column fit the role. */
function couldBe(role: CsvRole, cells: readonly string[], { dayOrder, decimals }: Reading, account: string): boolean {
  const all = (is: (cell: string) => boolean) => cells.length > 0 && cells.every(is);
  switch (role) {
    case "day":
    case "value_day":
      return all((cell) => dayIn(cell, dayOrder) !== undefined);
    case "amount":
      return all((cell) => centsIn(cell, decimals) !== undefined);
    case "balance":
    case "balance_before":
      // The balance of today, in all rows, is no running balance.
      return cells.every((cell) => centsIn(cell, decimals) !== undefined) && (cells.length < 2 || new Set(cells).size > 1);
    case "came":
    case "went":
    case "detail":
      // Banks leave one of the two amount columns empty.
      return cells.every((cell) => centsIn(cell, decimals) !== undefined);
    case "account": {
      // An account column has the same value in all rows, with digits in it.
      const [own = ""] = cells;
      const isOther = account !== "" && isValidIBAN(own.replaceAll(" ", "")) && own.replaceAll(" ", "") !== account;
      return new Set(cells).size === 1 && /\d{4}/.test(own) && !isOther;
    }
    case "direction":
      return all((cell) => directionIn(cell) !== undefined) && !hasOtherCodes(cells);
    case "currency":
      return all(isCurrency);
    case "kind":
      // Some banks write only in which direction money went.
      return cells.some((cell) => /\p{L}{3}/u.test(cell)) && !cells.every((cell) => directionIn(cell) !== undefined);
    default:
      return true;
  }
}

/** Guesses the role of a column without a name, beside columns with names. */
function guessRoleFromCells(cells: readonly string[], fits: (role: CsvRole) => boolean): CsvRole {
  if (cells.length === 0) return "ignored";
  if (cells.every((cell) => isValidIBAN(cell.replaceAll(" ", "")))) return fits("iban") ? "iban" : "ignored";
  return (["day", "value_day", "direction", "amount", "currency"] as const).find(fits) ?? "text";
}

/**
 * Guesses the decimal mark from the first amount that ends with a comma or full stop and two digits; if there is none, and one digit. Otherwise
 * from the first amount that ends with a group of three digits: the mark before the group is not the decimal one.
 */
function guessDecimals(rows: readonly string[][]): DecimalMark {
  const cells = rows.flat().filter((cell) => !dayIn(cell, "day_first") && !dayIn(cell, "month_first"));
  for (const [ending, isGroup] of [
    [/^[^a-z]*\d([.,])\d\d\D{0,4}$/i, false],
    [/^[^a-z]*\d([.,])\d\D{0,4}$/i, false],
    [/^[^a-z]*\d{1,3}([.,])\d{3}\D{0,4}$/i, true],
  ] as const)
    for (const cell of cells) {
      const found = ending.exec(cell)?.[1];
      const mark = isGroup ? OTHER_MARK[found ?? ""] : found;
      if ((mark === "," || mark === ".") && centsIn(cell, mark) !== undefined) return mark;
    }
  return ",";
}

/** The decimal mark of amounts whose groups of three are divided by the other mark. */
const OTHER_MARK: Readonly<Record<string, DecimalMark>> = { ",": ".", ".": "," };

/**
 * Guesses that the month comes first if some day can only be read so: a day in the rows or, if all of these can be read both ways, above them.
 */
function guessDayOrder(rows: readonly string[][], above: FoundSheet["above"]): CsvLayout["dayOrder"] {
  const [inRows] = onlyOrders(rows.flat());
  const days = above.flatMap(({ cells }) => cells.join(" ").match(ANY_DAY) ?? []).filter((day) => isNear(day, rows));
  const [inLines, ...others] = onlyOrders(days);
  return inRows ?? (others.length === 0 ? inLines : undefined) ?? "day_first";
}

/** Matches a day with four digits of the year, also in a period with a dash, but no part of another number, such as a telephone number. */
const ANY_DAY = /(?<![\d.:/]|(?<!\d{4})-)\d{1,2}([-/.])\d{1,2}\1\d{4}(?![\d:/]|\.\d|-(?!\d\d?[/.]))/g;

/** Whether the year of a day is that of a row's day or next to it: a statement's period and its export are that near. */
function isNear(day: string, rows: readonly string[][]): boolean {
  const yearsIn = (cell: string) =>
    [dayIn(cell, "day_first"), dayIn(cell, "month_first")].flatMap((each) => (each ? Number(each.slice(0, 4)) : []));
  const years = rows.flat().flatMap(yearsIn);
  return yearsIn(day).some((year) => years.some((each) => Math.abs(each - year) <= 1));
}

/** Returns the orders in which alone some of the days can be read. */
function onlyOrders(cells: readonly string[]): CsvLayout["dayOrder"][] {
  const canBe = (order: CsvLayout["dayOrder"]) => (cell: string) => dayIn(cell, order) !== undefined;
  const [dayFirst, monthFirst] = [canBe("day_first"), canBe("month_first")];
  const isMonthFirst = cells.some((cell) => monthFirst(cell) && !dayFirst(cell));
  const isDayFirst = cells.some((cell) => dayFirst(cell) && !monthFirst(cell));
  return [...(isMonthFirst ? (["month_first"] as const) : []), ...(isDayFirst ? (["day_first"] as const) : [])];
}
