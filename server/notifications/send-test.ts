import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type DeliveryRow, deliveries, type EndpointRow } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { newId } from "@/server/platform/id";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import type { ClaimedDelivery } from "./claim-deliveries";
import { deliver } from "./deliver";
import { LEASE_MS } from "./delivery-limits";
import { lockOwnEndpoint } from "./endpoint";
import type { PostOutcome } from "./post-safely";

const TESTS_LIMIT = 6;
const WINDOW_SECONDS = 60;

export interface TestOutcome extends PostOutcome {
  deliveryId: string;
}

/**
 * Sends an endpoint a delivery that names nothing, even if the endpoint is switched off, and returns the outcome. The delivery is sent
 * once. A failure causes no warning, but 410 switches the endpoint off. A success shows that the endpoint can be reached again. Throws
 * `not_allowed`, `invalid_endpoint_id`, and `rate_limited` after 6 in a minute.
 */
export async function sendTest(db: Database, actor: Actor, endpointId: string, now = () => new Date()): Promise<TestOutcome> {
  const { allowed } = await consume(rateLimiter("endpoint-tests", TESTS_LIMIT, WINDOW_SECONDS), `${actor.partnerId} ${endpointId}`);
  if (!allowed) throw new DomainError("rate_limited");
  const claimed = await db.transaction(async (tx): Promise<ClaimedDelivery> => {
    const endpoint = await lockOwnEndpoint(tx, actor, endpointId);
    const { attempts, ...delivery } = only(await tx.insert(deliveries).values(testFor(endpoint, now())).returning());
    return { ...delivery, attempt: attempts, endpoint };
  });
  return { deliveryId: claimed.id, ...(await deliver(db, claimed, now)) };
}

/** Returns the row of a test. It is already in flight, so that no other sender takes it. */
function testFor({ partnerId, id: endpointId, namesMandates }: EndpointRow, now: Date): typeof deliveries.$inferInsert {
  const noRecords: Pick<DeliveryRow, "invoiceIds" | "importIds" | "body"> = {
    invoiceIds: [],
    importIds: [],
    body: JSON.stringify({ invoice_ids: [], import_ids: [], ...(namesMandates && { mandate_ids: [] }) }),
  };
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const id = newId(now.getTime());
  return { partnerId, endpointId, id, ...noRecords, isTest: true, attempts: 1, nextAttemptAt: now, leasedUntil, createdAt: now };
}
