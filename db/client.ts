import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/server/env";
import * as schema from "./schema/index";

/** The pool or a transaction. Services accept both. */
export type Database = Pick<
  PostgresJsDatabase<typeof schema>,
  "$with" | "with" | "select" | "insert" | "update" | "delete" | "execute" | "transaction"
>;

export interface Connection {
  db: PostgresJsDatabase<typeof schema>;
  /** Waits for running statements, at most 5 s, and closes all connections. */
  close(): Promise<void>;
}

interface Options {
  /** Maximum number of connections. */
  max?: number;
  prepare?: boolean;
  /** Whether connections go through a pooler in transaction mode. */
  isPooled?: boolean;
}

/** Creates a separate pool, besides the process's own (`db`). Connects at the first query. */
export function connect(url: string, { max = 10, prepare = true, isPooled = !prepare }: Options = {}): Connection {
  const client = postgres(url, {
    max,
    prepare,
    // No pipelining: PgBouncer may release the server before a pipelined Describe is answered, and then the answer never arrives.
    ...(isPooled && { max_pipeline: 0 }),
    connect_timeout: 5,
    backoff: pauseSeconds,
    idle_timeout: 600,
    max_lifetime: 3600,
    onnotice: () => {},
    // PgBouncer refuses all other settings when a connection is made. Time-outs are settings of the role: see `migrate`.
    connection: { application_name: "invoice-collection-service", TimeZone: "UTC" },
  });
  return { db: drizzle(client, { schema, casing: "snake_case" }), close: () => client.end({ timeout: 5 }) };
}

/**
 * Returns the pause in seconds before a broken connection is made again: it triples with each failure, up to 1 s, and is shortened at
 * random to as little as half. All connections of a pool count failures together. With the driver's own pause, a failover, which breaks all
 * of them at once, would keep them away from the new primary for up to 20 s.
 */
function pauseSeconds(failures: number): number {
  return (0.5 + Math.random() / 2) * Math.min(3 ** failures / 100, 1);
}

/** Creates a separate pool with the settings of the process. */
export function connectAsConfigured(max: number | undefined, url = env().DATABASE_URL): Connection {
  return connect(url, { max, prepare: env().DATABASE_PREPARE, isPooled: isPooled() });
}

const isPooled = () => env().DATABASE_POOLED || !env().DATABASE_PREPARE;

/**
 * Number of connections for look-ups. Each carries several look-ups at once, which costs the service and the database less than one
 * connection per look-up. Through a pooler, a connection carries only one.
 */
const lookUpConnections = () => (isPooled() ? env().DATABASE_POOL : 2);

const sizes = { requests: () => env().DATABASE_POOL, lookUps: lookUpConnections, replica: () => env().DATABASE_POOL };
type PoolName = keyof typeof sizes;

/** The process's pools. On the global object, because the bundles of the service and of Next both load this module. */
const shared = globalThis as typeof globalThis & { icsConnections?: Partial<Record<PoolName, Connection>> };

/** Returns the pool, which is created at its first use, so that importing a route needs no environment. */
function pool(name: PoolName, url?: string): Connection {
  shared.icsConnections ??= {};
  shared.icsConnections[name] ??= connectAsConfigured(sizes[name](), url);
  return shared.icsConnections[name];
}

/** The process's database. */
export const db = new Proxy({} as Connection["db"], {
  get: (_, property) => Reflect.get(pool("requests").db, property, pool("requests").db),
});

/** Returns the database for which to prepare a statement. For `db`, returns the current pool, because a closed pool is replaced. */
export function poolOf(database: Database): Database {
  return database === db ? pool("requests").db : database;
}

/**
 * Returns connections to the same database for look-ups: fast statements that never wait for a lock, such as finding an API key. They must
 * not queue behind slow ones. Not for transactions.
 */
export function lookUps(): Connection {
  return pool("lookUps");
}

/** Returns connections to a standby that replays the primary's changes; undefined if none is configured. See `readFromReplica`. */
export function replica(): Connection | undefined {
  const url = env().DATABASE_REPLICA_URL;
  return url ? pool("replica", url) : undefined;
}

/**
 * Replaces the connections for look-ups after one of them did not answer: on a connection whose packets are lost, every look-up would wait
 * as long. Running look-ups have 5 s to finish. Does nothing if another caller has already replaced them.
 */
export function replaceLookUps(stalledPool: Connection): void {
  if (shared.icsConnections?.lookUps !== stalledPool) return;
  shared.icsConnections.lookUps = undefined;
  stalledPool.close().catch(() => {});
}

export async function closeDatabase(): Promise<void> {
  await Promise.all(Object.values(shared.icsConnections ?? {}).map((connection) => connection?.close()));
  shared.icsConnections = undefined;
}
