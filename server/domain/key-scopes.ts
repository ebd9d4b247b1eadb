/** What an API key may be for: reading, changing records, and what customers are asked to pay. */
export const keyScopes = ["read", "write", "money"] as const;
export type KeyScope = (typeof keyScopes)[number];
