/** Payments on bank statements by what is to be done: decided, looked at later, given back, nothing more, nothing at all. */
export const transactionTabs = ["open", "later", "to_return", "booked", "noted"] as const;

export type TransactionTab = (typeof transactionTabs)[number];
