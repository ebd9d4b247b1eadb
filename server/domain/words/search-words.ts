/** Nobody types or pastes more; further words would only cost time. */
const LONGEST_SEARCH = 300;
const MOST_WORDS = 8;

/**
 * Returns the words of a search, all of which must match: at most 8, without the commas of "Brandsma, Ada". A text that is an IBAN with
 * spaces is one word.
 */
export function searchWords(search: string): string[] {
  const text = search
    .toWellFormed()
    .replaceAll("\0", " ")
    .slice(0, LONGEST_SEARCH)
    .replace(/[,;]+(?=\s|$)/g, " ")
    .trim();
  const joined = text.replace(/\s+/g, "");
  if (WHOLE_IBAN.test(joined)) return [joined];
  return [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS);
}

const WHOLE_IBAN = /^[a-z]{2}\d{2}(?=.*\d{6})[a-z0-9]{8,30}$/i;

/** Returns the amount in cents that a word such as `126.50`, `126,50` or `£126.50` is; undefined for other words. */
export function centsInWord(word: string): number | undefined {
  const [, amount] = AMOUNT.exec(word) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount.replace(",", ".")) * 100);
}

const AMOUNT = /^\p{Sc}?(\d{1,9}[.,]\d{2})\p{Sc}?$/u;
