/** Returns the country's name in the reader's language. */
export function nameOfCountry(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
}
