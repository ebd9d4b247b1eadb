import { withoutSeparators } from "@/server/domain/banking/separated-number";
import { cached } from "./cached";
import type { PossibleInvoice } from "./possible-invoice";
import { type ReadPayment, type Slip, slipBetween } from "./read-payment";

/**
 * Ways in which a number in a payment names an invoice. `partner_number_separated`: the partner's own number, of which only the separators
 * differ, or are missing.
 */
export type NumberReason = "reference" | "our_number" | "partner_number" | "partner_number_separated" | "belgian_number" | `number_${Slip}`;

/** `withoutSeparators`, but cached: each invoice's number is compared with many payments. */
const unseparated = cached(withoutSeparators);

type Numbered = Pick<PossibleInvoice, "invoiceNumber" | "externalInvoiceNumber">;

/** Numbers of a payment that are no invoice's exact number, and so may be written otherwise. */
export interface Inexact extends Pick<ReadPayment, "numbers" | "tokens"> {
  /** Numbers and words whose separators may differ. */
  separated: string[];
}

/**
 * Returns the numbers that are no invoice's exact number. `numbers` and `tokens`, which may contain a slip, lack those that are some invoice's
 * apart from separators.
 */
export function inexactOf({ numbers, tokens, separated }: ReadPayment, possible: readonly Numbered[]): Inexact {
  if (numbers.length === 0 && tokens.length === 0 && separated.length === 0) return { numbers, tokens, separated };
  const ours = new Set(possible.map(({ invoiceNumber }) => String(invoiceNumber)));
  const theirs = possible.map(({ externalInvoiceNumber }) => externalInvoiceNumber.toLowerCase());
  const [right, apart] = [new Set([...ours, ...theirs]), new Set(theirs.map(unseparated))];
  const mayHaveSlip = (number: string) => !right.has(number) && !apart.has(unseparated(number));
  const words = tokens.filter((token) => /\p{L}/u.test(token));
  return {
    numbers: numbers.filter(mayHaveSlip),
    tokens: tokens.filter(mayHaveSlip),
    separated: [...separated, ...words].filter((number) => !right.has(number) && !ours.has(unseparated(number))),
  };
}

/** Returns the reason by which a number in a payment names an invoice, in an array; an empty one if none does. */
export function numberReasons(
  { referenced, belgian, numbers, tokens }: ReadPayment,
  inexact: Inexact,
  { invoiceNumber, externalInvoiceNumber }: Numbered,
): NumberReason[] {
  if (referenced.includes(invoiceNumber)) return ["reference"];
  // Customers of companies outside Belgium get other references, so this match alone books nothing.
  if (belgian.includes(invoiceNumber)) return ["belgian_number"];
  if (numbers.length === 0 && tokens.length === 0) return [];
  const own = String(invoiceNumber);
  if (numbers.includes(own)) return ["our_number"];
  const theirs = externalInvoiceNumber.toLowerCase();
  if (theirs.length >= SHORTEST_NUMBER && tokens.includes(theirs)) return ["partner_number"];
  const isInexact = theirs.length >= SHORTEST_INEXACT;
  if (isInexact && inexact.separated.some((number) => unseparated(number) === unseparated(theirs))) return ["partner_number_separated"];
  const slip =
    inexact.numbers.map((number) => slipBetween(number, own)).find(Boolean) ??
    (isInexact ? inexact.tokens.map((token) => slipBetween(token, theirs)).find(Boolean) : undefined);
  return slip ? [`number_${slip}`] : [];
}

/** Minimum length of a partner's number. Shorter numbers occur in many texts by chance. */
const SHORTEST_NUMBER = 4;
/** Minimum length of a partner's number that may be written with a slip or other separators. */
const SHORTEST_INEXACT = 6;
