import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { deliveryAttempts } from "@/db/schema/notifications";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/server/domain/formats/time";
import { givenInvoice, givenMessage, givenPartner } from "@/server/testing/given";
import { type FakeClock, type GivenEndpoint, givenClock, givenEndpoint, sendAll } from "@/server/testing/given-endpoint";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { resumeEndpoint } from "./set-endpoint-enabled";
import { waitAfter } from "./wait-after";

const LADDER_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24, 24, 24].map((hours) => hours * HOUR_MS)];

/** Advances the clock from attempt to attempt until the given time, and runs the warnings every hour. */
async function passTime(clock: FakeClock, endpoint: GivenEndpoint, until: Date): Promise<void> {
  while (clock.now() < until) {
    const moments = (await endpoint.deliveries()).filter(({ status }) => status === "pending").map(({ nextAttemptAt }) => nextAttemptAt);
    const ahead = moments.map((moment) => moment.getTime() - clock.now().getTime()).filter((wait) => wait > 0);
    clock.pass(Math.min(until.getTime() - clock.now().getTime(), HOUR_MS, ...ahead));
    await sendAll(clock.now);
  }
}

async function givenFailing() {
  const clock = givenClock();
  const partner = await givenPartner();
  const { person } = await givenMember(partner, { role: "administrator", locale: "de" });
  await givenMember(partner, { role: "member" });
  const endpoint = await givenEndpoint(partner, { description: "Bookkeeping" });
  endpoint.receiver.answer = () => ({ status: 500, body: "broken" });
  const invoice = await givenInvoice(partner);
  await sendAll(clock.now);
  const beganAt = clock.now();
  const after = (ms: number) => new Date(beganAt.getTime() + ms);
  const told = () => mailsTo(person.email);
  const subjects = async () => (await told()).map(({ subject }) => subject);
  const bodies = async () => (await told()).map(({ body }) => body);
  return { clock, partner, endpoint, invoice, after, subjects, bodies };
}

describe("the wait after a failure", () => {
  test("follows the contract's ladder, then one day each time, varied by a fifth", () => {
    for (const [index, wait] of LADDER_MS.entries()) {
      expect(waitAfter(index + 1, null, () => 0)).toBe(wait * 0.8);
      expect(waitAfter(index + 1, null, () => 0.5)).toBe(wait);
      expect(waitAfter(index + 1, null, () => 1)).toBe(wait * 1.2);
    }
  });

  test("is never shorter than the receiver's request, up to a day", () => {
    expect(waitAfter(1, 90 * SECOND_MS, () => 0)).toBe(90 * SECOND_MS);
    expect(waitAfter(1, 48 * HOUR_MS, () => 0)).toBe(24 * HOUR_MS);
    expect(waitAfter(4, 1 * SECOND_MS, () => 0.5)).toBe(2 * HOUR_MS);
  });
});

test("a failing delivery is repeated at each step of the ladder", async () => {
  const { clock, endpoint, after } = await givenFailing();
  await passTime(clock, endpoint, after(100 * HOUR_MS));

  const attempts = await db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.endpointId, endpoint.id))
    .orderBy(deliveryAttempts.number);
  const waits = attempts.slice(1).map(({ startedAt }, index) => startedAt.getTime() - (attempts[index]?.startedAt.getTime() ?? 0));
  expect(waits.length).toBeGreaterThanOrEqual(8);
  for (const [index, wait] of waits.entries()) {
    expect(wait / (LADDER_MS[index] ?? 0)).toBeGreaterThanOrEqual(0.79);
    expect(wait / (LADDER_MS[index] ?? 0)).toBeLessThanOrEqual(1.21);
  }
  expect(attempts.every(({ status, answer }) => status === 500 && answer === "broken")).toBe(true);
});

test("Retry-After is honoured", async () => {
  const { clock, endpoint } = await givenFailing();
  endpoint.receiver.answer = () => ({ status: 503, headers: { "retry-after": "3600" } });
  clock.pass(7 * SECOND_MS);
  await sendAll(clock.now);
  const asked = clock.now().getTime();
  const [delivery] = await endpoint.deliveries();
  expect((delivery?.nextAttemptAt.getTime() ?? 0) - asked).toBeGreaterThanOrEqual(HOUR_MS);
  expect((delivery?.nextAttemptAt.getTime() ?? 0) - asked).toBeLessThan(HOUR_MS + MINUTE_MS);
});

test("after 24 and 72 hours of uninterrupted failure administrators are mailed once each, and after 5 days the endpoint is switched off; switched on again, it gets everything owed", async () => {
  const { clock, partner, endpoint, invoice, after, subjects, bodies } = await givenFailing();
  const failing = expect.stringMatching(/^Benachrichtigungen an Bookkeeping \(127\.0\.0\.1:\d+\) schlagen fehl$/);

  await passTime(clock, endpoint, after(23 * HOUR_MS));
  expect(await subjects()).toEqual([]);
  await passTime(clock, endpoint, after(25 * HOUR_MS));
  expect(await subjects()).toEqual([failing]);
  await passTime(clock, endpoint, after(71 * HOUR_MS));
  expect(await subjects()).toHaveLength(1);
  await passTime(clock, endpoint, after(73 * HOUR_MS));
  expect(await subjects()).toEqual([failing, failing]);
  expect((await bodies()).map((body) => /\d+ Stunden/.exec(body ?? "")?.[0])).toEqual(["24 Stunden", "72 Stunden"]);
  await passTime(clock, endpoint, after(119 * HOUR_MS));
  expect((await endpoint.row()).switchedOffAt).toBeNull();
  await passTime(clock, endpoint, after(122 * HOUR_MS));
  expect(await endpoint.row()).toMatchObject({ switchedOffBecause: "failing" });
  expect(await subjects()).toEqual([failing, failing, expect.stringContaining("sind abgeschaltet")]);

  const count = endpoint.receiver.received.length;
  endpoint.receiver.answer = () => ({});
  await givenMessage(invoice);
  await passTime(clock, endpoint, after(170 * HOUR_MS));
  expect(endpoint.receiver.received).toHaveLength(count);
  expect(await subjects()).toHaveLength(3);

  await resumeEndpoint(db, partner.actor, endpoint.id, clock.now());
  await sendAll(clock.now);
  await sendAll(clock.now);
  expect(await endpoint.owed()).toEqual([]);
  expect(await endpoint.row()).toMatchObject({ failingSince: null, warningsSent: 0, lastDeliveredAt: expect.any(Date) });
}, 60_000);

test("one success ends the period of failure: everything that waits is due immediately, and the warnings start again", async () => {
  const { clock, partner, endpoint, after, subjects } = await givenFailing();
  await passTime(clock, endpoint, after(26 * HOUR_MS));
  expect(await subjects()).toHaveLength(1);
  await givenInvoice(partner);
  endpoint.receiver.answer = () => ({});
  await sendAll(clock.now);

  expect(await endpoint.owed()).toEqual([]);
  expect(await endpoint.row()).toMatchObject({ failingSince: null, warningsSent: 0 });
  await passTime(clock, endpoint, after(130 * HOUR_MS));
  expect(await subjects()).toHaveLength(1);
});

test("an outage of our own does not count against an endpoint", async () => {
  const { clock, endpoint, subjects } = await givenFailing();
  endpoint.receiver.answer = () => ({});
  clock.pass(6 * 24 * HOUR_MS);
  await sendAll(clock.now);

  expect(await endpoint.row()).toMatchObject({ switchedOffAt: null, failingSince: null });
  expect(await subjects()).toEqual([]);
});

test("a refused connection counts as a failure", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner, { url: "http://127.0.0.1:9/hooks" });
  await givenInvoice(partner);
  await sendAll();

  expect(await db.select().from(deliveryAttempts).where(eq(deliveryAttempts.endpointId, endpoint.id))).toMatchObject([
    { status: null, failure: "connection_refused", answer: "" },
  ]);
  expect(await endpoint.row()).toMatchObject({ failingSince: expect.any(Date), switchedOffAt: null });
});
