/** Amounts of a payment that went back, as a bank states them. */
interface ReturnedAmounts {
  amounts: readonly { cents: number; currency: string }[];
  /** Such as `10.00 EUR`; empty if none is given. */
  instructed: string;
  /** Charges that the bank names with the payment, such as `3.00 EUR`. */
  charges: readonly string[];
}

/**
 * Returns the charges, in cents, that the booked amount of a payment that went back contains: 3.00, if 13.00 was booked for a debit of 10.00.
 * - If the bank states the instructed amount, or another amount in the account's currency, that is below the booked one, the difference.
 * - If the bank states no amount at all, the charges that it names.
 * - Otherwise 0: named charges are then booked by themselves.
 */
export function chargesWithin({ amounts, instructed, charges }: ReturnedAmounts, bookedCents: number, currency: string): number {
  const booked = Math.abs(bookedCents);
  const stated = amounts.flatMap((each) => (each.currency === currency ? [each.cents] : []));
  const instructedIn = centsIn(instructed, currency);
  const first = [...(instructedIn === null ? [] : [instructedIn]), ...stated].find((cents) => cents > 0 && cents < booked);
  if (first !== undefined) return booked - first;
  const chargesCents = namedCharges(charges, currency);
  return instructedIn === null && stated.length === 0 && chargesCents < booked ? chargesCents : 0;
}

/** Returns the sum of charges such as `3.00 EUR`, in cents. Charges in another currency, or in fractions of a cent, count 0. */
export function namedCharges(charges: readonly string[], currency: string): number {
  return charges.reduce((sum, each) => sum + (centsIn(each, currency) ?? 0), 0);
}

/** Reads an amount such as `12.50 EUR`, in cents; null if it is in another currency or not in whole cents. */
export function centsIn(amount: string, currency: string): number | null {
  const [, whole = "", fraction = "", of] = /^(\d{1,13})(?:\.(\d{1,2}))? ([A-Z]{3})$/.exec(amount) ?? [];
  return of === currency ? Number(whole) * 100 + Number(fraction.padEnd(2, "0")) : null;
}
