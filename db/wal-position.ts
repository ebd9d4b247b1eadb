import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { only } from "./rows";
import { walTimelines } from "./schema/wal-timelines";

/** How far the primary's log had been written at a moment, and which of the database's histories that was in. */
export interface WalPosition {
  timeline: string;
  /** How that history can be told from one of another database; null until it is noted. */
  mark: string | null;
  /** As Postgres writes a position: `0/16B3748`. */
  flushed: string;
}

/** Everything that was acknowledged before this was asked is before the position that it answers. Fails at a standby. */
export async function walPosition(primary: Database): Promise<WalPosition> {
  return only(
    await primary.execute<{ timeline: string; mark: string | null; flushed: string }>(
      sql`select timeline, flushed::text, (select mark from ${walTimelines} t where t.timeline = present.timeline) as mark
        from (select left(pg_walfile_name(flushed), 8) as timeline, flushed from pg_current_wal_flush_lsn() as flushed) as present`,
    ),
  );
}

/** `unknown`: it is no standby, or was never told of the primary's history, which may not be its own. */
export type Reached = "yes" | "not yet" | "unknown";

/** Whether a standby has everything before a position of the primary. */
export async function reached(standby: Database, { timeline, mark, flushed }: WalPosition): Promise<Reached> {
  const { isTold, isThere } = only(
    await standby.execute<{ isTold: boolean; isThere: boolean }>(
      sql`select pg_is_in_recovery() and exists (select from ${walTimelines} where timeline = ${timeline} and mark = ${mark}) as "isTold",
        coalesce(pg_last_wal_replay_lsn() >= ${flushed}::pg_lsn, false) as "isThere"`,
    ),
  );
  if (!isTold) return "unknown";
  return isThere ? "yes" : "not yet";
}

/** Notes the history that the primary is in, and so tells its standbys. They know of it once they have everything before. */
export async function noteTimeline(primary: Database, { timeline }: WalPosition): Promise<void> {
  await primary.insert(walTimelines).values({ timeline, mark: randomUUID() }).onConflictDoNothing();
}
