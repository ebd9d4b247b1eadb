/** The letters that every bank of SEPA must take, in place of those with marks; what has no such letter becomes a point. */
export function toSepaText(text: string): string {
  return [...text.normalize("NFD").replace(/\p{M}/gu, "")]
    .map((letter) => REPLACED[letter] ?? (ALLOWED.test(letter) ? letter : "."))
    .join("")
    .replace(/\s+/g, " ")
    .replace(/^[/ ]+/, "");
}

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]$/;

const REPLACED: Record<string, string> = {
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
  "&": "+",
  "–": "-",
  "—": "-",
  "‑": "-",
  "’": "'",
  "‘": "'",
  "\n": " ",
  "\t": " ",
};
