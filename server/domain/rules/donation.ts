/** The smallest and the largest donation, in cents. Anything larger is more likely a typing error. */
export const donationLimits = { leastCents: 100, mostCents: 100_000 };
