import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";

/**
 * Returns a clock that follows the database's time, which is asked once. All processes share it, however wrong their machines' clocks are,
 * so leases mean the same to all.
 */
export async function databaseClock(db: Database): Promise<() => Date> {
  const { ms } = only(await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`));
  const askedAt = performance.now();
  return () => new Date(ms + performance.now() - askedAt);
}
