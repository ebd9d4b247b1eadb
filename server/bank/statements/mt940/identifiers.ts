import { isValidIBAN } from "ibantools";

/** Words that point to another field, or say that there is no reference. */
const POINTERS = /^(?:NONREF|NOREF|NOTPROVIDED|NOT PROVIDED|EREF|KREF|MREF|PREF|IREF|MARF|SVWZ|CRED|DEBT)\+?$/i;

/** Whether a text only points to another field, or says that there is no reference. */
export function isPointer(text: string): boolean {
  return POINTERS.test(text.trim());
}

/** Whether a text can be a payer's identifier: with a digit other than 0, and neither a pointer, an account nor a time. */
export function isIdentifier(text: string): boolean {
  return /[1-9]/.test(text) && !isPointer(text) && !isIban(text) && !/^\d{1,2}[-.]\d{1,2}[-.]\d{2,4}(?:\s|$)/.test(text);
}

/** Whether a text is an IBAN, with right check digits and without blanks. */
export function isIban(text: string): boolean {
  return isValidIBAN(text);
}
