interface NamedStatement {
  /** IBAN, or the bank's own number. */
  iban: string;
  /** Null: the file does not tell. */
  openingOn: string | null;
  closingOn: string | null;
}

/**
 * Returns the name of a statement's download without its extension, such as `statement-NL91ABNA0417164300-2026-11-24-2026-11-30`: account and
 * period tell several statements of one day apart. `word`: what a statement is called in the reader's language.
 */
export function statementFileName(word: string, { iban, openingOn, closingOn }: NamedStatement): string {
  const account = iban.replace(/[^A-Za-z0-9]+/g, "-");
  return [word, account, ...new Set([openingOn, closingOn])].filter(Boolean).join("-");
}
