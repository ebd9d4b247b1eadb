import type { PossibleInvoice } from "./possible-invoice";
import { type ReadPayment, type Slip, slipBetween } from "./read-payment";

/** Ways in which a number in a payment names an invoice. */
export type NumberReason = "reference" | "our_number" | "partner_number" | "belgian_number" | `number_${Slip}`;

/** Numbers of a payment that may contain a slip: those that are no invoice's exact number. */
export type MayHaveSlips = Pick<ReadPayment, "numbers" | "tokens">;

/** Returns the reason by which a number in a payment names an invoice, in an array; an empty one if none does. */
export function numberReasons(
  { referenced, belgian, numbers, tokens }: ReadPayment,
  mayHaveSlips: MayHaveSlips,
  { invoiceNumber, externalInvoiceNumber }: Pick<PossibleInvoice, "invoiceNumber" | "externalInvoiceNumber">,
): NumberReason[] {
  if (referenced.includes(invoiceNumber)) return ["reference"];
  // Customers of companies outside Belgium get other references, so this match alone books nothing.
  if (belgian.includes(invoiceNumber)) return ["belgian_number"];
  if (numbers.length === 0 && tokens.length === 0) return [];
  const own = String(invoiceNumber);
  if (numbers.includes(own)) return ["our_number"];
  const theirs = externalInvoiceNumber.toLowerCase();
  if (theirs.length >= SHORTEST_NUMBER && tokens.includes(theirs)) return ["partner_number"];
  const slip =
    mayHaveSlips.numbers.map((number) => slipBetween(number, own)).find(Boolean) ??
    (theirs.length >= SHORTEST_FOR_A_SLIP ? mayHaveSlips.tokens.map((token) => slipBetween(token, theirs)).find(Boolean) : undefined);
  return slip ? [`number_${slip}`] : [];
}

/** Minimum length of a partner's number. Shorter numbers occur in many texts by chance. */
const SHORTEST_NUMBER = 4;
/** Minimum length of a partner's number that may be written with a slip. */
const SHORTEST_FOR_A_SLIP = 6;
