interface PostgresFailure {
  code: string;
  constraint_name?: string;
}

/**
 * Returns the driver's own error, which drizzle wraps. Does not use `instanceof`, because the pool may belong to the other bundle, which
 * has separate classes.
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
 * Codes for: connection lost or refused, starting up, shutting down, standby, too many connections, or a time-out for a lock or an answer.
 */
const OUT_OF_REACH =
  /^(08...|57P0.|57014|53...|55P03|25P03|25006|40P01|28...|3D000|E(?:HOST|NET)(?:UNREACH|DOWN)|ECONN\w+|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|CONNECTION_\w+|CONNECT_TIMEOUT)$/;

/** Whether the database cancelled a statement that took too long. */
export function tookTooLong(error: unknown): boolean {
  return driverError(error).code === "57014";
}

/**
 * Whether a statement was cancelled because another transaction held a row or table for longer than `lock_timeout` (3 s). The statement's
 * transaction is rolled back.
 */
export function waitedForLock(error: unknown): boolean {
  return driverError(error).code === "55P03";
}

/** Whether the transaction was rolled back because two waited for each other's locks. */
function wasDeadlocked(error: unknown): boolean {
  return driverError(error).code === "40P01";
}

/**
 * Whether other transactions or the amount of work, and not the connection, kept a statement from its end. The connection is still usable,
 * and so is the transaction after a rollback to a savepoint.
 */
export function wasHeldUp(error: unknown): boolean {
  return tookTooLong(error) || waitedForLock(error) || wasDeadlocked(error);
}

/** Whether a standby cancelled a statement because replayed changes removed rows that it was reading. */
export function conflictedWithReplay(error: unknown): boolean {
  return driverError(error).code === "40001";
}

/** Whether the database could not be reached, or not in time. The same request may succeed later. */
export function isOutOfReach(error: unknown): boolean {
  const { code } = driverError(error);
  return typeof code === "string" && OUT_OF_REACH.test(code);
}
