interface PostgresFailure {
  code: string;
  constraint_name?: string;
}

/** The driver's own error, which drizzle wraps. Not told by class: the pool may be the other bundle's, with classes of its own. */
function cause(error: unknown): Partial<PostgresFailure> {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return typeof inner === "object" && inner !== null ? (inner as Partial<PostgresFailure>) : {};
}

/** Whether the database refused a row because of this unique constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  const { code, constraint_name } = cause(error);
  return code === "23505" && constraint_name === constraint;
}

/** Connection gone or refused, starting up, shutting down, a standby, out of connections, or waited too long for a lock or an answer. */
const OUT_OF_REACH =
  /^(08...|57P0.|57014|53...|55P03|25P03|25006|40P01|28...|3D000|E(?:HOST|NET)(?:UNREACH|DOWN)|ECONN\w+|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|CONNECTION_\w+|CONNECT_TIMEOUT)$/;

/** Whether the database gave up on a statement because it took too long. */
export function tookTooLong(error: unknown): boolean {
  return cause(error).code === "57014";
}

/** Whether a statement gave up because somebody else held a row or table for longer than `lock_timeout` (3 s). Its transaction is undone. */
export function waitedForLock(error: unknown): boolean {
  return cause(error).code === "55P03";
}

/** Whether a standby gave a statement up because what it read is replaced by what the primary did. */
export function conflictedWithReplay(error: unknown): boolean {
  return cause(error).code === "40001";
}

/** Whether the database could not be reached or not in time, so that the same request may succeed later. */
export function isOutOfReach(error: unknown): boolean {
  const { code } = cause(error);
  return typeof code === "string" && OUT_OF_REACH.test(code);
}
