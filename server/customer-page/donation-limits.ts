/** What a donation may come to, in cents of the company's currency; beyond that a slip of the finger is likelier than a gift. */
export const donationLimits = { leastCents: 100, mostCents: 100_000 };
