import { and, lt, ne } from "drizzle-orm";
import type { Database } from "@/db/client";
import { deliveries } from "@/db/schema/notifications";

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes what was confirmed, and tests that failed, after 30 days. What is owed stays for as long as it is owed. */
export async function forgetOldDeliveries(db: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.delete(deliveries).where(and(ne(deliveries.status, "pending"), lt(deliveries.createdAt, before)));
}
