/**
 * An act on money. All kinds count together against the limit of a second person: a further one joins the sums by a word here and by calling `isAboveLimit` and
 * `noteMoneyActs` (server/billing/second-person/money-acts.ts) where it happens.
 */
export type MoneyActKind = "payment" | "refund" | "payout" | "statement";
