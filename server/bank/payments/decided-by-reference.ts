import { MOST_ADDRESS_HINT } from "./address-in-payment";
import { mayBeContradicted } from "./contradicted";
import { MOST_HINT } from "./named-better";
import { type RankedPayment, WEIGHT } from "./rank-candidates";
import type { ReadPayment } from "./read-payment";

/**
 * Maximum score of a candidate that the payment names neither by a number that is looked up nor by its e-mail address. Includes the points for
 * a partner's number, because a number with both capitals and small letters is not looked up but gives points.
 */
const MOST_UNNAMED = WEIGHT.partner_number + WEIGHT.known_payer + WEIGHT.name + WEIGHT.amount + MOST_HINT + MOST_ADDRESS_HINT;

/**
 * Whether the best candidate stays the only one of its score, and the certainty stays the same, if invoices are added that the payment does
 * not name by a number. The caller has checked that the payment's numbers name exactly one invoice. True only if that invoice
 * - is named by a reference;
 * - owes at least what was paid, so it cannot be a part of a sum;
 * - fits the payment by amount or payer, so no other invoice contradicts (contradicted.ts).
 */
export function isDecidedByReference({ payment, ranked }: { payment: ReadPayment; ranked: RankedPayment }): boolean {
  const [best] = ranked.candidates;
  if (!best || payment.emails.length > 0 || payment.referenced.length !== 1) return false;
  const { parts, reasons, score } = best;
  const isOfNamedInvoice = parts.length === 1 && parts[0]?.invoice.invoiceNumber === payment.referenced[0];
  const isNamedByReference = isOfNamedInvoice && reasons.includes("reference");
  const owesWhatWasPaid = reasons.includes("amount") || reasons.includes("less");
  return isNamedByReference && owesWhatWasPaid && !mayBeContradicted(best) && score > MOST_UNNAMED;
}
