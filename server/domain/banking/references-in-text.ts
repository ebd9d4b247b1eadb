import { numberIn } from "./payment-reference";

/**
 * Returns the references with right check digits in a text: the text itself if it is a reference, otherwise each part that looks like one
 * (`RF…`, `+++…+++`, or the 27 digits of a Swiss reference). Twelve digits alone do not count, because one number in 97 has right check
 * digits by chance.
 */
export function referencesIn(text: string): string[] {
  if (!TWELVE_DIGITS.test(text.trim()) && numberIn(text) !== undefined) return [text];
  const found = [
    ...(text.match(/rf\s*\d{2}(?:\s*\d){1,21}/gi) ?? []).flatMap(longestBeginning),
    ...(text.match(/[+*]{3}[\d/ ]{12,18}[+*]{3}/g) ?? []),
    ...(text.match(/(?<!\d)\d(?:\s?\d){26}(?!\d)/g) ?? []),
  ];
  return found.filter((each) => numberIn(each) !== undefined);
}

/** Twelve digits, grouped or not: perhaps a Belgian reference. */
export const TWELVE_DIGITS = /^\d(?:[ ./-]?\d){11}$/;

/**
 * Returns the longest beginning with right check digits, if any. A number after a reference may have been read as part of it, so groups are
 * dropped from the end.
 */
function longestBeginning(text: string): string[] {
  const groups = text.trim().split(/\s+/);
  const all = groups.map((_, index) => groups.slice(0, groups.length - index).join(""));
  const right = all.find((each) => numberIn(each) !== undefined);
  return right ? [right] : [];
}
