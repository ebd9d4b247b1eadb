import { isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { bulkJobs } from "@/db/schema/bulk-jobs";
import { heldReplies } from "@/db/schema/conversations";
import { endpoints } from "@/db/schema/notifications";

/**
 * Takes away what other files have left in the worker's database for background work, which is done in the order of its age: for tests of that work, and
 * of figures over all partners.
 */
export async function leaveNothingToDo(): Promise<void> {
  await db.delete(heldReplies);
  await db.delete(endpoints);
  await db.update(bulkJobs).set({ finishedAt: new Date() }).where(isNull(bulkJobs.finishedAt));
}
