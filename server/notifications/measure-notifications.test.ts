import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { endpoints } from "@/db/schema/notifications";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenEndpoint, sendAll } from "@/server/testing/given-endpoint";
import { foldChanges } from "./fold-changes";
import { measureNotifications } from "./measure-notifications";
import { pauseEndpoint } from "./set-endpoint-enabled";

// The figures cover all partners, so endpoints of other tests would count.
beforeAll(async () => {
  await db.delete(endpoints);
});

test("changes that no sender has seen count as owed, so that a stopped sender is noticed", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  expect((await measureNotifications(db)).oldestOwedMs).toBe(0);

  await givenInvoice(partner);
  expect((await measureNotifications(db)).oldestOwedMs).toBeGreaterThan(0);
  const before = await measureNotifications(db);
  await foldChanges(db);
  const folded = await measureNotifications(db);
  expect(folded.owed.waiting - before.owed.waiting).toBe(1);
  expect(folded.oldestOwedMs).toBeGreaterThan(before.oldestOwedMs);

  await sendAll();
  expect(await endpoint.owed()).toEqual([]);
  expect((await measureNotifications(db)).oldestOwedMs).toBe(0);
});

test("changes owed to a failing endpoint do not count as delayed by the service", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  await givenInvoice(partner);
  expect((await measureNotifications(db)).oldestDeliverableMs).toBeGreaterThan(0);
  await db.update(endpoints).set({ failingSince: new Date() }).where(eq(endpoints.id, endpoint.id));
  const measured = await measureNotifications(db);
  expect(measured.oldestDeliverableMs).toBe(0);
  expect(measured.oldestOwedMs).toBeGreaterThan(0);
  await pauseEndpoint(db, partner.actor, endpoint.id);
});

test("changes owed to a switched-off endpoint are counted separately, and have no age", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  await givenInvoice(partner);
  await pauseEndpoint(db, partner.actor, endpoint.id);
  const before = await measureNotifications(db);
  await foldChanges(db);

  const after = await measureNotifications(db);
  expect(after.owed.switchedOff - before.owed.switchedOff).toBe(1);
  expect(after.oldestOwedMs).toBe(0);
});
