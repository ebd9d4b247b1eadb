import { and, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type DeliveryAttempt, type DeliveryRow, deliveries, deliveryAttempts } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { type ListedDelivery, listedColumns, whereOwnDelivery } from "./delivery";
import { requireAdministrator } from "./require-administrator";
import { describeHeaders } from "./sign-delivery";

export interface DeliveryDetails extends ListedDelivery, Pick<DeliveryRow, "body"> {
  /** Headers of the newest attempt, without the signature, which is not stored; null before the first attempt. */
  headers: Record<string, string> | null;
  /** Newest first. */
  newestAttempts: Pick<DeliveryAttempt, "number" | "startedAt" | "durationMs" | "status" | "failure" | "answer">[];
}

/** Maximum number of attempts returned, newest first. */
const ATTEMPTS_LIMIT = 100;

/** Returns a delivery with the outcome of each attempt. Throws `not_allowed`, `invalid_delivery_id`. */
export async function getDelivery(db: Database, actor: Actor, id: string): Promise<DeliveryDetails> {
  await requireAdministrator(db, actor);
  const [delivery] = await db
    .select({ ...listedColumns, body: deliveries.body })
    .from(deliveries)
    .where(whereOwnDelivery(actor, id));
  if (!delivery) throw new DomainError("invalid_delivery_id");
  const newestAttempts = await db
    .select({
      number: deliveryAttempts.number,
      startedAt: deliveryAttempts.startedAt,
      durationMs: deliveryAttempts.durationMs,
      status: deliveryAttempts.status,
      failure: deliveryAttempts.failure,
      answer: deliveryAttempts.answer,
    })
    .from(deliveryAttempts)
    .where(
      and(
        eq(deliveryAttempts.partnerId, actor.partnerId),
        eq(deliveryAttempts.endpointId, delivery.endpointId),
        eq(deliveryAttempts.deliveryId, id),
      ),
    )
    .orderBy(desc(deliveryAttempts.number))
    .limit(ATTEMPTS_LIMIT);
  const [newest] = newestAttempts;
  return { ...delivery, headers: newest ? describeHeaders(id, newest.startedAt) : null, newestAttempts };
}
