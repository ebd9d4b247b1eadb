import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiRequests } from "@/db/schema/api-requests";
import { DAY_MS } from "@/server/domain/time";

const KEPT_DAYS = 30;
const AT_ONCE = 10_000;

/** Removes requests after 30 days. */
export async function forgetOldRequests(db: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  // In parts, so that none takes longer than a statement may.
  for (let forgotten = AT_ONCE; forgotten === AT_ONCE; ) {
    const rows = await db.execute(sql`delete from ${apiRequests} where ctid = any(array(
      select ctid from ${apiRequests} where answered_at < ${before}::timestamptz limit ${AT_ONCE})) returning 1`);
    forgotten = rows.length;
  }
}
