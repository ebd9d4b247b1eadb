/**
 * Returns the lines of a CSV file above its table, which some banks fill with the account's number. The table begins at the first line that
 * contains all names of `columns`; without such a line, the text is empty. Names with other letters than ASCII do not count, because the
 * file's encoding is unknown here.
 */
export function preambleOf(text: string, columns: readonly string[]): string {
  const plain = columns.map((name) => name.trim()).filter((name) => /^[\x20-\x7e]+$/.test(name));
  const lines = text.split(/\r?\n/);
  const head = plain.length === 0 ? -1 : lines.findIndex((line) => plain.every((name) => line.includes(name)));
  return head < 0 ? "" : lines.slice(0, head).join("\n");
}

/** Minimum length, in characters, of a part of an IBAN that identifies the account. */
const SHORTEST_PART = 7;

/**
 * Returns the only account whose number stands in a file's name or in the lines above its table: an IBAN, or else a part of one, such as
 * branch and number. Undefined if the texts contain the number of no account, or of several.
 */
function accountNamedIn<Account extends { iban: string }>(texts: readonly string[], accounts: readonly Account[]): Account | undefined {
  const numbers = texts.flatMap(numbersIn);
  const whole = accounts.filter(({ iban }) => numbers.some((number) => number.includes(iban)));
  const named = whole.length > 0 ? whole : accounts.filter(({ iban }) => numbers.some((number) => isPartOf(number, iban)));
  return named.length === 1 ? named[0] : undefined;
}

/** Returns the account that a person probably means: the only account named in the texts, or else the only one with files of this kind before. */
export function likelyAccount<Account extends { iban: string; isUsual?: boolean }>(
  texts: readonly string[],
  accounts: readonly Account[],
): Account | undefined {
  const usual = accounts.filter(({ isUsual }) => isUsual);
  return accountNamedIn(texts, accounts) ?? (usual.length === 1 ? usual[0] : undefined);
}

/**
 * Returns the runs of letters and digits that may be an account's number. Groups with a blank, dot or hyphen between them are also returned
 * joined.
 */
function numbersIn(text: string): string[] {
  const runs = text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const grouped = text.toUpperCase().match(/[A-Z0-9]+(?:[ .-][A-Z0-9]+)+/g) ?? [];
  return [...runs, ...grouped.map((each) => each.replace(/[ .-]/g, ""))];
}

/** Whether a run is a part of the IBAN that is long enough and has more digits than letters, but not only zeros. */
function isPartOf(number: string, iban: string): boolean {
  const digits = number.replace(/[A-Z]/g, "").length;
  return number.length >= SHORTEST_PART && digits * 2 > number.length && iban.includes(number) && !/^0+$/.test(number);
}
