import { electronicFormatIBAN, isValidIBAN } from "ibantools";

/** Returns the IBANs within a text. */
export function ibansIn(text: string): string[] {
  const numbers = text.match(/\b[A-Z]{2}\d{2}[A-Z0-9 ]{11,40}/g) ?? [];
  return numbers.flatMap((number) => validIn(electronicFormatIBAN(number) ?? ""));
}

/** IBANs have from 15 to 34 characters. */
const [SHORTEST_IBAN, LONGEST_IBAN] = [15, 34];

/** Returns the IBAN with which a text begins, as a list of one; empty if there is none. A word may follow the IBAN without a space. */
const validIn = (text: string) => {
  for (let length = Math.min(text.length, LONGEST_IBAN); length >= SHORTEST_IBAN; length -= 1)
    if (isValidIBAN(text.slice(0, length))) return [text.slice(0, length)];
  return [];
};
