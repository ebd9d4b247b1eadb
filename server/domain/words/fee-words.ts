/** Country whose words for a late-payment fee a text to customers uses. */
export type FeeWords = "BE" | "CH" | "NL" | "other";

/**
 * Returns the country whose words a text uses for the fee of a payer in this country (ISO 3166-1 alpha-2): the Dutch incassokosten, the
 * Belgian indemnity, the Swiss frais de rappel, otherwise a late fee.
 */
export function feeWordsIn(country: string): FeeWords {
  return country === "BE" || country === "CH" || country === "NL" ? country : "other";
}
