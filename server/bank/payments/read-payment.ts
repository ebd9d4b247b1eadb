import { numberIn } from "@/server/domain/banking/payment-reference";
import { referencesIn, TWELVE_DIGITS } from "@/server/domain/banking/references-in-text";
import { separatedNumbersIn } from "@/server/domain/banking/separated-number";
import { nameKey } from "@/server/domain/words/name-key";
import { plainLetters } from "@/server/domain/words/plain-letters";
import { spellingsOf } from "@/server/domain/words/spellings";
import { cached } from "./cached";

/** Facts found in a payer's text. */
export interface ReadPayment {
  /** Our invoice numbers from references with right check digits. */
  referenced: number[];
  /**
   * Our invoice numbers from twelve digits in the text that could be a Belgian reference. One number in 97 has right check digits by
   * chance, so these count for Belgian companies only.
   */
  belgian: number[];
  /** Numbers in the text that could be one of the service's invoice numbers, as digits. */
  numbers: string[];
  /** Words in the text that could be a partner's own invoice number: containing a digit, in lower case. */
  tokens: string[];
  /** Numbers in the text that could be a partner's own with other separators than the partner's, as written. */
  separated: string[];
  /** E-mail addresses, in lower case. */
  emails: string[];
  /** All words of the payer's name and text, folded, in each of their spellings. */
  words: Set<string>;
  /** Keys of the words, by which names are looked up. */
  keys: Set<string>;
  /** Single letters in the payer's name, folded. */
  initials: Set<string>;
  /** Whether the bank names the payer. */
  hasName: boolean;
}

interface Written {
  references: readonly string[];
  endToEndId: string;
  text: string;
  name: string;
}

/** Maximum length of `numbers`, of `tokens` and of `separated`. Payers write fewer; more would only cost time. */
const MOST_TOKENS = 30;

/** Reads the facts by which invoices are found from a payment's text, references and payer's name. */
export function readPayment({ references, endToEndId, text, name }: Written): ReadPayment {
  const written = [...references, endToEndId, text];
  const whole = written.join(" \n ");
  const words = new Set(spelledWords(`${name} ${text}`).flat());
  return {
    referenced: unique(written.flatMap(referencesIn).flatMap((each) => numberIn(each) ?? [])),
    belgian: unique(written.flatMap(bareBelgianIn)),
    // First numbers with blanks, dots or hyphens between the digits; then each run of digits alone, because such groups may be several numbers.
    numbers: unique(whole.match(/(?<!\d)\d(?:[ .-]?\d){7,10}(?!\d)/g) ?? [])
      .map((number) => number.replace(/\D/g, ""))
      .concat(unique(whole.match(/(?<!\d)\d{8,10}(?!\d)/g) ?? []))
      .slice(0, MOST_TOKENS),
    tokens: unique(whole.toLowerCase().match(/[\p{L}\d][\p{L}\d./_-]*/gu) ?? [])
      .flatMap((token) => [token, token.replace(/[./_-]+$/, "")])
      .filter((token, index, all) => /\d/.test(token) && all.indexOf(token) === index)
      .slice(0, MOST_TOKENS),
    separated: unique(written.flatMap(separatedNumbersIn)).slice(0, MOST_TOKENS),
    emails: unique(whole.toLowerCase().match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? []),
    words,
    keys: new Set([...words].map(nameKey)),
    initials: initialsIn(name),
    hasName: name.trim() !== "",
  };
}

/** Returns the numbers of Belgian references written without `+++`: a whole text, or twelve digits or 123/4567/89012 within one. */
function bareBelgianIn(text: string): number[] {
  const whole = TWELVE_DIGITS.test(text.trim()) ? [text] : [];
  const found = text.match(/(?<![\d/+*])(?:\d{12}|\d{3}\/\d{4}\/\d{5})(?![\d/+*])/g) ?? [];
  return [...whole, ...found].flatMap((each) => numberIn(each) ?? []);
}

/** Returns the letters that stand alone, as initials do, in lower case without diacritics. */
export function initialsIn(text: string): Set<string> {
  return new Set(
    plainLetters(text)
      .toLowerCase()
      .match(/(?<!\p{L})\p{L}(?!\p{L})/gu) ?? [],
  );
}

/**
 * Returns the words of two letters or more in lower case without diacritics, each in all of its spellings. Matches how people compare
 * names, and `fold_for_search` in SQL.
 */
export function spelledWords(text: string): string[][] {
  const words = text.normalize("NFC").match(/[\p{L}\p{M}\d]{2,}/gu) ?? [];
  return words.map((word) => unique([word, ...spellingsOf(word)].map((spelling) => plainLetters(spelling).toLowerCase())));
}

/** As `spelledWords`, but cached: each customer's name is compared with many payments. */
export const spelledName = cached(spelledWords);

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/** Kind of typing error in a number. */
export type Slip = "swapped" | "wrong" | "missing" | "added";

/** Returns the single slip that turns one number of digits into the other; undefined if they are equal or differ by more. */
export function slipBetween(written: string, meant: string): Slip | undefined {
  if (written === meant) return undefined;
  if (written.length === meant.length) {
    const different = [...written].flatMap((digit, index) => (digit === meant[index] ? [] : [index]));
    const [first = 0, second = 0] = different;
    if (different.length === 1) return "wrong";
    const isSwap = different.length === 2 && second === first + 1 && written[first] === meant[second] && written[second] === meant[first];
    return isSwap ? "swapped" : undefined;
  }
  if (written.length + 1 === meant.length) return withoutOne(meant).includes(written) ? "missing" : undefined;
  if (written.length === meant.length + 1) return withoutOne(written).includes(meant) ? "added" : undefined;
  return undefined;
}

function withoutOne(digits: string): string[] {
  return [...digits].map((_, index) => digits.slice(0, index) + digits.slice(index + 1));
}

/** Least and greatest number of digits. */
interface Lengths {
  shortest: number;
  longest: number;
}

/** Returns all numbers of these lengths that one slip may have turned into the written one. */
export function slipsOf(written: string, { shortest, longest }: Lengths = { shortest: 0, longest: Number.POSITIVE_INFINITY }): string[] {
  const isWanted = (length: number) => length >= shortest && length <= longest;
  const digits = [..."0123456789"];
  const places = [...written].map((_, index) => index);
  const samePlaces = isWanted(written.length) ? places : [];
  const swapped = samePlaces
    .slice(1)
    .map((at) => written.slice(0, at - 1) + (written[at] ?? "") + (written[at - 1] ?? "") + written.slice(at + 1));
  const wrong = samePlaces.flatMap((at) => digits.map((digit) => written.slice(0, at) + digit + written.slice(at + 1)));
  const missing = (isWanted(written.length + 1) ? [...places, written.length] : []).flatMap((at) =>
    digits.map((digit) => written.slice(0, at) + digit + written.slice(at)),
  );
  const added = isWanted(written.length - 1) ? withoutOne(written) : [];
  return unique([...swapped, ...wrong, ...missing, ...added]).filter((each) => each !== written);
}
