import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import { db } from "@/db/client";

/** Waits until at least so many statements in this file's database wait for a lock. Throws if that takes 15 s. */
export async function untilWaiting(count: number): Promise<void> {
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await db.execute(waiting)).length).toBeGreaterThanOrEqual(count), { timeout: 15_000, interval: 10 });
}
