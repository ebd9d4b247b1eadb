import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type DeliveryRow, deliveries, deliveryAttempts } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { requireAdministrator } from "./require-administrator";

/**
 * States by which the list can be filtered. Waiting: no attempt has ended since the delivery was created or resent. Failing: every attempt
 * since then has failed.
 */
export const deliveryStates = ["waiting", "failing", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery as the partner's administrators see it in a list. Times are in real time. */
export interface ListedDelivery
  extends Pick<DeliveryRow, "id" | "endpointId" | "isTest" | "attempts" | "createdAt" | "deliveredAt" | "nextAttemptAt"> {
  state: DeliveryState;
  idsCount: number;
  /** Status of the last attempt; null: there was none, or it got no answer. */
  lastStatus: number | null;
  lastFailure: string | null;
  lastDurationMs: number | null;
}

const lastAttempt = (column: SQL) => sql`(
  select ${column} from ${deliveryAttempts}
  where ${deliveryAttempts.partnerId} = ${deliveries.partnerId} and ${deliveryAttempts.endpointId} = ${deliveries.endpointId}
    and ${deliveryAttempts.deliveryId} = ${deliveries.id}
  order by ${deliveryAttempts.number} desc limit 1)`;

/** State derived from the row. `failures` is the number of failed attempts since the delivery was last resent. */
const stateOfRow: SQL<DeliveryState> = sql`case
  when ${deliveries.status} <> 'pending' then ${deliveries.status}::text
  when ${deliveries.failures} > 0 then 'failing' else 'waiting' end`;

export const listedColumns = {
  id: deliveries.id,
  endpointId: deliveries.endpointId,
  isTest: deliveries.isTest,
  attempts: deliveries.attempts,
  createdAt: deliveries.createdAt,
  deliveredAt: deliveries.deliveredAt,
  nextAttemptAt: deliveries.nextAttemptAt,
  state: stateOfRow,
  idsCount: sql<number>`cardinality(${deliveries.invoiceIds}) + cardinality(${deliveries.importIds}) + cardinality(${deliveries.mandateIds})`,
  lastStatus: sql<number | null>`${lastAttempt(sql`${deliveryAttempts.status}`)}`,
  lastFailure: sql<string | null>`${lastAttempt(sql`${deliveryAttempts.failure}`)}`,
  lastDurationMs: sql<number | null>`${lastAttempt(sql`${deliveryAttempts.durationMs}`)}`,
};

/** Returns a delivery of the actor's partner. Throws `not_allowed`, and `invalid_delivery_id`, also for another partner's. */
export async function getOwnDelivery(db: Database, actor: Actor, id: string): Promise<DeliveryRow> {
  await requireAdministrator(db, actor);
  const [found] = await db.select().from(deliveries).where(whereOwnDelivery(actor, id));
  if (!found) throw new DomainError("invalid_delivery_id");
  return found;
}

/** Condition: the row is this delivery of the actor's partner. */
export function whereOwnDelivery({ partnerId }: Actor, id: string): SQL | undefined {
  return and(eq(deliveries.partnerId, partnerId), eq(deliveries.id, id));
}
