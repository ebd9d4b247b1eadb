/** Amounts of a payment that went back, as a bank states them. */
interface ReturnedAmounts {
  amounts: readonly { cents: number; currency: string }[];
  /** Such as `10.00 EUR`; empty if none is given. */
  instructed: string;
  /** Sum of the charges that the bank names with the payment. */
  chargesCents: number;
}

/**
 * Returns the charges, in cents, that the booked amount of a payment that went back contains: 3.00, if 13.00 was booked for a debit of 10.00.
 * The first amount is the one that was instructed, or any lower one in the account's currency; without any, the charges that the bank names
 * are taken off. Beside a stated amount that is the booked one, named charges are booked by themselves, and count 0.
 */
export function chargesWithin({ amounts, instructed, chargesCents }: ReturnedAmounts, bookedCents: number, currency: string): number {
  const booked = Math.abs(bookedCents);
  const stated = amounts.flatMap((each) => (each.currency === currency ? [each.cents] : []));
  const instructedIn = instructedCents(instructed, currency);
  const first = [...(instructedIn === null ? [] : [instructedIn]), ...stated].find((cents) => cents > 0 && cents < booked);
  if (first !== undefined) return booked - first;
  return instructedIn === null && stated.length === 0 && chargesCents < booked ? chargesCents : 0;
}

/** Reads an instructed amount such as `12.50 EUR`, in cents; null if it is in another currency. */
export function instructedCents(instructed: string, currency: string): number | null {
  const [, whole = "", fraction = "", of] = /^(\d{1,13})(?:\.(\d{1,2}))? ([A-Z]{3})$/.exec(instructed) ?? [];
  return of === currency ? Number(whole) * 100 + Number(fraction.padEnd(2, "0")) : null;
}
