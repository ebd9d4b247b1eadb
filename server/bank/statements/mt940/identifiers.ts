import { isValidIBAN } from "ibantools";

/** Words that point to another field, or say that there is no reference. */
const POINTERS = /^(?:NONREF|NOREF|NOTPROVIDED|NOT PROVIDED|EREF|KREF|MREF|PREF|IREF|MARF|SVWZ|CRED|DEBT)\+?$/i;

/** Whether a text only points to another field, or says that there is no reference. */
export function isPointer(text: string): boolean {
  return POINTERS.test(text.trim());
}

/** Whether a value marked as the payer's identifier is one, rather than a placeholder. */
export function isIdentifier(text: string): boolean {
  return /[^0\s]/.test(text) && !isPointer(text);
}

/** Whether a text in place of the payer's identifier can be one: it has a digit other than 0, is no IBAN and begins with no date. */
export function isLikelyIdentifier(text: string): boolean {
  return /[1-9]/.test(text) && isIdentifier(text) && !isIban(text) && !/^\d{1,2}[-.]\d{1,2}[-.]\d{2,4}(?:\s|$)/.test(text);
}

/** Whether a text is an IBAN, with right check digits and without blanks. */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && isValidIBAN(text);
}
