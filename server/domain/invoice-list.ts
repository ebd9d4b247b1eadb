// The words of the list of invoices, as its filter takes them and as its address in the browser spells them.

/** `number` orders by the service's own number, which is by age. */
export const invoiceSorts = ["number", "customer", "due", "billed", "outstanding"] as const;

export const sortDirections = ["asc", "desc"] as const;

/** The amounts that the list can be narrowed by. */
export const filteredAmounts = ["billed", "outstanding"] as const;

/** The days that the list can be narrowed by. */
export const filteredDays = ["created", "transmitted", "due"] as const;
