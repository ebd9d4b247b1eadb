import { bankDayInAWeek } from "./returned-payment";

/**
 * Returns the day by which a rest is to be paid that a direct debit leaves: on the first day from a week after the collection on which banks book.
 * `collectOn`: day of the collection, or of its booking if that is later; such as `2026-11-20`.
 */
export function restDueOn(collectOn: string): string {
  return bankDayInAWeek(collectOn);
}

/** Returns what a direct debit leaves to be paid, in cents; 0 for one of an instalment, because the plan says what follows. */
export function restCents(outstandingCents: number, debit: { amountCents: number; isOfInstalment: boolean }): number {
  return debit.isOfInstalment ? 0 : Math.max(outstandingCents - debit.amountCents, 0);
}
