import { sql } from "drizzle-orm";
import { connect } from "@/db/client";
import { attachEmbeddedPostgres, DatabaseInUse, startEmbeddedPostgres } from "@/db/embedded/embedded";
import type { GivenEnvironment } from "@/server/env";
import { DATA_FOLDER } from "@/server/platform/data-folder";
import { withTimeout } from "@/server/platform/with-timeout";
import { explainDatabaseFailure } from "./explain-failure";

/** The embedded or configured database of this process. */
export interface OpenDatabase {
  appUrl: string;
  /** Address for the role that migrates. */
  ownerUrl: string;
  embedded: boolean;
  /** Stops the embedded database if this process started it. Otherwise does nothing. */
  stop(): Promise<void>;
}

/** Postgres 14, as in `server_version_num`. */
const OLDEST_VERSION = 140_000;
const ANSWER_TIMEOUT_MS = 10_000;
const ATTACH_TIMEOUT_MS = 60_000;

/** Opens the configured database, or the embedded one, which this process owns until it ends. */
export async function openServiceDatabase(given: GivenEnvironment, onProgress: (text: string) => void): Promise<OpenDatabase> {
  if (given.DATABASE_URL) return openGivenDatabase(given, given.DATABASE_URL);
  return { embedded: true, ...(await startEmbeddedPostgres({ folder: DATA_FOLDER, onProgress })) };
}

/** Opens the configured database. Without one, uses the embedded database of the running service, or starts it for this command. */
export async function openCommandDatabase(given: GivenEnvironment, onProgress: (text: string) => void): Promise<OpenDatabase> {
  if (given.DATABASE_URL) return openGivenDatabase(given, given.DATABASE_URL);

  for (const until = Date.now() + ATTACH_TIMEOUT_MS; ; ) {
    const running = attachEmbeddedPostgres(DATA_FOLDER);
    if (running) return { embedded: true, ...running, stop: async () => {} };
    try {
      return { embedded: true, ...(await startEmbeddedPostgres({ folder: DATA_FOLDER, purpose: "command", onProgress })) };
    } catch (error) {
      // A service that is starting will soon have a database to attach to. One that is ending leaves the database to this command.
      if (!(error instanceof DatabaseInUse) || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function openGivenDatabase(given: GivenEnvironment, appUrl: string): Promise<OpenDatabase> {
  const ownerUrl = given.MIGRATION_DATABASE_URL ?? appUrl;
  await checkDatabase("DATABASE_URL", appUrl);
  if (ownerUrl !== appUrl) await checkDatabase("MIGRATION_DATABASE_URL", ownerUrl);
  return { appUrl, ownerUrl, embedded: false, stop: async () => {} };
}

/** Checks that the database can be used. Throws a one-line error that names the variable. */
async function checkDatabase(variable: string, url: string): Promise<void> {
  const { db, close } = connect(url, { max: 1, prepare: false });
  try {
    const answer = db.execute<{ version: number }>(sql`select current_setting('server_version_num')::int as version`);
    const [row] = await withTimeout(ANSWER_TIMEOUT_MS, answer);
    if (row && row.version < OLDEST_VERSION) throw new Error(`${variable}: the service needs Postgres 14 or later`);
  } catch (error) {
    throw new Error(explainDatabaseFailure(error, variable, url));
  } finally {
    void close();
  }
}
