import type { NamedCurrency } from "@/server/bank/statements/statement";
import type { CsvLayout, CsvRole } from "@/server/domain/banking/csv-layout";
import { isSideCurrency } from "./column-names";
import type { FoundSheet } from "./find-sheet";

/** Columns of the account's own money. A bank may name a foreign original amount in other columns. */
const OWN_MONEY: readonly CsvRole[] = ["amount", "came", "went", "balance", "balance_before"];

/**
 * Finds the currency that a file names: in the row's column of currencies, beside its amounts, in the names of the columns of money, or in
 * the lines above them, after a word for currency. Undefined if it names none.
 */
export function findNamedCurrency(
  { columns, above, before }: Pick<FoundSheet, "columns" | "above" | "before">,
  { roles }: Pick<CsvLayout, "roles">,
  { cells, line }: { cells: readonly string[]; line: number },
): NamedCurrency | undefined {
  const money = roles.flatMap((role, index) => (OWN_MONEY.includes(role) ? [index] : []));
  const nameOf = (index: number) => columns[index]?.name || (roles[index] ?? "");
  const written = roles.indexOf("currency");
  const code = written < 0 ? undefined : currencyAlone(cells[written] ?? "");
  if (code) return { currency: code, line, element: nameOf(written) };
  for (const index of money) {
    const currency = currencyBeside(cells[index] ?? "");
    if (currency) return { currency, line, element: nameOf(index) };
  }
  for (const index of money) {
    const currency = currencyInName(columns[index]?.name ?? "");
    if (currency) return { currency, line: before, element: nameOf(index) };
  }
  for (const row of above) {
    const currency = currencyAbove(row.cells);
    if (currency) return { currency, line: row.line, element: row.cells.find((cell) => cell !== "") ?? "" };
  }
  return undefined;
}

/** Returns a row's currency from its column, otherwise from the amount's cell or column name; empty if there is none. */
export function currencyInRow(
  cells: readonly string[],
  { columns }: Pick<FoundSheet, "columns">,
  { roles }: Pick<CsvLayout, "roles">,
): string {
  const side = columns.findIndex(({ name }, index) => isSideCurrency(name) && cells[index]);
  const written = cells[roles.indexOf("currency")] || cells[side] || "";
  if (written !== "") return currencyAlone(written) ?? written.toUpperCase().slice(0, 3);
  const near = roles.flatMap((role, index) =>
    role === "amount" || role === "came" || role === "went" ? [cells[index] ?? "", columns[index]?.name ?? ""] : [],
  );
  const [mark] = /EUR|CHF|GBP|€|£/.exec(near.join(" ")) ?? [];
  return mark === undefined ? "" : (SIGNS[mark] ?? mark);
}

/** Codes (of the lek and the paʻanga) that are also words in headers of tables. */
const WORDS: readonly string[] = ["ALL", "TOP"];
/** Codes in X that are money. The others are of metals, funds and tests. */
const MONEY_IN_X: readonly string[] = ["XAF", "XCD", "XCG", "XOF", "XPF"];
/** ISO 4217 codes of money that this runtime knows, without words. */
const CODES: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf("currency").filter((code) => (!code.startsWith("X") || MONEY_IN_X.includes(code)) && !WORDS.includes(code)),
);
/** Signs of currencies, with their codes. `$` and `¥` are signs of several currencies, so they stay signs. */
const SIGNS: Readonly<Record<string, string>> = { "€": "EUR", "£": "GBP", $: "$", "¥": "¥", "Fr.": "CHF", "SFr.": "CHF" };
const SIGN = /[€£$¥]|\bS?Fr\./;
/** A code in brackets, or with which a name begins or ends, such as `Amount (GBP)`, `EUR Saldo`, `Betrag in EUR`, `Montant CHF`. */
const CODE_IN_NAME = /[([]\s*([A-Z]{3})\s*[)\]]|^([A-Z]{3})[\s_-]|[\s_/-]([A-Z]{3})$/;

/** Returns the currency that a cell contains, as a code, a sign or the word for euro. */
export function currencyAlone(cell: string): string | undefined {
  const text = cell.trim();
  const code = text.toUpperCase();
  if (/^EUROS?$/.test(code)) return "EUR";
  return CODES.has(code) ? code : SIGNS[text];
}

/** Whether a cell contains only a currency: three capitals, because a short name could be a code otherwise, or the euro in any spelling. */
export function isCurrency(cell: string): boolean {
  return /^[A-Z]{3}$/.test(cell) || currencyAlone(cell) === "EUR";
}

/** Returns the currency that stands beside an amount in its cell; undefined if there is none. */
function currencyBeside(cell: string): string | undefined {
  return signIn(cell) ?? known(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/.exec(cell)?.[0]);
}

function currencyInName(name: string): string | undefined {
  const [, inBrackets, first, last] = CODE_IN_NAME.exec(name.trim()) ?? [];
  return signIn(name) ?? known(inBrackets ?? first ?? last);
}

const WORD_FOR_CURRENCY =
  /^(?:(?:account )?currency|(?:konto)?w(?:ä|ae)hrung|devise|monnaie|valuta|divisa|munt(?:eenheid)?)\b\s*:?\s*(.*)$/i;

function currencyAbove(cells: readonly string[]): string | undefined {
  for (const [index, cell] of cells.entries()) {
    const [isWord, after = ""] = WORD_FOR_CURRENCY.exec(cell.trim()) ?? [];
    if (isWord !== undefined) return currencyAlone(after || (cells[index + 1] ?? ""));
  }
  return undefined;
}

function signIn(text: string): string | undefined {
  const sign = SIGN.exec(text)?.[0];
  return sign === undefined ? undefined : SIGNS[sign];
}

function known(code: string | undefined): string | undefined {
  return code !== undefined && CODES.has(code) ? code : undefined;
}
