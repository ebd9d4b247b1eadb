import { readAmount } from "@/server/domain/formats/read-amount";

/** Limits in characters and words. Nobody types or pastes more, and further words would only cost time. */
const LONGEST_SEARCH = 300;
const MOST_WORDS = 8;

/**
 * Returns the words of a search, all of which must match: at most 8, without the commas of "Brandsma, Ada" and the sign of "€ 45,00". A
 * text that is an IBAN with spaces is one word, and so is an amount that was copied from the service's pages.
 */
export function searchWords(search: string): string[] {
  const text = search
    .toWellFormed()
    .replaceAll("\0", " ")
    .slice(0, LONGEST_SEARCH)
    .replace(/[,;]+(?=\s|$)/g, " ")
    .replace(COPIED_CODE, " ")
    .replace(COPIED_GROUP, "")
    .replace(COPIED_MINUS, "")
    .trim();
  const joined = text.replace(/\s+/g, "");
  if (WHOLE_IBAN.test(joined)) return [joined];
  const words = text.split(/\s+/).filter((word) => word !== "" && !/^\p{Sc}(?:GB)?$/u.test(word));
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** Spaces that never break hold the parts of an amount together: its currency, groups of three figures, and its minus. */
const COPIED_CODE = /(?<!\S)(?:CHF|EUR)\u00a0(?=[-−]?\d)|(?<=\d)\u00a0(?:CHF|EUR)(?!\S)/g;
const COPIED_GROUP = /(?<=\d)[\u00a0\u202f](?=\d{3}(?!\d))/g;
const COPIED_MINUS = /(?<=[-−])(?:\p{Sc}|CHF|EUR)\u00a0(?=\d)/gu;
const WHOLE_IBAN = /^[a-z]{2}\d{2}(?=.*\d{6})[a-z0-9]{8,30}$/i;

/**
 * Returns the amount in cents that whole units such as `150` are; undefined for other words, and for more than five figures, which are rather a
 * number of an invoice.
 */
export function wholeUnitsInWord(word: string): number | undefined {
  return /^[1-9]\d{0,4}$/.test(word) ? Number(word) * 100 : undefined;
}

/**
 * Returns the amount in cents that a word such as `126.50`, `1.126,50`, `-126,50`, `£126.50` or `−€126.50` is; undefined for other words.
 */
export function centsInWord(word: string): number | undefined {
  const [, minus = "", amount] = AMOUNT.exec(word) ?? [];
  return amount === undefined ? undefined : readAmount(minus + amount);
}

const AMOUNT = /^([-−]?)\p{Sc}?([-−]?\d(?:[\d.,'’]{0,11}\d)?[.,]\d{2})\p{Sc}?$/u;
