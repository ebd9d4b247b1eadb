import { hasAll } from "./named-better";
import { type ReadPayment, spelledName } from "./read-payment";

/** A customer's address, as invoices have it; each field is empty if unknown. */
export interface CustomersAddress {
  /** May contain the house number. */
  street: string;
  houseNumber: string;
  zipcode: string;
  city: string;
}

/** Score for an address, and the additional score for street and house number. */
const ADDRESS = 40;
const HOUSE = 20;
/** Maximum of what `addressHint` returns. */
export const MOST_ADDRESS_HINT = ADDRESS + HOUSE;
/** Minimum length of a postal code that counts alone. A shorter one may be a year or another number. */
const SHORTEST_ALONE = 5;

/**
 * Returns the score by which a customer whose address stands in the payment goes before others of the same name; 0 without the address. Two of
 * street, postal code and town count as the address, and so does a long postal code alone. The score is no ground for booking without review.
 */
export function addressHint(
  payment: Pick<ReadPayment, "words" | "tokens">,
  { street, houseNumber, zipcode, city }: CustomersAddress,
): number {
  const { words, tokens } = payment;
  const hasStreet = hasAllOf(words, streetName(street));
  const hasCode = hasAll(words, zipcode);
  const found = [hasStreet, hasCode, hasAll(words, city)].filter(Boolean).length;
  if (found < 2 && !(hasCode && zipcode.length >= SHORTEST_ALONE)) return 0;
  const house = (houseNumber || (/\d+\s?\p{L}?(?!\p{L})/u.exec(street)?.[0] ?? "")).replace(/\s/g, "").toLowerCase();
  const hasHouse = house !== "" && (words.has(house) || tokens.includes(house));
  return hasStreet && hasHouse ? MOST_ADDRESS_HINT : ADDRESS;
}

/** Returns the words of a street's name without a house number, each in its spellings, also with a shortened "Strasse". */
function streetName(street: string): string[][] {
  return spelledName(street)
    .filter(([word = ""]) => !/\d/.test(word))
    .map((spellings) => spellings.flatMap((word) => (word.endsWith("strasse") ? [word, word.replace(/asse$/, "")] : [word])));
}

function hasAllOf(words: ReadonlySet<string>, wanted: readonly string[][]): boolean {
  return wanted.length > 0 && wanted.every((spellings) => spellings.some((word) => words.has(word)));
}
