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

/** A pool of its own. The process has one already: `db`. Nothing is connected before the first query. */
export function connect(url: string, options: { max?: number; prepare?: boolean } = {}): Connection {
  const client = postgres(url, {
    max: options.max ?? 10,
    prepare: options.prepare ?? true,
    connect_timeout: 5,
    idle_timeout: 600,
    max_lifetime: 3600,
    onnotice: () => {},
    // PgBouncer refuses any other setting while connecting. Time-outs are settings of the role: see `migrate`.
    connection: { application_name: "invoice-collection-service", TimeZone: "UTC" },
  });
  return { db: drizzle(client, { schema, casing: "snake_case" }), close: () => client.end({ timeout: 5 }) };
}

/** One pool per process, although the service's and Next's bundles both load this module. */
const shared = globalThis as typeof globalThis & { icsConnection?: Connection };

function open(): Connection {
  shared.icsConnection ??= connect(env().DATABASE_URL, { max: env().DATABASE_POOL, prepare: env().DATABASE_PREPARE });
  return shared.icsConnection;
}

/** The process's database. It is opened by the first use, so that importing a route needs no environment. */
export const db: Connection["db"] = new Proxy({} as Connection["db"], {
  get: (_, property) => Reflect.get(open().db, property, open().db),
});

export async function closeDatabase(): Promise<void> {
  await shared.icsConnection?.close();
  shared.icsConnection = undefined;
}
