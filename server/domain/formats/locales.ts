export const locales = ["de", "en", "fr", "it", "nl"] as const;
export type Locale = (typeof locales)[number];

/** Name of each language in that language. */
export const nameOfLocale: Record<Locale, string> = { de: "Deutsch", en: "English", fr: "Français", it: "Italiano", nl: "Nederlands" };

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}
