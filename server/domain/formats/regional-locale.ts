/**
 * Returns the locale whose spelling of figures and dates a country uses: de and CH give de-CH. For a country without that language, the
 * language's first country counts. A language that names its country, such as "de-AT", stays.
 */
export function regionalLocale(language: string, country?: string | null): string {
  const regions = countriesOf[language];
  if (!regions) return language;
  return `${language}-${regions.find((region) => region === country) ?? regions[0]}`;
}

/** Countries of each language. The first is used when the country is unknown. */
const countriesOf: Record<string, string[]> = {
  de: ["DE", "AT", "CH", "LI", "LU", "BE"],
  en: ["GB", "IE"],
  fr: ["FR", "BE", "CH", "LU"],
  it: ["IT", "CH"],
  nl: ["NL", "BE"],
};
