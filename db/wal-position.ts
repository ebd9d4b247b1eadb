import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { only } from "./rows";
import { walTimelines } from "./schema/wal-timelines";

/** Position up to which the primary's log is written, with its timeline. */
export interface WalPosition {
  timeline: string;
  /** Mark that distinguishes the timeline from those of other databases; null until recorded. */
  mark: string | null;
  /** Position in Postgres's format: `0/16B3748`. */
  flushed: string;
}

/** Returns the current position. Everything acknowledged before the call is at or before it. Fails on a standby. */
export async function walPosition(primary: Database): Promise<WalPosition> {
  return only(
    await primary.execute<{ timeline: string; mark: string | null; flushed: string }>(
      sql`select timeline, flushed::text, (select mark from ${walTimelines} t where t.timeline = present.timeline) as mark
        from (select left(pg_walfile_name(flushed), 8) as timeline, flushed from pg_current_wal_flush_lsn() as flushed) as present`,
    ),
  );
}

/** `unknown`: the server is not a standby, or has not received the primary's timeline and may follow another one. */
export type Reached = "yes" | "not yet" | "unknown";

/** Returns whether a standby has replayed everything up to a position of the primary. */
export async function reached(standby: Database, { timeline, mark, flushed }: WalPosition): Promise<Reached> {
  const { knowsTimeline, hasReplayed } = only(
    await standby.execute<{ knowsTimeline: boolean; hasReplayed: boolean }>(
      sql`select pg_is_in_recovery() and exists (select from ${walTimelines} where timeline = ${timeline} and mark = ${mark}) as "knowsTimeline",
        coalesce(pg_last_wal_replay_lsn() >= ${flushed}::pg_lsn, false) as "hasReplayed"`,
    ),
  );
  if (!knowsTimeline) return "unknown";
  return hasReplayed ? "yes" : "not yet";
}

/** Records the primary's timeline. Its standbys receive the record after replaying everything before it. */
export async function noteTimeline(primary: Database, { timeline }: WalPosition): Promise<void> {
  await primary.insert(walTimelines).values({ timeline, mark: randomUUID() }).onConflictDoNothing();
}
