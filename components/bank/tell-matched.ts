interface Matched {
  booked: number;
  toDecide: number;
  noted: number;
}

/**
 * Returns the text about what became of a statement's new entries, and its values. An entry may contain several payments; then the text
 * names the number of payments, of which these are parts.
 */
export function tellMatched(newEntries: number, { booked, toDecide, noted }: Matched) {
  const payments = booked + toDecide + noted;
  const text = payments === newEntries ? ("matched" as const) : ("matchedPayments" as const);
  return { text, values: { payments, booked, toDecide, noted } };
}
