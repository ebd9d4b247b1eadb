import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/server/env";
import * as schema from "./schema/index";

/** The pool or a transaction: a service does not need to know which. */
export type Database = Pick<
  PostgresJsDatabase<typeof schema>,
  "$with" | "with" | "select" | "insert" | "update" | "delete" | "execute" | "transaction"
>;

export interface Connection {
  db: PostgresJsDatabase<typeof schema>;
  /** Ends all connections, waiting at most 5 s for what they still do. */
  close(): Promise<void>;
}

interface Options {
  /** Connections, at most. */
  max?: number;
  prepare?: boolean;
  /** Whether a pooler by transaction is in between. */
  isPooled?: boolean;
}

/** A pool of its own. The process has one already: `db`. Nothing is connected before the first query. */
export function connect(url: string, { max = 10, prepare = true, isPooled = !prepare }: Options = {}): Connection {
  const client = postgres(url, {
    max,
    prepare,
    // PgBouncer gives the server of a connection away when it has answered what it takes for the last statement: one that was sent meanwhile to be described is never answered.
    ...(isPooled && { max_pipeline: 0 }),
    connect_timeout: 5,
    backoff: pauseSeconds,
    idle_timeout: 600,
    max_lifetime: 3600,
    onnotice: () => {},
    // PgBouncer refuses any other setting while connecting. Time-outs are settings of the role: see `migrate`.
    connection: { application_name: "invoice-collection-service", TimeZone: "UTC" },
  });
  return { db: drizzle(client, { schema, casing: "snake_case" }), close: () => client.end({ timeout: 5 }) };
}

/**
 * Before a connection that broke is made again, in seconds. All of a pool count together, so that by the driver's own pause one failover, which breaks all at once, would keep
 * them from the new primary for up to 20 s.
 */
function pauseSeconds(failures: number): number {
  return (0.5 + Math.random() / 2) * Math.min(3 ** failures / 100, 1);
}

/** A pool of its own, as the process's settings say. */
export function connectAsSet(max: number | undefined, url = env().DATABASE_URL): Connection {
  return connect(url, { max, prepare: env().DATABASE_PREPARE, isPooled: isPooled() });
}

const isPooled = () => env().DATABASE_POOLED || !env().DATABASE_PREPARE;

/** How many connections look-ups share: each carries several at once, which takes less of both ends than a connection for each. Through a pooler it cannot. */
const lookUpConnections = () => (isPooled() ? env().DATABASE_POOL : 2);

const sizes = { requests: () => env().DATABASE_POOL, lookUps: lookUpConnections, replica: () => env().DATABASE_POOL };
type PoolName = keyof typeof sizes;

/** The process's pools. One of each, although the service's and Next's bundles both load this module. */
const shared = globalThis as typeof globalThis & { icsConnections?: Partial<Record<PoolName, Connection>> };

/** It is opened by its first use, so that importing a route needs no environment. */
function pool(name: PoolName, url?: string): Connection {
  shared.icsConnections ??= {};
  shared.icsConnections[name] ??= connectAsSet(sizes[name](), url);
  return shared.icsConnections[name];
}

/** The process's database. */
export const db = new Proxy({} as Connection["db"], {
  get: (_, property) => Reflect.get(pool("requests").db, property, pool("requests").db),
});

/** The database that a statement is prepared for: of the process's own, the pool that it has now, since it gets another one after it was closed. */
export function poolOf(database: Database): Database {
  return database === db ? pool("requests").db : database;
}

/**
 * The same database for statements that find a record by its id and never wait for a lock. They do not queue behind slow ones, and none of them is slow. Not for
 * transactions.
 */
export function lookUps(): Connection {
  return pool("lookUps");
}

/** A standby that repeats what the primary does, where there is one. See `readFromReplica`. */
export function replica(): Connection | undefined {
  const url = env().DATABASE_REPLICA_URL;
  return url ? pool("replica", url) : undefined;
}

/**
 * Lets the next look-up have new connections, because these left one without an answer: all that share a connection whose packets are lost would wait as long. What
 * these still do has 5 s to end. Does nothing where others have replaced them already.
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
