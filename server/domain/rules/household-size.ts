/**
 * Maximum number of invoices in one household, so that one page can list them. A larger group at one address is a club's address or a
 * placeholder, not a household.
 */
export const MOST_IN_HOUSEHOLD = 12;
