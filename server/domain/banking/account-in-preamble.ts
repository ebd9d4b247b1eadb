/**
 * Returns the lines of a CSV file above its table, which some banks fill with the account's number. Empty if the table's head is not among
 * the lines; `columns`: its names. Names with other letters than ASCII do not count, because the file's encoding is unknown here.
 */
export function preambleOf(text: string, columns: readonly string[]): string {
  const plain = columns.map((name) => name.trim()).filter((name) => /^[\x20-\x7e]+$/.test(name));
  const lines = text.split(/\r?\n/);
  const head = plain.length === 0 ? -1 : lines.findIndex((line) => plain.every((name) => line.includes(name)));
  return head < 0 ? "" : lines.slice(0, head).join("\n");
}

/** Minimum length of an account's number without bank and check digits. */
const SHORTEST = 7;

/**
 * Returns the only account whose number stands in a file's name or in the lines above its table: an IBAN, or else a part of it such as
 * branch and number. Undefined if there is none, or numbers of several accounts.
 */
function accountNamedIn<Account extends { iban: string }>(texts: readonly string[], accounts: readonly Account[]): Account | undefined {
  const numbers = texts.flatMap(numbersIn);
  const whole = accounts.filter(({ iban }) => numbers.some((number) => number.includes(iban)));
  const named = whole.length > 0 ? whole : accounts.filter(({ iban }) => numbers.some((number) => isPartOf(number, iban)));
  return named.length === 1 ? named[0] : undefined;
}

/** Returns the account that a person probably means: the one named in the texts, or else the only one that had files of this kind before. */
export function likelyAccount<Account extends { iban: string; isUsual?: boolean }>(
  texts: readonly string[],
  accounts: readonly Account[],
): Account | undefined {
  const usual = accounts.filter(({ isUsual }) => isUsual);
  return accountNamedIn(texts, accounts) ?? (usual.length === 1 ? usual[0] : undefined);
}

/** Returns runs of letters and digits that may be an account's number; also with blanks, dots or hyphens between the groups. */
function numbersIn(text: string): string[] {
  const runs = text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const grouped = text.toUpperCase().match(/[A-Z0-9]+(?:[ .-][A-Z0-9]+)+/g) ?? [];
  return [...runs, ...grouped.map((each) => each.replace(/[ .-]/g, ""))];
}

/** Whether a run is a part of the IBAN with at least seven signs, most of them digits. */
function isPartOf(number: string, iban: string): boolean {
  const digits = number.replace(/[A-Z]/g, "").length;
  return number.length >= SHORTEST && digits * 2 > number.length && iban.includes(number) && !/^0+$/.test(number);
}
