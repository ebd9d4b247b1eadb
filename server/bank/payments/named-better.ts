/** Parts of a customer's name in a payment. */
export interface NameFound {
  /** The candidate's reasons: `name`, `last_name` and others. */
  reasons: readonly string[];
  /** Whether the payer's name contains the initial of the first name, beside the last name. */
  hasInitial?: boolean;
}

/**
 * Whether a payment contains more of one customer's name than of the other's. The payer may then have written a wrong number, which happens
 * to be that of another customer with the same last name and fee.
 */
export function isNamedBetter(one: NameFound, other: NameFound): boolean {
  return foundOf(one) > foundOf(other);
}

/** Returns 0 if not even the last name was found, up to 3 for the whole name. */
function foundOf({ reasons, hasInitial = false }: NameFound): number {
  if (reasons.includes("name")) return 3;
  if (!reasons.includes("last_name")) return 0;
  return hasInitial ? 2 : 1;
}
