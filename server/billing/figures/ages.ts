/** Amount that falls due on one day and is still outstanding, in cents. */
export interface DueDay {
  /** As `2026-11-20`. */
  day: string;
  invoices: number;
  outstandingCents: number;
}

/** Outstanding amounts by days overdue, in cents. */
export interface Ages {
  /** Part owed by customers whom no message has reached. It has no due day, so it belongs to no age, but to the sum. */
  notAskedCents: number;
  notDueCents: number;
  upTo30Cents: number;
  upTo60Cents: number;
  upTo90Cents: number;
  over90Cents: number;
  sumCents: number;
}
