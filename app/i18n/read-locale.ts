import { cookies, headers } from "next/headers";
import { signedInPerson } from "@/server/auth/auth";
import { isLocale, type Locale } from "@/server/domain/locales";

/** Set when a visitor chooses a language before signing in. */
export const LOCALE_COOKIE = "locale";

/** The reader's own language once they are signed in; before that what they chose, else what their browser asks for. */
export async function readLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  const person = await signedInPerson();
  if (person) return person.locale;
  return isLocale(chosen) ? chosen : preferredLocale((await headers()).get("accept-language") ?? "");
}

/** The first language of the browser's list that we speak, the list being in order of preference as browsers send it. */
export function preferredLocale(accepted: string): Locale {
  const languages = accepted.split(",").map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return languages.find(isLocale) ?? "en";
}
