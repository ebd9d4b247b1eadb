import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type DeliveryRow, deliveries, deliveryAttempts } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { requireAdministrator } from "./require-administrator";

/** What the list can be narrowed to. Waiting: not sent yet, or on its way for the first time; failing: sent in vain so far. */
export const deliveryStates = ["waiting", "failing", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery as the partner's administrators see it in a list. Times are operational. */
export interface ListedDelivery
  extends Pick<DeliveryRow, "id" | "endpointId" | "isTest" | "attempts" | "createdAt" | "deliveredAt" | "nextAttemptAt"> {
  state: DeliveryState;
  idsCount: number;
  /** Of the last attempt; null: none was made, or it had no answer. */
  lastStatus: number | null;
  lastFailure: string | null;
  lastDurationMs: number | null;
}

const lastAttempt = (column: SQL) => sql`(
  select ${column} from ${deliveryAttempts}
  where ${deliveryAttempts.partnerId} = ${deliveries.partnerId} and ${deliveryAttempts.endpointId} = ${deliveries.endpointId}
    and ${deliveryAttempts.deliveryId} = ${deliveries.id}
  order by ${deliveryAttempts.number} desc limit 1)`;

/** Derived from its row. `failures` counts since it was last resent. */
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
  idsCount: sql<number>`cardinality(${deliveries.invoiceIds}) + cardinality(${deliveries.importIds})`,
  lastStatus: sql<number | null>`${lastAttempt(sql`${deliveryAttempts.status}`)}`,
  lastFailure: sql<string | null>`${lastAttempt(sql`${deliveryAttempts.failure}`)}`,
  lastDurationMs: sql<number | null>`${lastAttempt(sql`${deliveryAttempts.durationMs}`)}`,
};

/** Throws `not_allowed`, and `invalid_delivery_id` also for another partner's. */
export async function getOwnDelivery(db: Database, actor: Actor, id: string): Promise<DeliveryRow> {
  await requireAdministrator(db, actor);
  const [found] = await db.select().from(deliveries).where(isOwnDelivery(actor, id));
  if (!found) throw new DomainError("invalid_delivery_id");
  return found;
}

export function isOwnDelivery({ partnerId }: Actor, id: string): SQL | undefined {
  return and(eq(deliveries.partnerId, partnerId), eq(deliveries.id, id));
}
