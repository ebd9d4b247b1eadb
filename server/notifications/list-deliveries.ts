import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { deliveries } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { type DeliveryState, type ListedDelivery, listedColumns } from "./delivery";
import { getOwnEndpoint } from "./endpoint";

export interface DeliveriesWanted {
  endpointId: string;
  /** Absent or empty: all. */
  states?: readonly DeliveryState[];
  /** Id of the previous page's last delivery: older ones follow. */
  before?: string | null;
  /** From 1 to 100. */
  pageSize: number;
}

export interface DeliveriesPage {
  entries: ListedDelivery[];
  /** Pass as `before` for the next page; null on the last page. */
  next: string | null;
}

/** Lists an endpoint's deliveries, sent and planned, newest first. Throws `not_allowed`, `invalid_endpoint_id`. */
export async function listDeliveries(
  db: Database,
  actor: Actor,
  { endpointId, states = [], before = null, pageSize }: DeliveriesWanted,
): Promise<DeliveriesPage> {
  await getOwnEndpoint(db, actor, endpointId);
  const found = await db
    .select(listedColumns)
    .from(deliveries)
    .where(
      and(
        eq(deliveries.partnerId, actor.partnerId),
        eq(deliveries.endpointId, endpointId),
        whereInOneOf(states),
        before ? lt(deliveries.id, before) : undefined,
      ),
    )
    // An id begins with its creation time.
    .orderBy(desc(deliveries.id))
    .limit(pageSize + 1);
  const entries = found.slice(0, pageSize);
  return { entries, next: found.length > pageSize ? (entries.at(-1)?.id ?? null) : null };
}

/** Conditions of the states. They are literals, because with parameters Postgres could not tell that a partial index applies. */
const conditionOf: Record<DeliveryState, SQL> = {
  waiting: sql`${deliveries.status} = 'pending' and ${deliveries.failures} = 0`,
  failing: sql`${deliveries.status} = 'pending' and ${deliveries.failures} > 0`,
  delivered: sql`${deliveries.status} = 'delivered'`,
  failed: sql`${deliveries.status} = 'failed'`,
};

function whereInOneOf(states: readonly DeliveryState[]): SQL | undefined {
  if (states.length === 0) return undefined;
  // Lets Postgres use the index `deliveries_undelivered`: most deliveries of a healthy endpoint are delivered, and need not be read.
  const whereNotDelivered = states.includes("delivered") ? undefined : sql`${deliveries.status} <> 'delivered'`;
  return and(or(...states.map((state) => conditionOf[state])), whereNotDelivered);
}
