/** Amount that falls due on one day and is still outstanding, in cents. */
export interface DueDay {
  /** Such as `2026-11-20`. */
  day: string;
  invoices: number;
  outstandingCents: number;
}

/** Outstanding amounts by days overdue, in cents. */
export interface Ages {
  /** Amounts of customers whom no message has reached. Without a due day they have no age, but they are part of the sum. */
  notAskedCents: number;
  notDueCents: number;
  upTo30Cents: number;
  upTo60Cents: number;
  upTo90Cents: number;
  over90Cents: number;
  sumCents: number;
}
