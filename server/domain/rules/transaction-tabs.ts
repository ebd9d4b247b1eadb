/** Tabs of the bank desk: payments to decide, to look at later, to send back, booked, given back, and with nothing to do. */
export const transactionTabs = ["open", "later", "to_return", "booked", "returned", "noted"] as const;

export type TransactionTab = (typeof transactionTabs)[number];
