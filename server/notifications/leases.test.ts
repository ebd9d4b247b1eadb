import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { deliveries } from "@/db/schema/notifications";
import { HOUR_MS } from "@/server/domain/formats/time";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenEndpoint } from "@/server/testing/given-endpoint";
import { foldChanges } from "./fold-changes";
import { openDeliveries } from "./open-deliveries";
import { sendNotifications } from "./send-notifications";

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["ahead", HOUR_MS],
  ["behind", -HOUR_MS],
])("a process whose clock is an hour %s sends what is due, and nothing that another process is sending", async (_, wrongByMs) => {
  const [first, second] = [await givenPartner(), await givenPartner()];
  const [claimed, due] = [await givenEndpoint(first), await givenEndpoint(second)];
  await givenInvoice(first);
  await givenInvoice(second);
  await foldChanges(db);
  await openDeliveries(db);
  await db.update(deliveries).set({ leasedUntil: sql`now() + interval '30 seconds'` }).where(eq(deliveries.endpointId, claimed.id));

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + wrongByMs });
  await sendNotifications(db, { scope: { partnerId: first.id } });
  await sendNotifications(db, { scope: { partnerId: second.id } });

  expect(claimed.receiver.received).toHaveLength(0);
  expect(due.receiver.received).toHaveLength(1);
});
