/**
 * Returns the locale whose spelling of figures and dates a country uses: de and CH give de-CH. A country without that language changes
 * nothing.
 */
export function regionalLocale(language: string, country?: string | null): string {
  const regions = spoken[language];
  if (!regions) return language;
  return `${language}-${regions.find((region) => region === country) ?? regions[0]}`;
}

/** Countries of each language. The first is used when the country is unknown. */
const spoken: Record<string, string[]> = {
  de: ["DE", "AT", "CH", "LI", "LU", "BE"],
  en: ["GB", "IE"],
  fr: ["FR", "BE", "CH", "LU"],
  it: ["IT", "CH"],
  nl: ["NL", "BE"],
};
