/** Which spelling of a language a country writes its figures and dates in: de and CH give de-CH. A country without that language changes nothing. */
export function regionalLocale(language: string, country?: string | null): string {
  const regions = spoken[language];
  if (!regions) return language;
  return `${language}-${regions.find((region) => region === country) ?? regions[0]}`;
}

/** Where each language is written, first where it is written when nothing else is known. */
const spoken: Record<string, string[]> = {
  de: ["DE", "AT", "CH", "LI", "LU", "BE"],
  en: ["GB", "IE"],
  fr: ["FR", "BE", "CH", "LU"],
  it: ["IT", "CH"],
  nl: ["NL", "BE"],
};
