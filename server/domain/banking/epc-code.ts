/** Transfer in euros as a code that bank apps scan: EPC069-12, version 002. Amounts in cents. */
export interface EpcTransfer {
  /** At most 70 characters. */
  holder: string;
  iban: string;
  bic: string | null;
  amountCents: number;
  /** ISO 11649 reference. Null for other references, which go into the text. */
  creditorReference: string | null;
  /** At most 140 characters; used only if there is no creditor reference. */
  text: string;
}

/** Largest amount in the standard. */
const MOST_CENTS = 99_999_999_999;

/** Returns the content of the code, to be encoded in UTF-8; undefined if the amount is outside the standard's range. */
export function epcCode({ holder, iban, bic, amountCents, creditorReference, text }: EpcTransfer): string | undefined {
  if (amountCents < 1 || amountCents > MOST_CENTS) return undefined;
  const amount = `EUR${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, "0")}`;
  const remittance = creditorReference === null ? ["", text] : [creditorReference];
  // 1: UTF-8. SCT: SEPA credit transfer. The empty element after the amount is the purpose.
  return ["BCD", "002", "1", "SCT", bic ?? "", holder, iban, amount, "", ...remittance].join("\n");
}
