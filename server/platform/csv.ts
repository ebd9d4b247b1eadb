export type CsvCell = string | number | null;

// Our own rather than a library: cells are separated, and amounts written, as the reader's spreadsheet expects, and no cell can become a formula.

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const CSV_BEGINNING = "\uFEFF";

/** One line. No text in it can become a formula in a spreadsheet. */
export function csvRow(cells: readonly CsvCell[], locale: string): string {
  const separator = separatorOf(locale);
  return `${cells.map((cell) => writeCell(cell, separator)).join(separator)}\r\n`;
}

/** Cents as a number of the reader's spreadsheet: without groups, which it would not read. */
export function csvAmount(cents: number, locale: string): string {
  const mark = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

/** A semicolon where numbers contain a comma, and in Switzerland in every language. */
function separatorOf(locale: string): string {
  const { language, region } = new Intl.Locale(locale);
  return language === "en" && region !== "CH" ? "," : ";";
}

function writeCell(cell: CsvCell, separator: string): string {
  const text = disarm(String(cell ?? ""));
  if (text === "" || (PLAIN_NUMBER.test(text) && !text.includes(separator))) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

const PLAIN_NUMBER = /^-?\d+([.,]\d+)?$/;

/** What begins a formula, also as it is written elsewhere: spreadsheets of East Asia take the wide signs. */
const SIGNS = "=＝﹦⁼₌+＋﹢⁺₊\\-－﹣⁻₋−@＠﹫";
/** What may stand before it without anybody noticing: white space, what is invisible, quotes of all kinds. */
const UNNOTICED = "[\\s\\p{C}\\p{Z}\\p{M}\\p{Pi}\\p{Pf}\"'`´‚„]*";
const FORMULA = new RegExp(`^${UNNOTICED}[${SIGNS}]`, "u");
/** In a file that is opened with another separator than ours, a cell begins there too. */
const FORMULA_INSIDE = new RegExp(`[,;|](?=${UNNOTICED}[${SIGNS}])`, "gu");

/** A formula becomes text by an apostrophe before it. A line break would begin a row where quotes are not understood. */
function disarm(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text;
  const oneLine = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(FORMULA_INSIDE, "$&'");
  return FORMULA.test(oneLine) ? `'${oneLine}` : oneLine;
}
