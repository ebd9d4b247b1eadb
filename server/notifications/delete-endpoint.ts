import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { endpoints } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import { lockOwnEndpoint, whereEndpoint } from "./endpoint";

/** Deletes an endpoint with its deliveries and everything owed to it. Throws `not_allowed`, `invalid_endpoint_id`. */
export async function deleteEndpoint(db: Database, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwnEndpoint(tx, actor, id);
    // Its deliveries of the last 30 days are deleted too, which may take longer than the usual statement time-out.
    await tx.execute(sql`set local statement_timeout = '5min'`);
    await tx.delete(endpoints).where(whereEndpoint(actor, id));
    await recordEvent(tx, actor, "endpoint_deleted", { about: `endpoint:${id}` });
  });
}
