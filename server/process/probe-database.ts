import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { SECOND_MS } from "@/server/domain/formats/time";
import { databaseProbe, databaseProbesFailed } from "@/server/platform/metrics";
import { withTimeout } from "@/server/platform/with-timeout";
import { repeat } from "./repeat";

const EVERY_MS = 5 * SECOND_MS;
const TIMEOUT_MS = 5 * SECOND_MS;

/** Measures regularly, until the process ends, how long requests wait for a free connection of the pool and for the database together. */
export function keepProbingDatabase(): void {
  repeat(EVERY_MS, "database probe", probeDatabase);
}

/** Measures once. Throws the database's error, and after 5 s an error that counts as a database out of reach. */
async function probeDatabase(): Promise<void> {
  const startedAt = performance.now();
  try {
    await withTimeout(TIMEOUT_MS, db.execute(sql`select 1`));
  } catch (error) {
    databaseProbesFailed.inc();
    throw error;
  } finally {
    databaseProbe.set((performance.now() - startedAt) / SECOND_MS);
  }
}
