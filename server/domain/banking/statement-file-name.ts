interface NamedStatement {
  /** IBAN, or the bank's own number. */
  iban: string;
  /** Days of the opening and the closing balance; null: the file does not state them. */
  openingOn: string | null;
  closingOn: string | null;
}

/**
 * Returns the name of a statement's download without its extension, such as `statement-NL91ABNA0417164300-2026-11-24-2026-11-30`: account and
 * period tell several statements of one day apart. `word`: the word for a statement in the reader's language.
 */
export function statementFileName(word: string, { iban, openingOn, closingOn }: NamedStatement): string {
  const account = iban.replace(/[^A-Za-z0-9]+/g, "-");
  // A set, because a statement that opens and closes on one day names it once.
  return [word, account, ...new Set([openingOn, closingOn])].filter(Boolean).join("-");
}
