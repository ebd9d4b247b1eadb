import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";

/**
 * Returns a clock that follows the database's time, which is queried once. It lags by the time that the answer took. All processes share this time, even if their machines' clocks
 * are wrong, so a lease means the same to all of them.
 */
export async function databaseClock(db: Database): Promise<() => Date> {
  const { ms } = only(await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`));
  const answeredAt = performance.now();
  return () => new Date(ms + performance.now() - answeredAt);
}
