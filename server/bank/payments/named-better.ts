import { type ReadPayment, spelledName } from "./read-payment";

/**
 * Parts of a customer's name that a payment contains, from the fewest: nothing, the last name, the last name and the initial of the first,
 * the name with the first of several first names, and all first names, of which more count for more.
 */
export interface NameFound {
  last: boolean;
  initial: boolean;
  first: boolean;
  /** Number of the customer's first names, if the payment contains all of them; else 0. */
  allFirst: number;
}

interface CustomersName {
  firstName: string;
  lastName: string;
}

/** Maximum number of first names that count. */
const MOST_FIRST_NAMES = 3;
/** Score for the initial, or for each of all first names: they distinguish two people with the same last name, but prove nothing. */
const HINT = 20;
/** Maximum of what `nameHint` returns. */
export const MOST_HINT = MOST_FIRST_NAMES * HINT;

/** Returns the score by which a candidate goes before others of the same last name. Grounds for booking without review do not count it. */
export function nameHint({ last, initial, first, allFirst }: NameFound): number {
  if (!first) return last && initial ? HINT : 0;
  return HINT * Math.min(allFirst, MOST_FIRST_NAMES);
}

/**
 * Whether a payment contains more of one customer's name than of the other's. The payer may then have written a wrong number, which happens
 * to be that of another customer with the same last name and fee.
 */
export function isNamedBetter(one: NameFound, other: NameFound): boolean {
  return measureOf(one) > measureOf(other);
}

function measureOf({ last, initial, first, allFirst }: NameFound): number {
  if (first) return 3 + allFirst;
  if (!last) return 0;
  return initial ? 2 : 1;
}

/** Returns the parts of the customer's name that a payment contains, for which it has the reasons `name` or `last_name`, or neither. */
export function namedIn({ words, initials }: ReadPayment, reasons: readonly string[], { firstName, lastName }: CustomersName): NameFound {
  const firstNames = spelledName(firstName);
  const hasLast = hasAll(words, lastName);
  return {
    last: reasons.includes("last_name"),
    initial: initials.has(firstNames[0]?.[0]?.slice(0, 1) ?? ""),
    first: reasons.includes("name"),
    allFirst: hasLast && hasAll(words, firstName) ? firstNames.length : 0,
  };
}

/** Whether the words contain each word of the name, in any spelling. */
export function hasAll(words: Set<string>, name: string): boolean {
  const wanted = spelledName(name);
  return wanted.length > 0 && wanted.every((spellings) => spellings.some((word) => words.has(word)));
}

/** Whether the words contain the first of the first names. */
export function hasFirst(words: Set<string>, firstName: string): boolean {
  const [spellings = []] = spelledName(firstName);
  return spellings.some((word) => words.has(word));
}
