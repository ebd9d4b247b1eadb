import { latinLetters } from "@/server/domain/words/latin-letters";
import { plainLetters } from "@/server/domain/words/plain-letters";

/**
 * Converts text to the characters that every SEPA bank must accept (EPC217-08): Greek and Cyrillic letters become Latin ones, diacritics
 * are dropped, some other characters are replaced by similar ones, and the rest by full stops. Slashes and spaces at the beginning are
 * dropped.
 */
export function toSepaText(text: string): string {
  return [...plainLetters(latinLetters(text)).replace(/\s+/g, " ")]
    .map((letter) => (ALLOWED.test(letter) ? letter : (SIMILAR[letter] ?? ".")))
    .join("")
    .replace(/^[/ ]+/, "");
}

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]$/;

const SIMILAR: Record<string, string> = {
  "&": "+",
  ";": ",",
  "[": "(",
  "]": ")",
  "{": "(",
  "}": ")",
  "\\": "/",
  "|": "/",
  _: "-",
  "~": "-",
  "`": "'",
  "€": "E",
  Þ: "Th",
  Ð: "D",
};

/** Whether each letter of the text can be written for SEPA banks. */
export function isSepaText(text: string): boolean {
  // `toSepaText` writes a full stop for each letter that it cannot convert.
  return toSepaText(text.replace(/[^\p{L}]/gu, "")).match(/\./) === null;
}
