import { cookies, headers } from "next/headers";
import { signedInPerson } from "@/server/auth/auth";
import { isLocale, type Locale } from "@/server/domain/formats/locales";

/** Cookie with the language that a visitor chose without being signed in. */
export const LOCALE_COOKIE = "locale";

/** Returns the signed-in reader's language; for a visitor, the language in the cookie, otherwise the browser's. */
export async function readLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  const person = await signedInPerson();
  if (person) return person.locale;
  return isLocale(chosen) ? chosen : preferredLocale((await headers()).get("accept-language") ?? "");
}

/** Returns the first supported language of the browser's list, which is sorted by preference; English if none is supported. */
export function preferredLocale(accepted: string): Locale {
  const languages = accepted.split(",").map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return languages.find(isLocale) ?? "en";
}
