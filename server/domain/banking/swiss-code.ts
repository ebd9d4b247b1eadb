import { latinLetters } from "@/server/domain/words/latin-letters";
import { plainLetters } from "@/server/domain/words/plain-letters";

/** Structured address of a QR-bill. */
export interface SwissAddress {
  name: string;
  street: string;
  houseNumber: string;
  zipcode: string;
  city: string;
  country: string;
}

/** Content of a QR-bill: Swiss Implementation Guidelines QR-bill, version 2. Amounts in cents. */
export interface SwissBill {
  iban: string;
  creditor: SwissAddress;
  /** Null if the payer is to write their address by hand. */
  debtor: SwissAddress | null;
  amountCents: number;
  /** ISO 11649 reference (SCOR), or 27 digits for a QR-IBAN (QRR). */
  reference: string;
  message: string;
}

/** Largest amount in the standard. */
const MOST_CENTS = 99_999_999_999;

/** Returns the content of the code, to be encoded in UTF-8; undefined if the amount is outside the standard's range. */
export function swissCode({ iban, creditor, debtor, amountCents, reference, message }: SwissBill): string | undefined {
  if (amountCents < 1 || amountCents > MOST_CENTS) return undefined;
  const amount = `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, "0")}`;
  const referenceType = reference.startsWith("RF") ? "SCOR" : "QRR";
  const parts = [
    // QR type, version and character set (1: UTF-8).
    ["SPC", "0200", "1", iban],
    addressLines(creditor),
    NO_ADDRESS,
    [amount, "CHF"],
    debtor ? addressLines(debtor) : NO_ADDRESS,
    // EPD ends the payment data.
    [referenceType, reference, message, "EPD"],
  ];
  return parts.flat().join("\n");
}

/** Fields of an empty address. The standard reserves the fields of the ultimate creditor, so these are always empty. */
const NO_ADDRESS = Array<string>(7).fill("");

function addressLines({ name, street, houseNumber, zipcode, city, country }: SwissAddress): string[] {
  return ["S", name, street, houseNumber, zipcode, city, country];
}

/** Maximum lengths of the fields in the standard. */
const lengths = { name: 70, street: 70, houseNumber: 16, zipcode: 16, city: 35, country: 2 } as const;

/** Returns the address in characters and lengths that every bank's reader accepts. */
export function swissAddress(address: SwissAddress): SwissAddress {
  const fitted = Object.entries(lengths).map(([name, length]) => [name, fitFor(address[name as keyof SwissAddress], length)]);
  return Object.fromEntries(fitted);
}

/**
 * Returns the text in Latin-1 on one line, cut to `length` characters. Ł becomes L, Greek and Cyrillic letters become Latin ones; other
 * characters without a Latin-1 form become full stops.
 */
export function fitFor(text: string, length: number): string {
  const letters = [...latinLetters(text)].map((letter) => inLatin1(letter) ?? ".");
  return letters.join("").replace(/\s+/g, " ").trim().slice(0, length).trim();
}

/** Whether each letter of the text has a Latin-1 form. */
export function isWritable(text: string): boolean {
  return [...latinLetters(text)].every((letter) => !/\p{L}/u.test(letter) || inLatin1(letter) !== undefined);
}

/** Returns the form of a character in Latin-1; undefined if there is none. */
function inLatin1(letter: string): string | undefined {
  if (/[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]/.test(letter)) return letter;
  const plain = /[\t\n\r]/.test(letter) ? " " : plainLetters(letter);
  return /^[\u0020-\u007e]+$/.test(plain) ? plain : undefined;
}
