import { eq, inArray } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { type Database, db } from "@/db/client";
import { only } from "@/db/rows";
import { deliveryAttempts, endpoints } from "@/db/schema/notifications";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/formats/time";
import { type GivenPartner, givenImport, givenInvoice, givenMessage, givenPartner, times } from "@/server/testing/given";
import { givenClock, givenEndpoint, sendAll } from "@/server/testing/given-endpoint";
import { signal } from "@/server/testing/signal";
import { claimDeliveries } from "./claim-deliveries";
import { LEASE_MS, OPEN_LIMIT, PROBE_EVERY_MS } from "./delivery-limits";
import { foldChanges } from "./fold-changes";
import { openDeliveries } from "./open-deliveries";
import { recordAttempt } from "./record-attempt";
import { rotateEndpointSecret } from "./rotate-endpoint-secret";
import { sendDueDeliveries } from "./send-due-deliveries";
import { sendNotifications } from "./send-notifications";
import { resumeEndpoint } from "./set-endpoint-enabled";

async function givenInvoices(partner: GivenPartner, count: number): Promise<InvoiceDetails[]> {
  const into = await givenImport(partner);
  return Promise.all(times(count, () => givenInvoice(partner, { import: into })));
}

/** The database with its transactions run by the test. They are counted from 1. */
function withTransactions(run: <T>(number: number, transaction: () => Promise<T>) => Promise<T>): Database {
  let number = 0;
  const transaction: Database["transaction"] = (work, config) => {
    number += 1;
    return run(number, () => db.transaction(work, config));
  };
  return new Proxy(db, { get: (target, property) => (property === "transaction" ? transaction : Reflect.get(target, property)) });
}

test("a delivery names what changed, once each, and its receiver can verify the signature", async () => {
  const partner = await givenPartner();
  const { id, secret, receiver, owed } = await givenEndpoint(partner);
  const [one, two] = await givenInvoices(partner, 2);
  if (!one || !two) throw new Error("too few");
  await givenMessage(one);

  expect(await sendAll()).toMatchObject({ delivered: 1, failed: 0 });

  const delivery = only(receiver.received);
  expect(JSON.parse(delivery.body)).toEqual({ invoice_ids: [one.id, two.id].sort(), import_ids: [] });
  expect(delivery.headers["content-type"]).toBe("application/json");
  expect(new Webhook(secret).verify(delivery.body, delivery.headers as Record<string, string>)).toEqual(JSON.parse(delivery.body));
  expect(await owed()).toEqual([]);
  const attempts = await db.select().from(deliveryAttempts).where(eq(deliveryAttempts.endpointId, id));
  expect(attempts).toMatchObject([{ deliveryId: delivery.id, number: 1, status: 204, failure: null, answer: "" }]);
});

test("for 24 hours after a rotation a receiver can verify with either secret, then with the new one alone", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  const { secret } = await rotateEndpointSecret(db, partner.actor, endpoint.id, clock.now());
  const invoice = await givenInvoice(partner);
  await sendAll(clock.now);
  const signatures = () => String(endpoint.receiver.received.at(-1)?.headers["webhook-signature"]).split(" ");
  expect(signatures()).toHaveLength(2);
  const { body, headers } = only(endpoint.receiver.received);
  for (const known of [secret, endpoint.secret]) new Webhook(known).verify(body, headers as Record<string, string>);

  clock.pass(24 * 60 * MINUTE_MS + 1);
  await givenMessage(invoice);
  await sendAll(clock.now);
  expect(signatures()).toHaveLength(1);
});

test("a change between a send and its confirmation is owed again, and one before the send is not", async () => {
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  const [changed, unchanged] = await givenInvoices(partner, 2);
  if (!changed || !unchanged) throw new Error("too few");
  receiver.answer = async () => {
    receiver.answer = () => ({});
    await givenMessage(changed);
    return {};
  };

  await sendAll();
  await foldChanges(db);
  expect(await owed()).toEqual([changed.id]);

  await sendAll();
  expect(receiver.received.map(({ invoiceIds }) => invoiceIds)).toEqual([[changed.id, unchanged.id].sort(), [changed.id]]);
  expect(await owed()).toEqual([]);
});

test("a change recorded while its record is being sent is sent after that, whenever it is confirmed", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  const invoice = await givenInvoice(partner);
  receiver.answer = () => ({ status: 500 });
  await sendAll(clock.now);
  await givenMessage(invoice);
  await sendAll(clock.now);
  expect(receiver.received).toHaveLength(1);

  receiver.answer = () => ({});
  clock.pass(7 * SECOND_MS);
  await sendNotifications(db, { now: clock.now });

  expect(receiver.received.map(({ invoiceIds }) => invoiceIds)).toEqual([[invoice.id], [invoice.id], [invoice.id]]);
  expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
  expect(await owed()).toEqual([]);
});

test("body and id of a delivery are the same in all attempts, even if records change meanwhile", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const { receiver } = await givenEndpoint(partner);
  const first = await givenInvoice(partner);
  receiver.answer = () => ({ status: 503 });
  await sendAll(clock.now);
  await givenMessage(first);
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    clock.pass(3 * 60 * MINUTE_MS);
    await sendAll(clock.now);
  }

  expect(receiver.received).toHaveLength(5);
  expect(new Set(receiver.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
  const timestamps = receiver.received.map(({ headers }) => headers["webhook-timestamp"]);
  expect(new Set(timestamps).size).toBe(5);
});

test("of ten senders at once, each delivery has one at a time, and no endpoint more than two requests", async () => {
  const partner = await givenPartner();
  const { receiver, deliveries } = await givenEndpoint(partner);
  for (let count = 0; count < 8; count += 1) {
    await givenInvoice(partner);
    await foldChanges(db);
    await openDeliveries(db);
  }
  receiver.answer = () => new Promise((resolve) => setTimeout(resolve, 20, {}));

  await Promise.all(times(10, () => sendDueDeliveries(db)));
  // Each call skips an endpoint that another has locked, perhaps just before it finished.
  await sendDueDeliveries(db);

  const ids = receiver.received.map(({ id }) => id);
  const opened = await deliveries();
  // The state of each delivery, so that a failure shows why one is missing.
  const fates = opened.map(({ status, attempts, nextAttemptAt, leasedUntil }) => ({ status, attempts, nextAttemptAt, leasedUntil }));
  expect(ids.length, JSON.stringify({ fates, now: new Date() })).toBe(opened.length);
  expect(new Set(ids).size).toBe(ids.length);
  expect(receiver.mostAtOnce).toBeLessThanOrEqual(2);
});

test("an endpoint that was locked by an outcome when more was looked for gets the rest all the same", async () => {
  const partner = await givenPartner();
  const { id, receiver, owed } = await givenEndpoint(partner);
  for (let count = 0; count < 3; count += 1) {
    await givenInvoice(partner);
    await foldChanges(db);
    await openDeliveries(db);
  }
  const [mayAnswer, writtenDown] = [signal(), signal()];
  receiver.answer = () => (receiver.received.length === 2 ? mayAnswer.given.then(() => ({})) : {});

  // The third transaction is a claim, after a claim and an outcome. It finds the endpoint locked, and returns once the second outcome, the
  // fourth transaction, is recorded.
  const slow = withTransactions(async (number, transaction) => {
    if (number !== 3) return transaction().finally(() => number === 4 && writtenDown.give());
    const found = await db.transaction(async (tx) => {
      await tx.select().from(endpoints).where(eq(endpoints.id, id)).for("update");
      return transaction();
    });
    mayAnswer.give();
    await writtenDown.given;
    // Code that awaits that outcome runs first.
    await new Promise((resolve) => setImmediate(resolve));
    return found;
  });
  await sendDueDeliveries(slow);

  expect(await owed()).toEqual([]);
});

test("an endpoint that hangs delays no other", async () => {
  const partner = await givenPartner();
  const [hanging, quick] = [await givenEndpoint(partner), await givenEndpoint(partner)];
  const mayAnswer = signal();
  hanging.receiver.answer = () => mayAnswer.given.then(() => ({}));
  const invoice = await givenInvoice(partner);
  const first = sendAll();
  await expect.poll(() => quick.receiver.received.length).toBe(1);
  // A change during an attempt is sent after it.
  await expect.poll(() => quick.owed()).toEqual([]);

  await givenMessage(invoice);
  const second = sendAll();
  await expect.poll(() => quick.receiver.received.length).toBe(2);
  await expect.poll(() => quick.owed()).toEqual([]);

  mayAnswer.give();
  await Promise.all([first, second]);
});

test("a delivery whose process died before recording the answer is sent again once its lease has ended", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  await givenInvoice(partner);
  await foldChanges(db);
  await openDeliveries(db, clock.now());
  const [lost] = await claimDeliveries(db, clock.now(), { all: 10, failing: 10 });

  clock.pass(LEASE_MS - SECOND_MS);
  await sendDueDeliveries(db, { now: clock.now });
  expect(receiver.received).toEqual([]);

  clock.pass(2 * SECOND_MS);
  await sendDueDeliveries(db, { now: clock.now });
  expect(receiver.received).toMatchObject([{ id: lost?.id }]);
  expect(await owed()).toEqual([]);
});

test("a failure recorded after another process delivered does not count against the endpoint", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  await givenInvoice(partner);
  await foldChanges(db);
  await openDeliveries(db, clock.now());
  const late = only(await claimDeliveries(db, clock.now(), { all: 10, failing: 10 }));
  const startedAt = clock.now();
  clock.pass(LEASE_MS + SECOND_MS);
  await sendDueDeliveries(db, { now: clock.now });

  const failure = { status: 410, failure: null, answer: "", durationMs: LEASE_MS, retryAfterMs: null };
  await recordAttempt(db, late, { ...failure, startedAt, endedAt: clock.now() });

  expect(await endpoint.row()).toMatchObject({ failingSince: null, switchedOffAt: null });
  expect(await endpoint.deliveries()).toMatchObject([{ status: "delivered", failures: 0 }]);
});

test("at most ten deliveries wait for a failing endpoint: further changes are sent together, once it works again", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const { receiver, owed, deliveries } = await givenEndpoint(partner);
  receiver.answer = () => ({ status: 500 });
  for (let round = 0; round < 14; round += 1) {
    await givenInvoice(partner);
    await sendAll(clock.now);
  }
  expect(await deliveries()).toHaveLength(10);

  receiver.received.length = 0;
  receiver.answer = () => ({});
  clock.pass(7 * SECOND_MS);
  await sendNotifications(db, { now: clock.now });

  expect(await owed()).toEqual([]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(11);
});

test("deliveries that one endpoint refuses do not block the ones it would confirm: each half hour one more is sent", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  const refused: string[] = [];
  receiver.answer = ({ invoiceIds }) => ({ status: invoiceIds.some((id) => refused.includes(id)) ? 500 : 204 });
  for (let round = 0; round < OPEN_LIMIT; round += 1) {
    const [invoice] = await givenInvoices(partner, 1);
    refused.push(invoice?.id ?? "");
    await sendAll(clock.now);
  }
  const [healthy] = await givenInvoices(partner, 1);
  await sendAll(clock.now);
  expect(await owed()).toContain(healthy?.id);

  clock.pass(PROBE_EVERY_MS);
  await sendNotifications(db, { now: clock.now });
  expect((await owed()).toSorted()).toEqual(refused.toSorted());
});

test("endpoints that hang leave room for the others, however many there are", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const hanging = await Promise.all(times(4, () => givenEndpoint(partner)));
  for (let count = 0; count < 3; count += 1) {
    await givenInvoice(partner);
    await foldChanges(db);
    await openDeliveries(db, clock.now());
  }
  // Each has its maximum in flight, and more due deliveries.
  expect(await claimDeliveries(db, clock.now(), { all: 8, failing: 8 })).toHaveLength(8);
  const healthy = await givenEndpoint(partner);
  await givenInvoice(partner);
  await foldChanges(db);
  clock.pass(SECOND_MS);
  await openDeliveries(db, clock.now());

  expect(await claimDeliveries(db, clock.now(), { all: 2, failing: 2 })).toMatchObject([{ endpointId: healthy.id }]);

  // Once they are failing, they get only the rest of the failing endpoints' share.
  await db
    .update(endpoints)
    .set({ failingSince: clock.now() })
    .where(
      inArray(
        endpoints.id,
        hanging.map(({ id }) => id),
      ),
    );
  clock.pass(LEASE_MS);
  expect(await claimDeliveries(db, clock.now(), { all: 20, failing: 2 })).toHaveLength(3);
});

test("more than 500 ids are sent in as few requests as possible", async () => {
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  await givenInvoices(partner, 520);

  await sendNotifications(db);

  expect(receiver.received.map(({ invoiceIds, importIds }) => invoiceIds.length + importIds.length).sort()).toEqual([20, 500]);
  expect(await owed()).toEqual([]);
});

test("a batching endpoint is notified every ten minutes of all changes by then", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const { receiver } = await givenEndpoint(partner, { pacing: "batching" });
  const [one] = await givenInvoices(partner, 2);
  if (!one) throw new Error("too few");
  clock.pass(9 * MINUTE_MS);
  await sendAll(clock.now);
  expect(receiver.received).toEqual([]);

  clock.pass(2 * MINUTE_MS);
  await sendAll(clock.now);
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.invoiceIds).toHaveLength(2);

  clock.pass(9 * MINUTE_MS);
  await sendAll(clock.now);
  expect(receiver.received).toHaveLength(1);
});

test("an endpoint that answers 410 is switched off immediately, and switched on again it is sent all that is owed", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const endpoint = await givenEndpoint(partner);
  endpoint.receiver.answer = () => ({ status: 410 });
  const invoice = await givenInvoice(partner);
  await sendAll(clock.now);
  expect(await endpoint.row()).toMatchObject({ switchedOffBecause: "gone", switchedOffAt: expect.any(Date) });

  endpoint.receiver.answer = () => ({});
  await givenMessage(invoice);
  clock.pass(60 * MINUTE_MS);
  await sendAll(clock.now);
  expect(endpoint.receiver.received).toHaveLength(1);

  await resumeEndpoint(db, partner.actor, endpoint.id, clock.now());
  await sendNotifications(db, { now: clock.now });
  expect(await endpoint.owed()).toEqual([]);
  expect(await endpoint.row()).toMatchObject({ switchedOffBecause: null, switchedOffAt: null, failingSince: null });
});

test.each([301, 302, 400, 404, 429, 500, 503])("a status of %d is no confirmation", async (status) => {
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  receiver.answer = () => ({ status, headers: { location: receiver.url }, body: "not now" });
  const invoice = await givenInvoice(partner);

  expect(await sendAll()).toMatchObject({ delivered: 0, failed: 1 });

  expect(await owed()).toEqual([invoice.id]);
  expect(receiver.received).toHaveLength(1);
});

test.each([200, 201, 202, 204, 299])("a status of %d is a confirmation", async (status) => {
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  receiver.answer = () => ({ status });
  await givenInvoice(partner);

  expect(await sendAll()).toMatchObject({ delivered: 1, failed: 0 });
  expect(await owed()).toEqual([]);
});
