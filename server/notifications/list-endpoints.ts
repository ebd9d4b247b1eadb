import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { endpoints, owed } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { type Endpoint, endpointColumns } from "./endpoint";
import { requireAdministrator } from "./require-administrator";

export interface ListedEndpoint extends Endpoint {
  /** Number of records with unconfirmed changes. */
  owedCount: number;
  /** When the oldest of these changes was made. */
  oldestOwedAt: Date | null;
}

/** Lists the partner's endpoints, oldest first. Throws `not_allowed`. */
export async function listEndpoints(db: Database, actor: Actor): Promise<ListedEndpoint[]> {
  await requireAdministrator(db, actor);
  const owing = db
    .select({
      endpointId: owed.endpointId,
      owedCount: sql<number>`count(*)::int`.as("owed_count"),
      oldestOwedAt: sql<Date | null>`min(${owed.owedSince})`.mapWith(owed.owedSince).as("oldest_owed_at"),
    })
    .from(owed)
    .where(eq(owed.partnerId, actor.partnerId))
    .groupBy(owed.endpointId)
    .as("owing");
  return db
    .select({ ...endpointColumns, owedCount: sql<number>`coalesce(${owing.owedCount}, 0)`, oldestOwedAt: owing.oldestOwedAt })
    .from(endpoints)
    .leftJoin(owing, eq(owing.endpointId, endpoints.id))
    .where(eq(endpoints.partnerId, actor.partnerId))
    .orderBy(asc(endpoints.id));
}
