import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/server/env";
import * as schema from "./schema/index";

/** The pool or a transaction; services accept both. */
export type Database = Pick<
  PostgresJsDatabase<typeof schema>,
  "$with" | "with" | "select" | "insert" | "update" | "delete" | "execute" | "transaction"
>;

export interface Connection {
  db: PostgresJsDatabase<typeof schema>;
  /** Closes all connections, after waiting at most 5 s for running statements. */
  close(): Promise<void>;
}

interface Options {
  /** Most connections. */
  max?: number;
  prepare?: boolean;
  /** Whether a pooler in transaction mode is in between. */
  isPooled?: boolean;
}

/** Creates a separate pool; the process's own is `db`. Connects at the first query. */
export function connect(url: string, { max = 10, prepare = true, isPooled = !prepare }: Options = {}): Connection {
  const client = postgres(url, {
    max,
    prepare,
    // PgBouncer may release the server before a pipelined Describe is answered, which then never is, so pipelining is off.
    ...(isPooled && { max_pipeline: 0 }),
    connect_timeout: 5,
    backoff: pauseSeconds,
    idle_timeout: 600,
    max_lifetime: 3600,
    onnotice: () => {},
    // PgBouncer refuses other settings at connection. Time-outs are settings of the role: see `migrate`.
    connection: { application_name: "invoice-collection-service", TimeZone: "UTC" },
  });
  return { db: drizzle(client, { schema, casing: "snake_case" }), close: () => client.end({ timeout: 5 }) };
}

/**
 * Pause in seconds before a broken connection is made again. All connections of a pool count failures together. With the driver's own
 * pause, one failover, which breaks all at once, would keep them from the new primary for up to 20 s.
 */
function pauseSeconds(failures: number): number {
  return (0.5 + Math.random() / 2) * Math.min(3 ** failures / 100, 1);
}

/** Creates a separate pool with the process's settings. */
export function connectAsSet(max: number | undefined, url = env().DATABASE_URL): Connection {
  return connect(url, { max, prepare: env().DATABASE_PREPARE, isPooled: isPooled() });
}

const isPooled = () => env().DATABASE_POOLED || !env().DATABASE_PREPARE;

/**
 * Connections for look-ups. Each carries several look-ups at once, which costs both ends less than one connection each. Through a pooler it
 * cannot.
 */
const lookUpConnections = () => (isPooled() ? env().DATABASE_POOL : 2);

const sizes = { requests: () => env().DATABASE_POOL, lookUps: lookUpConnections, replica: () => env().DATABASE_POOL };
type PoolName = keyof typeof sizes;

/** The process's pools. Global, because the service's and Next's bundles both load this module. */
const shared = globalThis as typeof globalThis & { icsConnections?: Partial<Record<PoolName, Connection>> };

/** Opens the pool at its first use, so that importing a route needs no environment. */
function pool(name: PoolName, url?: string): Connection {
  shared.icsConnections ??= {};
  shared.icsConnections[name] ??= connectAsSet(sizes[name](), url);
  return shared.icsConnections[name];
}

/** The process's database. */
export const db = new Proxy({} as Connection["db"], {
  get: (_, property) => Reflect.get(pool("requests").db, property, pool("requests").db),
});

/** Returns the database that a statement is prepared for. For `db` that is the current pool, because a closed pool is replaced. */
export function poolOf(database: Database): Database {
  return database === db ? pool("requests").db : database;
}

/**
 * Connections to the same database for statements that find a record by its id and never wait for a lock. They are all fast, and do not
 * queue behind slow ones. Not for transactions.
 */
export function lookUps(): Connection {
  return pool("lookUps");
}

/** Standby that replays the primary's changes; undefined if there is none. See `readFromReplica`. */
export function replica(): Connection | undefined {
  const url = env().DATABASE_REPLICA_URL;
  return url ? pool("replica", url) : undefined;
}

/**
 * Replaces the connections for look-ups, because these left one without an answer: all look-ups on a connection whose packets are lost
 * would wait as long. Running look-ups have 5 s to end. Does nothing if another caller has replaced them already.
 */
export function replaceLookUps(silent: Connection): void {
  if (shared.icsConnections?.lookUps !== silent) return;
  shared.icsConnections.lookUps = undefined;
  silent.close().catch(() => {});
}

export async function closeDatabase(): Promise<void> {
  await Promise.all(Object.values(shared.icsConnections ?? {}).map((connection) => connection?.close()));
  shared.icsConnections = undefined;
}
