import { getRequestConfig } from "next-intl/server";
import { loadMessages } from "@/components/translations/load";
import { isLocale, type Locale } from "@/server/domain/formats/locales";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { readLocale } from "./read-locale";

/** Language and time zone of a page. */
export default getRequestConfig(async ({ locale: asked }) => {
  const locale: Locale = isLocale(asked) ? asked : await readLocale();
  return { locale, messages: await loadMessages(locale), timeZone: TIME_ZONE };
});
