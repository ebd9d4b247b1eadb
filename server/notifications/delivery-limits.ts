/** At most so many ids in one request. */
export const IDS_LIMIT = 500;

/** At most so many requests to one endpoint at a time, so that a slow one delays nobody else. */
export const IN_FLIGHT_LIMIT = 2;

/** At most so many deliveries to one endpoint that it has not confirmed: whatever more is owed waits, and then goes together. */
export const OPEN_LIMIT = 10;

/**
 * For how long nobody else sends a delivery, in milliseconds, should its process die: longer than a request may take, and short enough for whatever a
 * crash left behind to go out within a minute.
 */
export const LEASE_MS = 45_000;

/** How often a batching endpoint is told, in milliseconds. */
export const BATCH_EVERY_MS = 10 * 60_000;
