import { createTranslator } from "next-intl";
import type { Locale } from "@/server/domain/formats/locales";
import { withValuesFitted } from "@/server/domain/words/spelling";

/** Returns one translator per language. A translator throws if a value is missing, so that no mail is sent with a gap. */
export function translatorsOf<Words extends Record<string, unknown>>(words: Record<Locale, Words>) {
  const translator = (locale: Locale) => {
    const say = createTranslator({
      locale,
      messages: words[locale],
      onError: (error) => {
        throw error;
      },
    });
    return ((...given: Parameters<typeof say>) => withValuesFitted(say(...given), locale)) as typeof say;
  };
  return { de: translator("de"), en: translator("en"), fr: translator("fr"), it: translator("it"), nl: translator("nl") };
}
