// Vocabulary of the list of invoices, shared by its filter and its URL.

/** Sort keys. `number` is the service's own number, so it sorts by age. */
export const invoiceSorts = ["number", "customer", "due", "billed", "outstanding"] as const;

export const sortDirections = ["asc", "desc"] as const;

/** Amounts that the list can be filtered by. */
export const filteredAmounts = ["billed", "outstanding"] as const;

/** Days that the list can be filtered by. */
export const filteredDays = ["created", "transmitted", "due"] as const;
