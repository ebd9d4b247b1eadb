/** Outstanding amount that is due on a day, in cents. */
export interface DueDay {
  /** As `2026-11-20`. */
  day: string;
  invoices: number;
  outstandingCents: number;
}

/** Outstanding amounts, by days overdue. */
export interface Ages {
  /** Part that is owed by customers whom no message has reached. It has no due day, so none of the ages contains it; the sum does. */
  notAskedCents: number;
  notDueCents: number;
  upTo30Cents: number;
  upTo60Cents: number;
  upTo90Cents: number;
  over90Cents: number;
  sumCents: number;
}
