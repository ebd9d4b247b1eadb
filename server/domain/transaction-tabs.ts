/** Payments on bank statements by what is to be done: decided, looked at later, sent back, nothing more because it is booked or was given back, nothing at all. */
export const transactionTabs = ["open", "later", "to_return", "booked", "returned", "noted"] as const;

export type TransactionTab = (typeof transactionTabs)[number];
