import { isCreditorIdentifier } from "./creditor-identifier";
import { remainderOf97 } from "./remainder-of-97";

/** Words by which banks name a creditor identifier, in texts and above columns. */
const LABEL =
  /\bcred[+:]|\bcsid\b|gl.{1,2}ubiger[\s-]?id(?:ent\p{L}*)?|creditor[\s-]?(?:id(?:entif\p{L}*)?|scheme)\b|\bincassant(?:en)?(?:[\s-]?id)?\b|identifiant\s(?:\p{L}+\s)?cr[ée]ancier|\bics\b|(?:identificativo|codice)\s(?:\p{L}+\s)?creditore/iu;
const EACH_LABEL = new RegExp(LABEL.source, "giu");
/** Matches a part of each word of `LABEL`. Searched first to save time, because most texts of a large file contain none of them. */
const HINT = /[cC](?:[rR][eE][dD]|[sS][iI][dD]|[aA][sS][sS]|[iI][eE][rR])|[uU][bB][iI][gG]|[iI][cC][sS]/;

/** Whether a column's name says that it contains creditor identifiers. */
export function isCreditorColumn(name: string): boolean {
  return LABEL.test(name);
}

/** Maximum length of an identifier. More characters are read, because punctuation may precede the identifier and blanks divide it. */
const LONGEST = 35;

/**
 * Returns the creditor identifier, in capitals, at the beginning of a value that is marked as one. Blanks may divide the identifier, other
 * text may follow, and its check digits may be wrong. Empty if there is no identifier, or if the value begins with an IBAN.
 */
export function creditorIdentifierAt(value: string): string {
  const beginnings = beginningsOf(value);
  const right = beginnings.find(isCreditorIdentifier);
  if (right !== undefined) return right;
  if (beginnings.some(hasCheckDigitsOfIban)) return "";
  return beginnings.find((each) => SHAPE.test(each)) ?? "";
}

/** Returns the creditor identifiers with right check digits that a text marks as such: `CRED+DE98…`, `Gläubiger-ID: DE98 …`. */
export function creditorIdentifiersIn(text: string): string[] {
  if (!HINT.test(text)) return [];
  const found = [...text.matchAll(EACH_LABEL)].flatMap(({ index, 0: label }) => {
    const rest = text.slice(index + label.length, index + label.length + 3 * LONGEST);
    const right = beginningsOf(rest.replace(/^[^\p{L}\p{N}]+/u, "")).find(isCreditorIdentifier);
    return right ? [right] : [];
  });
  return [...new Set(found)];
}

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/;

/** Returns the first word of a text in capitals, the first two without the blank between them, and so on. */
function beginningsOf(text: string): string[] {
  const [run = ""] =
    /^[A-Z0-9]+(?:\s+[A-Z0-9]+)*/.exec(
      text
        .slice(0, 2 * LONGEST)
        .trim()
        .toUpperCase(),
    ) ?? [];
  const words = run.split(/\s+/);
  return words.map((_, index) => words.slice(0, index + 1).join("")).filter((each) => each !== "" && each.length <= LONGEST);
}

function hasCheckDigitsOfIban(text: string): boolean {
  return remainderOf97(text.slice(4) + text.slice(0, 4)) === 1;
}
