/**
 * Replaces Latin letters by plain ones (é by e, Ł by L, ß by ss), and typographic quotes and dashes by typewriter ones. Characters without
 * a plain form stay.
 */
export function plainLetters(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\P{ASCII}/gu, (letter) => PLAIN[letter] ?? letter);
}

const PLAIN: Record<string, string> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  þ: "th",
  ı: "i",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "‑": "-",
  "\u00a0": " ",
};
