import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";

/**
 * The database's clock: asked once, then counted on. Every process has the same one, however wrong its machine's is, so leases that one process takes mean
 * the same to the others.
 */
export async function databaseClock(db: Database): Promise<() => Date> {
  const { ms } = only(await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`));
  const askedAt = performance.now();
  return () => new Date(ms + performance.now() - askedAt);
}
