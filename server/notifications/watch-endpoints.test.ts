import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { endpoints } from "@/db/schema/notifications";
import { HOUR_MS } from "@/server/domain/formats/time";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenEndpoint, sendAll } from "@/server/testing/given-endpoint";
import { countAttemptsPerHour } from "./count-attempts-per-hour";
import { getEndpoint } from "./get-endpoint";
import { listTroubledEndpoints } from "./list-troubled-endpoints";
import { sendTest } from "./send-test";
import { pauseEndpoint } from "./set-endpoint-enabled";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

test("an endpoint is listed as troubled after a day of failure, or if the service switched it off", async () => {
  const partner = await givenPartner();
  const given = async (state: Partial<typeof endpoints.$inferInsert>) => {
    const { id } = await givenEndpoint(partner);
    await db.update(endpoints).set(state).where(eq(endpoints.id, id));
    return id;
  };
  await given({ failingSince: null });
  await given({ failingSince: hoursAgo(23) });
  const failing = await given({ failingSince: hoursAgo(25) });
  const gone = await given({ switchedOffAt: hoursAgo(1), switchedOffBecause: "gone" });
  const switchedOff = await given({ switchedOffAt: hoursAgo(1), switchedOffBecause: "failing", failingSince: hoursAgo(121) });
  await pauseEndpoint(db, partner.actor, await given({ failingSince: hoursAgo(25) }));

  const troubled = await listTroubledEndpoints(db, partner.actor);
  expect(troubled.map(({ id }) => id)).toEqual([failing, gone, switchedOff]);
  expect(await listTroubledEndpoints(db, (await givenPartner()).actor)).toEqual([]);
});

test("attempts count in the hour in which they were made, for the last 48 hours", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  const now = new Date("2026-11-20T10:30:00Z");
  const testAt = async (time: string, status: number) => {
    endpoint.receiver.answer = () => ({ status });
    await sendTest(db, partner.actor, endpoint.id, () => new Date(time));
  };
  await testAt("2026-11-18T10:59:59.999Z", 204);
  await testAt("2026-11-18T11:00:00Z", 200);
  await testAt("2026-11-20T10:00:00Z", 500);
  await testAt("2026-11-20T10:29:00Z", 302);
  await testAt("2026-11-20T10:29:30Z", 204);

  const hours = await countAttemptsPerHour(db, partner.actor, endpoint.id, now);
  expect(hours).toHaveLength(48);
  expect(hours.filter(({ deliveredCount, failedCount }) => deliveredCount + failedCount > 0)).toEqual([
    { startsAt: new Date("2026-11-18T11:00:00Z"), deliveredCount: 1, failedCount: 0 },
    { startsAt: new Date("2026-11-20T10:00:00Z"), deliveredCount: 1, failedCount: 2 },
  ]);
});

test("a single endpoint is returned with what it is owed, and another partner's as if it did not exist", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  endpoint.receiver.answer = () => ({ status: 500 });
  await givenInvoice(partner);
  await sendAll();
  expect(await getEndpoint(db, partner.actor, endpoint.id)).toMatchObject({ id: endpoint.id, owedCount: 1 });
  await expect(getEndpoint(db, (await givenPartner()).actor, endpoint.id)).rejects.toThrow("invalid_endpoint_id");
  await expect(countAttemptsPerHour(db, (await givenPartner()).actor, endpoint.id)).rejects.toThrow("invalid_endpoint_id");
});
