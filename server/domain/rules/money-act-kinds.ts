/**
 * Acts on money. All kinds count together against the limit above which a second person approves. To add a kind, add its word here and call
 * `isAboveLimit` and `noteMoneyActs` (server/billing/approvals/money-acts.ts) where the act happens.
 */
export type MoneyActKind = "payment" | "refund" | "payout" | "debit" | "statement";
