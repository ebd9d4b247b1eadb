/** At most so many ids in one request. */
export const IDS_LIMIT = 500;

/** Requests in flight per endpoint, at most, so that a slow one delays no other. */
export const IN_FLIGHT_LIMIT = 2;

/** How many requests one process has on their way at once. They cost a socket each. */
export const CONCURRENCY = 400;

/** To endpoints that fail it begins none beyond so many, so that any number of them that hang leave room for the others. */
export const CONCURRENCY_WITH_FAILING = 200;

/** Unconfirmed deliveries per endpoint, at most. What else is owed waits, and then goes together. */
export const OPEN_LIMIT = 10;

/** After how many milliseconds one more is sent all the same: it may be those ten alone that the endpoint refuses. */
export const PROBE_EVERY_MS = 30 * 60_000;

/**
 * A delivery's lease, in ms: when the process that sends it dies, another takes over after this. Longer than a request may take, and short enough
 * for what a crash left to go out within a minute.
 */
export const LEASE_MS = 45_000;

/** How often a batching endpoint is told, in milliseconds. */
export const BATCH_EVERY_MS = 10 * 60_000;
