/** Returns the currency of all rows or sums, for headings; null if they have several, or there is none. */
export function sharedCurrency(rows: readonly { currency: string }[]): string | null {
  const [first] = rows;
  return first && rows.every(({ currency }) => currency === first.currency) ? first.currency : null;
}
