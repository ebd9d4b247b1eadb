/** Maximum number of ids in one request. */
export const IDS_LIMIT = 500;

/** Maximum number of requests in flight per endpoint, so that a slow endpoint delays no other. */
export const IN_FLIGHT_LIMIT = 2;

/** Maximum number of requests in flight per process. Each request needs a socket. */
export const CONCURRENCY = 400;

/** Number of requests in flight, to any endpoints, up to which failing endpoints are called, so that they leave room for the others. */
export const CONCURRENCY_WITH_FAILING = 200;

/** Maximum number of unconfirmed deliveries per endpoint. Further changes wait, and are then sent together. */
export const OPEN_LIMIT = 10;

/** Interval in ms at which an endpoint at `OPEN_LIMIT` gets one more delivery: it may accept others than the unconfirmed ones. */
export const PROBE_EVERY_MS = 30 * 60_000;

/**
 * A delivery's lease, in ms: if the process that sends it dies, another process takes over after this time. Longer than a request may take,
 * and short enough that deliveries left by a crash are sent within a minute.
 */
export const LEASE_MS = 45_000;

/** Interval between deliveries to a batching endpoint, in ms. */
export const BATCH_EVERY_MS = 10 * 60_000;
