interface Matched {
  booked: number;
  toDecide: number;
  noted: number;
}

/**
 * Returns the key of the text about the outcome of a statement's new entries, and the text's values. An entry may contain several payments; the
 * text then names the number of payments.
 */
export function tellMatched(newEntries: number, { booked, toDecide, noted }: Matched) {
  const payments = booked + toDecide + noted;
  const text = payments === newEntries ? ("matched" as const) : ("matchedPayments" as const);
  return { text, values: { payments, booked, toDecide, noted } };
}
