import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { only } from "./rows";
import { walTimelines } from "./schema/wal-timelines";

/** How far the primary's log had been written at a moment, and which of the database's histories that was in. */
export interface WalPosition {
  timeline: string;
  /** As Postgres writes a position: `0/16B3748`. */
  flushed: string;
}

/** Everything that was acknowledged before this was asked is before the position that it answers. Fails at a standby. */
export async function walPosition(primary: Database): Promise<WalPosition> {
  return only(
    await primary.execute<{ timeline: string; flushed: string }>(
      sql`select left(pg_walfile_name(flushed), 8) as timeline, flushed::text from pg_current_wal_flush_lsn() as flushed`,
    ),
  );
}

/** `unknown`: the standby was never told of the primary's history, which may not be its own. */
export type Reached = "yes" | "not yet" | "unknown";

/** Whether a standby has everything before a position of the primary. */
export async function reached(standby: Database, { timeline, flushed }: WalPosition): Promise<Reached> {
  const { isTold, isThere } = only(
    await standby.execute<{ isTold: boolean; isThere: boolean }>(
      sql`select exists (select from ${walTimelines} where ${walTimelines.timeline} = ${timeline}) as "isTold",
        coalesce(pg_last_wal_replay_lsn() >= ${flushed}::pg_lsn, false) as "isThere"`,
    ),
  );
  if (!isTold) return "unknown";
  return isThere ? "yes" : "not yet";
}

/** Tells the standbys of the history that the primary is in. They have it once they have everything before. */
export async function noteTimeline(primary: Database, { timeline }: WalPosition): Promise<void> {
  await primary.insert(walTimelines).values({ timeline }).onConflictDoNothing();
}
