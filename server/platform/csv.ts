export type CsvCell = string | number | null;

// Our own code rather than a library: separators and amounts follow the reader's spreadsheet, and no cell can become a formula.

/** Byte-order mark, which makes spreadsheets read the file as UTF-8. */
export const CSV_BEGINNING = "\uFEFF";

/** Writes one line. No text in it can become a formula in a spreadsheet. */
export function csvRow(cells: readonly CsvCell[], locale: string): string {
  const separator = separatorOf(locale);
  return `${cells.map((cell) => writeCell(cell, separator)).join(separator)}\r\n`;
}

/** Formats cents for the reader's spreadsheet, without group separators, which spreadsheets do not accept. */
export function csvAmount(cents: number, locale: string): string {
  const mark = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

/** Returns a semicolon for languages with a decimal comma, and for all languages in Switzerland. */
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

/** Characters that begin a formula, including the wide forms that East Asian spreadsheets accept. */
const SIGNS = "=＝﹦⁼₌+＋﹢⁺₊\\-－﹣⁻₋−@＠﹫";
/** Characters that may precede the sign and still leave a formula: white space, invisible characters, all kinds of quotes. */
const UNNOTICED = "[\\s\\p{C}\\p{Z}\\p{M}\\p{Pi}\\p{Pf}\"'`´‚„]*";
const FORMULA = new RegExp(`^${UNNOTICED}[${SIGNS}]`, "u");
/** Matches where a cell would begin if the file is opened with another separator than the file's. */
const FORMULA_INSIDE = new RegExp(`[,;|](?=${UNNOTICED}[${SIGNS}])`, "gu");

/**
 * Prefixes a formula with an apostrophe, which makes it text. Replaces line breaks by spaces, because programs that do not understand
 * quotes would begin a new row.
 */
function disarm(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text;
  const oneLine = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(FORMULA_INSIDE, "$&'");
  return FORMULA.test(oneLine) ? `'${oneLine}` : oneLine;
}
