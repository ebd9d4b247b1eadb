import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** Removes requests once the day on which they were answered ended 30 days ago, and makes room for the days to come: `db/rules/api_request_log.sql`. */
export async function forgetOldRequests(db: Database): Promise<void> {
  await db.execute(sql`select rotate_api_request_log()`);
}
