import { createTranslator } from "next-intl";
import type { Locale } from "@/server/domain/locales";
import { withOneFullStop } from "@/server/domain/spelling";
import deMails from "./de/mails.json";
import deMessages from "./de/messages.json";
import enMails from "./en/mails.json";
import enMessages from "./en/messages.json";
import frMails from "./fr/mails.json";
import frMessages from "./fr/messages.json";
import itMails from "./it/mails.json";
import itMessages from "./it/messages.json";
import nlMails from "./nl/mails.json";
import nlMessages from "./nl/messages.json";

/** Texts to people of the portal, and to customers about their own details. Plain text, in the reader's language. */
export const sayInMail = inEachLanguage({ de: deMails, en: enMails, fr: frMails, it: itMails, nl: nlMails });

/** Texts to customers about their invoices. */
export const sayInMessage = inEachLanguage({ de: deMessages, en: enMessages, fr: frMessages, it: itMessages, nl: nlMessages });

/** One translator per language. It throws if a value is missing, so that no mail is sent with a gap. */
function inEachLanguage<Words extends Record<string, unknown>>(words: Record<Locale, Words>) {
  const translator = (locale: Locale) => {
    const say = createTranslator({
      locale,
      messages: words[locale],
      onError: (error) => {
        throw error;
      },
    });
    return ((...given: Parameters<typeof say>) => withOneFullStop(say(...given))) as typeof say;
  };
  return { de: translator("de"), en: translator("en"), fr: translator("fr"), it: translator("it"), nl: translator("nl") };
}
