import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/**
 * Deletes requests 30 days after the end of the day on which they were answered, and creates partitions for the coming days:
 * `db/rules/api_request_log.sql`.
 */
export async function forgetOldRequests(db: Database): Promise<void> {
  await db.execute(sql`select rotate_api_request_log()`);
}
