import { getRequestConfig } from "next-intl/server";
import { loadMessages } from "@/components/translations/load";
import { isLocale, type Locale } from "@/server/domain/formats/locales";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { readLocale } from "./read-locale";

/** Configuration of next-intl for each request: the language, its texts, and the time zone. */
export default getRequestConfig(async ({ locale: requested }) => {
  const locale: Locale = isLocale(requested) ? requested : await readLocale();
  return { locale, messages: await loadMessages(locale), timeZone: TIME_ZONE };
});
