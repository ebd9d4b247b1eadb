import { remainderOf97 } from "./remainder-of-97";

/** Country, check digits, a business code that is not checked, and the national part. */
const SHAPE = /^([A-Z]{2})(\d{2})[A-Z0-9]{3}([A-Z0-9]{1,28})$/;

/** Whether this is a SEPA creditor identifier. Its check digits follow ISO 7064, MOD 97-10, over all but the business code. */
export function isCreditorIdentifier(text: string): boolean {
  const [, country, check, national] = SHAPE.exec(text) ?? [];
  return national !== undefined && remainderOf97(`${national}${country}${check}`) === 1;
}

/** Returns an identifier without its business code, which the creditor chooses freely: identifiers of one creditor are equal without it. */
export function creditorOf(identifier: string): string {
  return identifier.slice(0, 4) + identifier.slice(7);
}
