import { plainLetters } from "@/server/domain/words/plain-letters";

/** Converts text to the letters that every SEPA bank must accept: diacritics are dropped, and other characters become full stops. */
export function toSepaText(text: string): string {
  return [...plainLetters(text).replaceAll("&", "+").replace(/\s+/g, " ")]
    .map((letter) => (ALLOWED.test(letter) ? letter : "."))
    .join("")
    .replace(/^[/ ]+/, "");
}

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]$/;
