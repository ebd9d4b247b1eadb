import { type ReadPayment, spelledName } from "./read-payment";

/** Parts of a customer's name that a payment contains. */
export interface NameFound {
  /** Whether it contains the last name, but not the first. */
  isLastNameOnly: boolean;
  /** Whether it contains the initial of the first name as a single letter. */
  hasInitial: boolean;
  /** Whether it contains the last name and the first of the first names, or the name of the organization. */
  isName: boolean;
  /** Number of the customer's first names, if the payment contains all of them and the last name; else 0. */
  allFirstNames: number;
  /** Whether it also contains an addition to the last name, as in "Meier, junior". */
  hasAddition: boolean;
}

interface CustomersName {
  firstName: string;
  lastName: string;
}

/** Maximum number of first names that count. */
const MOST_FIRST_NAMES = 3;
/**
 * Score for the initial, for an addition to the last name, or for each first name if the payment contains all of them: they distinguish two
 * people with the same last name, but prove nothing.
 */
const HINT = 20;
/** Maximum of what `nameHint` returns. */
export const MOST_HINT = (MOST_FIRST_NAMES + 1) * HINT;

/** Returns the score by which a candidate goes before others of the same last name. The score is no ground for booking without review. */
export function nameHint({ isLastNameOnly, hasInitial, isName, allFirstNames, hasAddition }: NameFound): number {
  if (!isName) return isLastNameOnly && hasInitial ? HINT : 0;
  return HINT * (Math.min(allFirstNames, MOST_FIRST_NAMES) + Number(hasAddition));
}

/**
 * Whether a payment contains more of one customer's name than of the other's. The payer may then have written a wrong number, which happens
 * to be that of another customer with the same last name and fee.
 */
export function isNamedBetter(one: NameFound, other: NameFound): boolean {
  return measureOf(one) > measureOf(other);
}

/** Returns how much of the name is found: 0 nothing, 1 the last name, 2 also the initial, 3 the name, and more with all that belongs to it. */
function measureOf({ isLastNameOnly, hasInitial, isName, allFirstNames, hasAddition }: NameFound): number {
  if (isName) return 3 + allFirstNames + Number(hasAddition);
  if (!isLastNameOnly) return 0;
  return hasInitial ? 2 : 1;
}

/**
 * Returns the parts of the customer's name that a payment contains. `reasons`: the candidate's, which contain `name`, `last_name` or neither.
 */
export function namedIn({ words, initials }: ReadPayment, reasons: readonly string[], { firstName, lastName }: CustomersName): NameFound {
  const firstNames = spelledName(firstName);
  const hasLast = hasLastName(words, lastName);
  return {
    isLastNameOnly: reasons.includes("last_name"),
    hasInitial: initials.has(firstNames[0]?.[0]?.slice(0, 1) ?? ""),
    isName: reasons.includes("name"),
    allFirstNames: hasLast && hasAll(words, firstName) ? firstNames.length : 0,
    hasAddition: lastName !== familyName(lastName) && hasAll(words, lastName),
  };
}

/** Whether the words contain the last name. An addition after a comma, as in "Meier, junior", may be missing: payers rarely write it. */
export function hasLastName(words: Set<string>, lastName: string): boolean {
  return hasAll(words, familyName(lastName));
}

/** Returns a last name without its addition. */
export function familyName(lastName: string): string {
  const comma = lastName.indexOf(",");
  if (comma === -1) return lastName;
  const name = lastName.slice(0, comma);
  return spelledName(name).length > 0 ? name : lastName;
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
