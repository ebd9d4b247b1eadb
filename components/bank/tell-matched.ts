interface Matched {
  booked: number;
  takenBack: number;
  toDecide: number;
  noted: number;
}

/**
 * Returns the key of the text about the outcome of a statement's new entries, and the text's values. An entry may contain several payments; the
 * text then names the number of payments.
 */
export function tellMatched(newEntries: number, { booked, takenBack, toDecide, noted }: Matched) {
  const payments = booked + takenBack + toDecide + noted;
  const text = payments === newEntries ? ("matched" as const) : ("matchedPayments" as const);
  return { text, values: { payments, booked, takenBack, toDecide, noted } };
}
