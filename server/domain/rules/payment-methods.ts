/**
 * Payment methods that can be offered to customers, in the order of the form. Sofort was shut down: existing payments are read, no new ones
 * start.
 */
export const offerableMethods = ["ideal", "bancontact", "credit_card", "paypal", "bank_transfer", "sdd", "bacs"] as const;

export type OfferableMethod = (typeof offerableMethods)[number];

/** Currency of methods that exist in one currency only. Other methods work in all currencies. */
const currencyOf: Partial<Record<OfferableMethod, string>> = { ideal: "EUR", bancontact: "EUR", sdd: "EUR", bacs: "GBP" };

/** Country of methods that need a bank account there. */
const countryOf: Partial<Record<OfferableMethod, string>> = { ideal: "NL", bancontact: "BE", bacs: "GB" };

/** Returns the methods for payments in this currency. SQL: `methods_in` (db/rules/shared.sql). */
export function methodsIn(currency: string): OfferableMethod[] {
  return offerableMethods.filter((method) => (currencyOf[method] ?? currency) === currency);
}

/** Sorts methods: those of the customer's country first, those of other countries last. */
export function inUsualOrder(methods: readonly OfferableMethod[], country: string): OfferableMethod[] {
  const rank = (method: OfferableMethod) => {
    if (countryOf[method] === country) return 0;
    return countryOf[method] ? 2 : 1;
  };
  return methods.toSorted((a, b) => rank(a) - rank(b) || offerableMethods.indexOf(a) - offerableMethods.indexOf(b));
}

/** Returns who takes a payment by this method back: the issuer of the card, PayPal, or the bank, which returns a direct debit as `debit`. */
export function takenBackBy(method: string | null | undefined): "card" | "paypal" | "debit" | "bank" {
  if (method === "credit_card") return "card";
  if (method === "sdd" || method === "bacs") return "debit";
  return method === "paypal" ? "paypal" : "bank";
}
