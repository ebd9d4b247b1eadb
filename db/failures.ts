interface PostgresFailure {
  code: string;
  constraint_name?: string;
}

/**
 * Returns the driver's own error, which drizzle wraps. Does not test for the driver's class, because the pool may belong to the other
 * bundle, which has a separate one.
 */
function driverError(error: unknown): Partial<PostgresFailure> {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return typeof inner === "object" && inner !== null ? (inner as Partial<PostgresFailure>) : {};
}

/** Whether the database refused a row because of this unique constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  const { code, constraint_name } = driverError(error);
  return code === "23505" && constraint_name === constraint;
}

/**
 * Codes for: connection lost or refused, sign-in refused, no such database, starting up, shutting down, standby, too many connections or
 * other missing resources, a deadlock, or a time-out for a lock or an answer.
 */
const OUT_OF_REACH =
  /^(08...|57P0.|57014|53...|55P03|25P03|25006|40P01|28...|3D000|E(?:HOST|NET)(?:UNREACH|DOWN)|ECONN\w+|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|CONNECTION_\w+|CONNECT_TIMEOUT)$/;

/** Whether the database cancelled a statement that took too long. */
export function tookTooLong(error: unknown): boolean {
  return driverError(error).code === "57014";
}

/**
 * Whether a statement was cancelled because another transaction held a row or table for longer than `lock_timeout`, which is 3 s unless the
 * transaction sets another value.
 */
export function waitedForLock(error: unknown): boolean {
  return driverError(error).code === "55P03";
}

/** Whether a statement was cancelled because its transaction and another one waited for each other's locks. */
function wasDeadlocked(error: unknown): boolean {
  return driverError(error).code === "40P01";
}

/**
 * Whether a statement was cancelled because of other transactions or the amount of work, and not because of the connection. The connection
 * is still usable, and so is the transaction after a rollback to a savepoint.
 */
export function wasHeldUp(error: unknown): boolean {
  return tookTooLong(error) || waitedForLock(error) || wasDeadlocked(error);
}

/** Whether a standby cancelled a statement because replayed changes removed rows that it was reading. */
export function conflictedWithReplay(error: unknown): boolean {
  return driverError(error).code === "40001";
}

/** Whether the database could not be reached, or could not finish in time (`OUT_OF_REACH`). The same request may succeed later. */
export function isOutOfReach(error: unknown): boolean {
  const { code } = driverError(error);
  return typeof code === "string" && OUT_OF_REACH.test(code);
}

/** Whether the database could not be reached, so that no other work is possible either. False of a statement that was held up. */
export function isUnreachable(error: unknown): boolean {
  return isOutOfReach(error) && !wasHeldUp(error);
}
