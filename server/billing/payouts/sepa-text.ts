import { plainLetters } from "@/server/domain/plain-letters";

/** The letters that every bank of SEPA must take, in place of those with marks; what has no such letter becomes a full stop. */
export function toSepaText(text: string): string {
  return [...plainLetters(text).replaceAll("&", "+").replace(/\s+/g, " ")]
    .map((letter) => (ALLOWED.test(letter) ? letter : "."))
    .join("")
    .replace(/^[/ ]+/, "");
}

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]$/;
