import { and, eq, inArray } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { type DeliveryRow, deliveries, type EndpointRow, endpoints, owed } from "@/db/schema/notifications";
import { createEndpoint } from "@/server/notifications/create-endpoint";
import type { NewEndpoint } from "@/server/notifications/endpoint";
import { foldChanges } from "@/server/notifications/fold-changes";
import { allowLoopbackReceivers } from "@/server/notifications/loopback";
import { openDeliveries } from "@/server/notifications/open-deliveries";
import { type SentCounts, sendDueDeliveries } from "@/server/notifications/send-due-deliveries";
import { warnAboutFailing } from "@/server/notifications/warn-about-failing";
import type { GivenPartner } from "./given";
import { givenReceiver, type Receiver } from "./receiver";

export interface GivenEndpoint {
  id: string;
  secret: string;
  receiver: Receiver;
  row(): Promise<EndpointRow>;
  deliveries(): Promise<DeliveryRow[]>;
  /** Returns the ids of the records that the endpoint has not confirmed. */
  owed(): Promise<string[]>;
}

interface EndpointOptions extends Partial<NewEndpoint> {
  receiver?: Receiver;
}

/**
 * Creates an endpoint whose receiver confirms everything, unless the options give another. The endpoint is deleted when the test ends, so that
 * no other test sends to it.
 */
export async function givenEndpoint(partner: GivenPartner, options: EndpointOptions = {}): Promise<GivenEndpoint> {
  allowLoopbackReceivers();
  const { receiver = await givenReceiver(), ...given } = options;
  const { endpoint, secret } = await createEndpoint(db, partner.actor, { url: receiver.url, pacing: "real_time", ...given });
  const ofThis = and(eq(owed.partnerId, partner.id), eq(owed.endpointId, endpoint.id));
  onTestFinished(async () => {
    await db.delete(endpoints).where(and(eq(endpoints.partnerId, partner.id), eq(endpoints.id, endpoint.id)));
  });
  return {
    id: endpoint.id,
    secret,
    receiver,
    row: async () => only(await db.select().from(endpoints).where(eq(endpoints.id, endpoint.id))),
    deliveries: () => db.select().from(deliveries).where(eq(deliveries.endpointId, endpoint.id)).orderBy(deliveries.id),
    owed: async () => (await db.select().from(owed).where(ofThis)).map(({ recordId }) => recordId),
  };
}

/** Creates an endpoint at which nobody answers, for records that several tests share. The endpoint stays until the tests delete it. */
export async function givenLastingEndpoint({ actor }: GivenPartner): Promise<{ id: string }> {
  allowLoopbackReceivers();
  return (await createEndpoint(db, actor, { url: "http://127.0.0.1:9/hooks", pacing: "real_time" })).endpoint;
}

/** Deletes all of these partners' endpoints. */
export async function deleteEndpoints(...of: Pick<GivenPartner, "id">[]): Promise<void> {
  await db.delete(endpoints).where(
    inArray(
      endpoints.partnerId,
      of.map(({ id }) => id),
    ),
  );
}

export interface FakeClock {
  now: () => Date;
  pass(ms: number): void;
}

/** Returns a clock that starts at the real time, and moves only by `pass`. */
export function givenClock(): FakeClock {
  let time = Date.now();
  return {
    now: () => new Date(time),
    pass: (ms) => {
      time += ms;
    },
  };
}

/** Does each step of sending notifications once. Returns the counts of the deliveries. */
export async function sendAll(now: () => Date = () => new Date()): Promise<SentCounts> {
  await foldChanges(db);
  await openDeliveries(db, now());
  const counts = await sendDueDeliveries(db, { now });
  await warnAboutFailing(db, now());
  return counts;
}
