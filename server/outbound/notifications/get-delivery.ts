import { and, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type DeliveryAttempt, type DeliveryRow, deliveries, deliveryAttempts } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { getOwnDelivery, isOwnDelivery, type ListedDelivery, listedColumns } from "./delivery";
import { describeHeaders } from "./sign-delivery";

export interface DeliveryDetails extends ListedDelivery, Pick<DeliveryRow, "body"> {
  /** As they were sent with the newest attempt, save for the signature, which is not kept; null before the first. */
  headers: Record<string, string> | null;
  /** Newest first. */
  attemptsMade: Pick<DeliveryAttempt, "number" | "startedAt" | "durationMs" | "status" | "failure" | "answer">[];
}

/** The newest of its attempts that are told. */
const ATTEMPTS_LIMIT = 100;

/** A delivery with what came of each attempt. Throws `not_allowed`, `invalid_delivery_id`. */
export async function getDelivery(db: Database, actor: Actor, id: string): Promise<DeliveryDetails> {
  const { endpointId, partnerId } = await getOwnDelivery(db, actor, id);
  const [listed, attemptsMade] = await Promise.all([
    db
      .select({ ...listedColumns, body: deliveries.body })
      .from(deliveries)
      .where(isOwnDelivery(actor, id)),
    db
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
        and(eq(deliveryAttempts.partnerId, partnerId), eq(deliveryAttempts.endpointId, endpointId), eq(deliveryAttempts.deliveryId, id)),
      )
      .orderBy(desc(deliveryAttempts.number))
      .limit(ATTEMPTS_LIMIT),
  ]);
  const [delivery] = listed;
  // Its endpoint was deleted meanwhile.
  if (!delivery) throw new DomainError("invalid_delivery_id");
  const [newest] = attemptsMade;
  return { ...delivery, headers: newest ? describeHeaders(id, newest.startedAt) : null, attemptsMade };
}
