import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { deliveries, deliveryAttempts, type EndpointRow, endpoints, owed } from "@/db/schema/notifications";
import type { ClaimedDelivery } from "./claim-deliveries";
import { whereEndpoint } from "./endpoint";
import { isDelivered } from "./is-delivered";
import type { PostOutcome } from "./post-safely";
import { switchOff } from "./switch-off";
import { waitAfter } from "./wait-after";

interface Outcome extends PostOutcome {
  startedAt: Date;
  endedAt: Date;
}

/**
 * Time-out of locks and statements in ms. Longer than elsewhere: an endpoint stays locked while many changes are recorded as owed to it.
 */
const LOCK_TIMEOUT_MS = 30_000;

/**
 * Records the outcome of an attempt, in one transaction. A confirmation clears the changes that the delivery covers; later changes stay
 * owed. Of a failure, only the attempt is stored if the delivery was confirmed meanwhile, or if another process has begun a later attempt.
 */
export async function recordAttempt(db: Database, delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true), set_config('statement_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`,
    );
    const [endpoint] = await tx.select().from(endpoints).where(whereEndpoint(delivery, delivery.endpointId)).for("update");
    // The endpoint was deleted, with all its deliveries.
    if (!endpoint) return;

    await noteAttempt(tx, delivery, outcome);
    if (isDelivered(outcome)) await confirm(tx, endpoint, delivery, outcome);
    else await postpone(tx, endpoint, delivery, outcome);
  });
}

async function noteAttempt(tx: Database, { partnerId, endpointId, id, attempt }: ClaimedDelivery, outcome: Outcome): Promise<void> {
  const { startedAt, durationMs, status, failure, answer } = outcome;
  await tx
    .insert(deliveryAttempts)
    .values({ partnerId, endpointId, deliveryId: id, number: attempt, startedAt, durationMs, status, failure, answer });
}

async function confirm(tx: Database, endpoint: EndpointRow, delivery: ClaimedDelivery, { endedAt }: Outcome): Promise<void> {
  await tx.update(deliveries).set({ status: "delivered", deliveredAt: endedAt, leasedUntil: null }).where(whereDelivery(delivery));

  const whereInDelivery = and(
    eq(owed.partnerId, delivery.partnerId),
    eq(owed.endpointId, delivery.endpointId),
    eq(owed.deliveryId, delivery.id),
  );
  // Records without a change after the one that the delivery covers are no longer owed; the others are owed again.
  await tx
    .delete(owed)
    .where(and(whereInDelivery, eq(owed.transactionId, owed.coversTransactionId), eq(owed.changeId, owed.coversChangeId)));
  await tx
    .update(owed)
    .set({
      deliveryId: null,
      coversTransactionId: null,
      coversChangeId: null,
      againSince: null,
      owedSince: sql`coalesce(${owed.againSince}, ${owed.owedSince})`,
    })
    .where(whereInDelivery);

  await tx
    .update(endpoints)
    .set({ lastDeliveredAt: endedAt, failingSince: null, warningsSent: 0 })
    .where(whereEndpoint(endpoint, endpoint.id));
  if (!endpoint.failingSince) return;
  // The endpoint works again, so its failed deliveries are due immediately.
  await tx
    .update(deliveries)
    .set({ nextAttemptAt: endedAt })
    .where(and(whereOpenDelivery(endpoint), ne(deliveries.id, delivery.id)));
}

async function postpone(tx: Database, endpoint: EndpointRow, delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
  const { startedAt, endedAt, retryAfterMs, status } = outcome;
  const [current] = await tx
    .select({ failures: deliveries.failures })
    .from(deliveries)
    .where(and(whereDelivery(delivery), eq(deliveries.status, "pending"), eq(deliveries.attempts, delivery.attempt)));
  // The delivery was confirmed, or another process has begun a later attempt.
  if (!current) return;
  const failures = current.failures + 1;
  const nextAttemptAt = new Date(endedAt.getTime() + waitAfter(failures, retryAfterMs));
  await tx
    .update(deliveries)
    .set({ failures, nextAttemptAt, leasedUntil: null, status: delivery.isTest ? "failed" : "pending" })
    .where(whereDelivery(delivery));
  if (!delivery.isTest) {
    await tx
      .update(endpoints)
      .set({ failingSince: endpoint.failingSince ?? startedAt, lastFailedAt: endedAt })
      .where(whereEndpoint(endpoint, endpoint.id));
  }
  if (status === 410) await switchOff(tx, endpoint, "gone", endedAt);
}

function whereDelivery({ partnerId, endpointId, id }: ClaimedDelivery): SQL | undefined {
  return and(eq(deliveries.partnerId, partnerId), eq(deliveries.endpointId, endpointId), eq(deliveries.id, id));
}

function whereOpenDelivery({ partnerId, id }: EndpointRow): SQL | undefined {
  return and(eq(deliveries.partnerId, partnerId), eq(deliveries.endpointId, id), eq(deliveries.status, "pending"));
}
