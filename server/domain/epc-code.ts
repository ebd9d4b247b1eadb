/** A transfer in euros that a bank's app reads from a picture: EPC069-12, version 002. Amounts in cents. */
export interface EpcTransfer {
  /** At most 70 characters. */
  holder: string;
  iban: string;
  bic: string | null;
  amountCents: number;
  /** By ISO 11649; null where the reference is another, which then stands in the text. */
  creditorReference: string | null;
  /** At most 140 characters, where there is no creditor reference. */
  text: string;
}

/** The most that the standard has room for. */
const MOST_CENTS = 99_999_999_999;

/** What the picture holds, in UTF-8; undefined for an amount that it has no room for. */
export function epcCode({ holder, iban, bic, amountCents, creditorReference, text }: EpcTransfer): string | undefined {
  if (amountCents < 1 || amountCents > MOST_CENTS) return undefined;
  const amount = `EUR${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, "0")}`;
  const remittance = creditorReference === null ? ["", text] : [creditorReference];
  return ["BCD", "002", "1", "SCT", bic ?? "", holder, iban, amount, "", ...remittance].join("\n");
}
