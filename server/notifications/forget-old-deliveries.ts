import { and, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { deliveries } from "@/db/schema/notifications";
import { DAY_MS } from "@/server/domain/formats/time";

const KEPT_DAYS = 30;
const BATCH = 5_000;

/** Deletes confirmed deliveries and failed tests after 30 days. Owed changes are kept until they are confirmed. */
export async function forgetOldDeliveries(db: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  // In batches that stay below the statement time-out, each committed by itself.
  while ((await forgetSome(db, whereOver(before))) === BATCH);
}

/** Worded as in the index's condition, so that the planner uses it. */
function whereOver(before: Date): SQL | undefined {
  return and(sql`${deliveries.status} <> 'pending'`, lt(deliveries.createdAt, before));
}

async function forgetSome(db: Database, condition: SQL | undefined): Promise<number> {
  const { partnerId, endpointId, id } = deliveries;
  const some = db.select({ partnerId, endpointId, id }).from(deliveries).where(condition).limit(BATCH);
  const forgotten = await db.delete(deliveries).where(sql`(${partnerId}, ${endpointId}, ${id}) in (${some})`).returning({ id });
  return forgotten.length;
}
