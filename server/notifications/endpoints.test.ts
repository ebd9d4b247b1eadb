import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { deliveryAttempts, endpoints } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { givenInvoice, givenMessage, givenPartner, times } from "@/server/testing/given";
import { givenClock, givenEndpoint, sendAll } from "@/server/testing/given-endpoint";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { givenMember } from "@/server/testing/given-person";
import { createEndpoint } from "./create-endpoint";
import { deleteEndpoint } from "./delete-endpoint";
import { foldChanges } from "./fold-changes";
import { forgetOldDeliveries } from "./forget-old-deliveries";
import { getDelivery } from "./get-delivery";
import { listDeliveries } from "./list-deliveries";
import { listEndpoints } from "./list-endpoints";
import { openDeliveries } from "./open-deliveries";
import { resendDelivery } from "./resend-delivery";
import { resendFailedSince } from "./resend-failed-since";
import { rotateEndpointSecret } from "./rotate-endpoint-secret";
import { sendTest } from "./send-test";
import { pauseEndpoint, resumeEndpoint } from "./set-endpoint-enabled";
import { updateEndpoint } from "./update-endpoint";

const nothing = "0".repeat(40);
const page = { pageSize: 10 };

/** All acts on an endpoint or on one of its deliveries. */
const acts: [string, (actor: Actor, endpointId: string, deliveryId: string) => Promise<unknown>][] = [
  ["changing", (actor, id) => updateEndpoint(db, actor, id, { pacing: "batching" })],
  ["changing the address of", (actor, id) => updateEndpoint(db, actor, id, { url: "http://127.0.0.1:1/other" })],
  ["pausing", (actor, id) => pauseEndpoint(db, actor, id)],
  ["resuming", (actor, id) => resumeEndpoint(db, actor, id)],
  ["rotating the secret of", (actor, id) => rotateEndpointSecret(db, actor, id)],
  ["testing", (actor, id) => sendTest(db, actor, id)],
  ["listing the deliveries of", (actor, id) => listDeliveries(db, actor, { endpointId: id, ...page })],
  ["sending all again of", (actor, id) => resendFailedSince(db, actor, id, new Date(0))],
  ["deleting", (actor, id) => deleteEndpoint(db, actor, id)],
  ["reading a delivery of", (actor, _, id) => getDelivery(db, actor, id)],
  ["sending a delivery again of", (actor, _, id) => resendDelivery(db, actor, id)],
];

test.each(acts)("%s another partner's endpoint fails as if it did not exist, and changes nothing", async (_, act) => {
  const [partner, stranger] = [await givenPartner(), await givenPartner()];
  const endpoint = await givenEndpoint(partner);
  await givenInvoice(partner);
  await sendAll();
  const before = [await endpoint.row(), await endpoint.deliveries()];
  const delivery = only(await endpoint.deliveries());
  const refusal = (endpointId: string, deliveryId: string) =>
    act(stranger.actor, endpointId, deliveryId).then(
      () => "done",
      (error: Error) => error.message,
    );

  const refused = await refusal(endpoint.id, delivery.id);
  expect(refused).toMatch(/^invalid_(endpoint|delivery)_id$/);
  expect(await refusal(nothing, nothing)).toBe(refused);
  expect([await endpoint.row(), await endpoint.deliveries()]).toEqual(before);
});

test.each([
  ...acts,
  ["listing", (actor: Actor) => listEndpoints(db, actor)] as const,
  ["making", (actor: Actor) => createEndpoint(db, actor, { url: "http://127.0.0.1:1/", pacing: "real_time" })] as const,
])("%s an endpoint is for administrators", async (_, act) => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  await givenInvoice(partner);
  await sendAll();
  const delivery = only(await endpoint.deliveries());
  const [member, former] = [await givenMember(partner), await givenMember(partner, { role: "administrator", disabledAt: new Date() })];
  const key = { ...partner.actor, kind: "key", id: nothing } as const;
  for (const actor of [member.actor, former.actor, key]) {
    await expect(act(actor, endpoint.id, delivery.id)).rejects.toThrow("not_allowed");
  }
  const { actor } = await givenMember(partner, { role: "administrator" });
  await act(actor, endpoint.id, delivery.id);
});

test("a secret is shown once, at its creation, and is stored encrypted", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { secret } = await rotateEndpointSecret(db, partner.actor, endpoint.id);
  const shown = JSON.stringify([await listEndpoints(db, partner.actor), await endpoint.row()]);
  for (const known of [endpoint.secret, secret]) expect(shown).not.toContain(known.slice("whsec_".length));
});

test("a private address is refused when an endpoint is created and when it is changed", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  for (const url of ["https://10.0.0.1/", "https://169.254.169.254/latest"]) {
    await expect(createEndpoint(db, partner.actor, { url, pacing: "real_time" })).rejects.toThrow("url_not_public");
    await expect(updateEndpoint(db, partner.actor, endpoint.id, { url })).rejects.toThrow("url_not_public");
  }
  await expect(createEndpoint(db, partner.actor, { url: "ftp://127.0.0.1/", pacing: "real_time" })).rejects.toThrow("invalid_url");
});

test("a partner has at most 20 endpoints, even if several are created at once", async () => {
  const partner = await givenPartner();
  const { receiver } = await givenEndpoint(partner);
  const made = await Promise.allSettled(times(24, () => createEndpoint(db, partner.actor, { url: receiver.url, pacing: "batching" })));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(19);
  await db.delete(endpoints).where(eq(endpoints.partnerId, partner.id));
});

test("the list shows what each endpoint is owed, since when, and since when it has been failing", async () => {
  const partner = await givenPartner();
  const [good, bad] = [await givenEndpoint(partner), await givenEndpoint(partner)];
  bad.receiver.answer = () => ({ status: 500 });
  await givenInvoice(partner);
  await sendAll();

  expect(await listEndpoints(db, partner.actor)).toMatchObject([
    { id: good.id, owedCount: 0, oldestOwedAt: null, failingSince: null, lastDeliveredAt: expect.any(Date) },
    { id: bad.id, owedCount: 1, oldestOwedAt: expect.any(Date), failingSince: expect.any(Date), lastDeliveredAt: null },
  ]);
});

test("deleting an endpoint deletes everything owed and sent to it, even while a request is in progress", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  endpoint.receiver.answer = async () => {
    await deleteEndpoint(db, partner.actor, endpoint.id);
    return {};
  };
  await givenInvoice(partner);
  expect(await sendAll()).toMatchObject({ lost: 0 });
  expect(await endpoint.owed()).toEqual([]);
  expect(await endpoint.deliveries()).toEqual([]);
});

describe("a test delivery", () => {
  test("names nothing, is sent once, and causes no warning if it fails", async () => {
    const clock = givenClock();
    const partner = await givenPartner();
    const endpoint = await givenEndpoint(partner);
    endpoint.receiver.answer = () => ({ status: 418, body: "short and stout" });

    expect(await sendTest(db, partner.actor, endpoint.id)).toMatchObject({ status: 418, failure: null, answer: "short and stout" });
    clock.pass(48 * 60 * 60 * 1000);
    await sendAll(clock.now);

    expect(endpoint.receiver.received).toMatchObject([{ invoiceIds: [], importIds: [] }]);
    expect(await endpoint.deliveries()).toMatchObject([{ status: "failed", isTest: true, attempts: 1 }]);
    expect(await endpoint.row()).toMatchObject({ failingSince: null });
  });

  test("reaches a paused endpoint too, and confirms nothing that is owed", async () => {
    const partner = await givenPartner();
    const endpoint = await givenEndpoint(partner);
    await pauseEndpoint(db, partner.actor, endpoint.id);
    await givenInvoice(partner);
    await sendAll();
    expect(await sendTest(db, partner.actor, endpoint.id)).toMatchObject({ status: 204 });
    expect(await endpoint.owed()).toHaveLength(1);
  });

  test("is sent at most six times a minute, also at once, with a limit for each endpoint", async () => {
    const partner = await givenPartner();
    const endpoint = await givenEndpoint(partner);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => sendTest(db, partner.actor, endpoint.id)));
    expect(outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []))).toEqual(
      Array(4).fill("rate_limited"),
    );
    expect(endpoint.receiver.received).toHaveLength(6);
    expect(await sendTest(db, partner.actor, (await givenEndpoint(partner)).id)).toMatchObject({ status: 204 });
  });

  test("makes failed deliveries due immediately if it succeeds", async () => {
    const partner = await givenPartner();
    const endpoint = await givenEndpoint(partner);
    endpoint.receiver.answer = () => ({ status: 500 });
    await givenInvoice(partner);
    await sendAll();
    endpoint.receiver.answer = () => ({});
    await sendTest(db, partner.actor, endpoint.id);
    await sendAll(() => new Date(Date.now() + 1));
    expect(await endpoint.owed()).toEqual([]);
  });
});

describe("resending", () => {
  test("a confirmed delivery sends the same id and body", async () => {
    const partner = await givenPartner();
    const { receiver, deliveries } = await givenEndpoint(partner);
    await givenInvoice(partner);
    await sendAll();
    await resendDelivery(db, partner.actor, only(await deliveries()).id);
    await sendAll();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]).toMatchObject({ id: receiver.received[0]?.id, body: receiver.received[0]?.body });
  });

  test("sends everything that failed since a time, and nothing that failed only before it", async () => {
    const clock = givenClock();
    const partner = await givenPartner();
    const { id, receiver } = await givenEndpoint(partner);
    receiver.answer = () => ({ status: 500 });
    const old = await givenInvoice(partner);
    await sendAll(clock.now);
    clock.pass(60_000);
    const since = clock.now();
    await sendAll(clock.now);
    const young = await givenInvoice(partner, { transmitted: true });
    await givenMessage(old);
    await sendAll(clock.now);
    receiver.answer = () => ({});
    receiver.received.length = 0;

    expect(await resendFailedSince(db, partner.actor, id, new Date(since.getTime() + 60_000), clock.now())).toBe(0);
    expect(await resendFailedSince(db, partner.actor, id, since, clock.now())).toBe(2);
    await sendAll(clock.now);
    expect(receiver.received.flatMap(({ invoiceIds }) => invoiceIds)).toEqual(expect.arrayContaining([young.id, old.id]));
  });

  test("is refused if the endpoint is switched off", async () => {
    const partner = await givenPartner();
    const { id, deliveries } = await givenEndpoint(partner);
    await givenInvoice(partner);
    await sendAll();
    await pauseEndpoint(db, partner.actor, id);
    await expect(resendDelivery(db, partner.actor, only(await deliveries()).id)).rejects.toThrow("endpoint_switched_off");
    await expect(resendFailedSince(db, partner.actor, id, new Date(0))).rejects.toThrow("endpoint_switched_off");
  });
});

test("deliveries are listed newest first, page by page, and by state; each with its attempts", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const { id: endpointId, receiver } = await givenEndpoint(partner);
  for (let count = 0; count < 3; count += 1) {
    await givenInvoice(partner);
    await sendAll(clock.now);
    clock.pass(1_000);
  }
  receiver.answer = () => ({ status: 500, body: "broken" });
  await givenInvoice(partner);
  await sendAll(clock.now);

  const first = await listDeliveries(db, partner.actor, { endpointId, pageSize: 3 });
  const second = await listDeliveries(db, partner.actor, { endpointId, pageSize: 3, before: first.next });
  expect([...first.entries, ...second.entries].map(({ state }) => state)).toEqual(["failing", "delivered", "delivered", "delivered"]);
  expect(second.next).toBeNull();
  expect(first.entries[0]).toMatchObject({
    idsCount: 1,
    attempts: 1,
    lastStatus: 500,
    lastFailure: null,
    lastDurationMs: expect.any(Number),
  });
  const failing = await listDeliveries(db, partner.actor, { endpointId, states: ["failing", "waiting"], pageSize: 3 });
  expect(failing.entries).toHaveLength(1);
  expect(await getDelivery(db, partner.actor, only(failing.entries).id)).toMatchObject({
    body: expect.stringContaining("invoice_ids"),
    newestAttempts: [{ number: 1, status: 500, failure: null, answer: "broken" }],
  });
});

test("confirmed deliveries are deleted after 30 days, changes owed never", async () => {
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  await givenInvoice(partner);
  await sendAll();
  endpoint.receiver.answer = () => ({ status: 500 });
  await givenInvoice(partner);
  await sendAll();

  await forgetOldDeliveries(db, new Date(Date.now() + 31 * 24 * 60 * 60 * 1000));

  expect(await endpoint.deliveries()).toMatchObject([{ status: "pending" }]);
  const ofThis = and(eq(deliveryAttempts.partnerId, partner.id), eq(deliveryAttempts.endpointId, endpoint.id));
  expect(await db.select().from(deliveryAttempts).where(ofThis)).toHaveLength(1);
});

describe("mandates", () => {
  const given = async () => {
    const partner = await givenPartner();
    return { partner, company: await givenCreditor(partner) };
  };

  test("are named to endpoints that ask for them; the bodies of others stay as they were", async () => {
    const { partner, company } = await given();
    const [asking, other] = [await givenEndpoint(partner, { namesMandates: true }), await givenEndpoint(partner)];
    const mandate = await givenMandate(partner, company);
    const invoice = await givenInvoice(partner);
    await sendAll();
    expect(asking.receiver.received.map(({ body }) => body)).toEqual([
      JSON.stringify({ invoice_ids: [invoice.id], import_ids: [], mandate_ids: [mandate.id] }),
    ]);
    expect(other.receiver.received.map(({ body }) => body)).toEqual([JSON.stringify({ invoice_ids: [invoice.id], import_ids: [] })]);
    await withdrawMandate(db, partner.actor, mandate.id);
    await withdrawMandate(db, partner.actor, mandate.id);
    await sendAll();
    expect(asking.receiver.received.slice(1)).toMatchObject([{ invoiceIds: [], mandateIds: [mandate.id] }]);
    expect(other.receiver.received).toHaveLength(1);
    for (const { id } of [asking, other]) await sendTest(db, partner.actor, id);
    expect([asking, other].map(({ receiver }) => receiver.received.at(-1)?.mandateIds)).toEqual([[], undefined]);
    expect((await listDeliveries(db, partner.actor, { endpointId: asking.id, ...page })).entries.map(({ idsCount }) => idsCount)).toEqual([
      0, 1, 2,
    ]);
  });

  test("are owed from the choice on, and no longer once it is taken back, also of a delivery that is open", async () => {
    const { partner, company } = await given();
    const endpoint = await givenEndpoint(partner);
    await givenMandate(partner, company);
    await foldChanges(db);
    await updateEndpoint(db, partner.actor, endpoint.id, { namesMandates: true });
    const [open, waiting] = [await givenMandate(partner, company), await givenMandate(partner, company)];
    await foldChanges(db);
    expect((await endpoint.owed()).sort()).toEqual([open.id, waiting.id].sort());
    await openDeliveries(db);
    await withdrawMandate(db, partner.actor, open.id);
    await givenMandate(partner, company);
    await foldChanges(db);
    await updateEndpoint(db, partner.actor, endpoint.id, { url: endpoint.receiver.url });
    expect(await endpoint.owed()).toHaveLength(3);
    await updateEndpoint(db, partner.actor, endpoint.id, { namesMandates: false });
    await sendAll();
    expect(endpoint.receiver.received).toMatchObject([{ mandateIds: [open.id, waiting.id].sort() }]);
    expect(await endpoint.owed()).toEqual([]);
    await sendAll();
    expect(endpoint.receiver.received).toHaveLength(1);
  });
});
