/** What can be offered to customers, in the order in which a form lists it. Sofort was shut down: payments by it are read, none is begun. */
export const offerableMethods = ["ideal", "bancontact", "credit_card", "paypal", "bank_transfer", "sdd", "bacs"] as const;

export type OfferableMethod = (typeof offerableMethods)[number];

/** Methods that exist for some currencies only; the others exist for all. */
const currencyOf: Partial<Record<OfferableMethod, string>> = { ideal: "EUR", bancontact: "EUR", sdd: "EUR", bacs: "GBP" };

/** Methods that need a bank account in one country. */
const countryOf: Partial<Record<OfferableMethod, string>> = { ideal: "NL", bancontact: "BE", bacs: "GB" };

/** The methods that money in this currency can be paid by. SQL: `methods_in` (db/rules/shared.sql). */
export function methodsIn(currency: string): OfferableMethod[] {
  return offerableMethods.filter((method) => (currencyOf[method] ?? currency) === currency);
}

/** These methods, the usual ones of the customer's country first and those of other countries last. */
export function inUsualOrder(methods: readonly OfferableMethod[], country: string): OfferableMethod[] {
  const rank = (method: OfferableMethod) => (countryOf[method] === country ? 0 : countryOf[method] ? 2 : 1);
  return methods.toSorted((a, b) => rank(a) - rank(b) || offerableMethods.indexOf(a) - offerableMethods.indexOf(b));
}
