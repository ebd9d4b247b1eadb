import type { OfferedInvoice } from "./offered-invoice";
import { partsInOrder } from "./parts-in-order";
import type { MatchReason } from "./rank-candidates";

interface NamedOffer {
  parts: { invoice: OfferedInvoice; amountCents: number }[];
  reasons: MatchReason[];
}

/** Maximum number of invoices that are offered together. */
const MOST_TOGETHER = 4;
/** Maximum number of invoices that are offered one by one. */
const MOST_SINGLE = 8;

/**
 * Returns offers for a payment that nothing else fits: the unpaid invoices of customers whom it names in full, in the order of their numbers.
 * If the payment is larger than each of a few invoices, the first offer is all of them together. Amounts in cents.
 */
export function offerNamed(leftCents: number, named: readonly OfferedInvoice[]): NamedOffer[] {
  const sumCents = named.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0);
  const isForSeveral = named.length > 1 && named.length <= MOST_TOGETHER && named.every((each) => each.outstandingCents < leftCents);
  const together = { parts: partsInOrder(leftCents, named), reasons: ["name", compared(leftCents, sumCents)] satisfies MatchReason[] };
  const single = named.slice(0, MOST_SINGLE).map(
    (invoice): NamedOffer => ({
      parts: [{ invoice, amountCents: leftCents }],
      reasons: ["name", compared(leftCents, invoice.outstandingCents)],
    }),
  );
  return isForSeveral ? [together, ...single] : single;
}

function compared(paidCents: number, owedCents: number): MatchReason {
  if (paidCents === owedCents) return "amount";
  return paidCents < owedCents ? "less" : "more";
}
