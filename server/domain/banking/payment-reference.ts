import { remainderOf97 } from "./remainder-of-97";

/**
 * Kinds of reference that identify an invoice in a transfer. Each has check digits, so that a mistyped reference is noticed.
 * - `creditor`: ISO 11649 (`RF…`), which the Swiss call SCOR;
 * - `belgian`: twelve digits;
 * - `qr`: the Swiss QR reference, 27 digits, for transfers to a QR-IBAN.
 */
export const referenceKinds = ["creditor", "belgian", "qr"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export interface PaymentReference {
  kind: ReferenceKind;
  /** As banks transmit it: only letters and digits. */
  code: string;
  /** As people read and copy it: grouped. */
  shown: string;
}

/** Returns the reference for an invoice number. A Belgian reference has room for ten digits; larger numbers get an ISO 11649 reference. */
export function referenceOf(invoiceNumber: number, kind: ReferenceKind): PaymentReference {
  if (kind === "qr") return qrReference(invoiceNumber);
  return kind === "belgian" && invoiceNumber < 10 ** BELGIAN_DIGITS ? belgianReference(invoiceNumber) : creditorReference(invoiceNumber);
}

/** Returns the invoice number in a reference, however it was typed; undefined for other text and for wrong check digits. */
export function numberIn(text: string): number | undefined {
  const code = text.toUpperCase().replace(/[\s+*/.-]/g, "");
  const [, digits] = shapeOf(code).exec(code) ?? [];
  if (digits === undefined || !hasRightCheck(code)) return undefined;
  const number = Number(digits);
  return number > 0 && Number.isSafeInteger(number) ? number : undefined;
}

/** Digits for the invoice number; two check digits follow. */
const BELGIAN_DIGITS = 10;
/** Digits for the invoice number; one check digit follows. */
const QR_DIGITS = 26;
/** The check digits are 02 to 98 (ISO 7064, MOD 97-10). 00, 01 and 99 have the same remainders as 97, 98 and 02, and are never used. */
const CREDITOR = /^RF(?!00|01|99)\d{2}(\d{1,21})$/;

const BELGIAN = /^(\d{10})\d{2}$/;
const QR = /^(\d{26})\d$/;

function shapeOf(code: string): RegExp {
  if (code.startsWith("RF")) return CREDITOR;
  return code.length === QR_DIGITS + 1 ? QR : BELGIAN;
}

function hasRightCheck(code: string): boolean {
  if (code.startsWith("RF")) return remainderOf97(code.slice(4) + code.slice(0, 4)) === 1;
  if (code.length === QR_DIGITS + 1) return carryOf(code) === 0;
  return belgianCheck(code.slice(0, BELGIAN_DIGITS)) === code.slice(BELGIAN_DIGITS);
}

function creditorReference(number: number): PaymentReference {
  const check = 98 - remainderOf97(`${number}RF00`);
  const code = `RF${String(check).padStart(2, "0")}${number}`;
  return { kind: "creditor", code, shown: code.replace(/(.{4})(?=.)/g, "$1 ") };
}

function belgianReference(number: number): PaymentReference {
  const digits = String(number).padStart(BELGIAN_DIGITS, "0");
  const code = digits + belgianCheck(digits);
  return { kind: "belgian", code, shown: `+++${code.slice(0, 3)}/${code.slice(3, 7)}/${code.slice(7)}+++` };
}

/** Returns the two check digits: the remainder by 97, or 97 if the remainder is 0. */
function belgianCheck(digits: string): string {
  return String(Number(digits) % 97 || 97).padStart(2, "0");
}

function qrReference(number: number): PaymentReference {
  const digits = String(number).padStart(QR_DIGITS, "0");
  const code = digits + ((10 - carryOf(digits)) % 10);
  return { kind: "qr", code, shown: `${code.slice(0, 2)} ${code.slice(2).replace(/(.{5})(?=.)/g, "$1 ")}` };
}

/** Returns the carry by "modulo 10, recursive", the method of Swiss references; 0 if the digits end with their right check digit. */
function carryOf(digits: string): number {
  return [...digits].reduce((carry, digit) => CARRIES[(carry + Number(digit)) % 10] ?? 0, 0);
}

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
