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

/** The database, with a hook around each transaction. Transactions are numbered from 1. */
function withTransactions(run: <T>(number: number, transaction: () => Promise<T>) => Promise<T>): Database {
  let number = 0;
  const transaction: Database["transaction"] = (work, config) => {
    number += 1;
    return run(number, () => db.transaction(work, config));
  };
  return new Proxy(db, { get: (target, property) => (property === "transaction" ? transaction : Reflect.get(target, property)) });
}

test("a delivery names each change once, and its receiver can verify the signature", async () => {
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

test("for 24 hours after a rotation a receiver can verify with either secret, then only with the new one", async () => {
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

test("a change recorded while its record is being sent is sent afterwards, regardless of when the first delivery is confirmed", async () => {
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

test("a delivery keeps its body and id in all attempts, even if records change in between", async () => {
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

test("with ten senders at once, a delivery has one sender at a time, and an endpoint at most two requests", async () => {
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
  // The state of each delivery, so that a failure of this test shows why one is missing.
  const fates = opened.map(({ status, attempts, nextAttemptAt, leasedUntil }) => ({ status, attempts, nextAttemptAt, leasedUntil }));
  expect(ids.length, JSON.stringify({ fates, now: new Date() })).toBe(opened.length);
  expect(new Set(ids).size).toBe(ids.length);
  expect(receiver.mostAtOnce).toBeLessThanOrEqual(2);
});

test("an endpoint whose lock was held when a sender looked for more still gets the rest", async () => {
  const partner = await givenPartner();
  const { id, receiver, owed } = await givenEndpoint(partner);
  for (let count = 0; count < 3; count += 1) {
    await givenInvoice(partner);
    await foldChanges(db);
    await openDeliveries(db);
  }
  const [mayAnswer, writtenDown] = [signal(), signal()];
  receiver.answer = () => (receiver.received.length === 2 ? mayAnswer.fired.then(() => ({})) : {});

  // The third transaction is a claim, after another claim and an outcome. It finds the endpoint locked, and returns once the second
  // outcome, which is the fourth transaction, is recorded.
  const slow = withTransactions(async (number, transaction) => {
    if (number !== 3) return transaction().finally(() => number === 4 && writtenDown.fire());
    const found = await db.transaction(async (tx) => {
      await tx.select().from(endpoints).where(eq(endpoints.id, id)).for("update");
      return transaction();
    });
    mayAnswer.fire();
    await writtenDown.fired;
    // Lets the code that awaits that outcome run first.
    await new Promise((resolve) => setImmediate(resolve));
    return found;
  });
  await sendDueDeliveries(slow);

  expect(await owed()).toEqual([]);
});

test("an endpoint that does not answer delays no other", async () => {
  const partner = await givenPartner();
  const [hanging, quick] = [await givenEndpoint(partner), await givenEndpoint(partner)];
  const mayAnswer = signal();
  hanging.receiver.answer = () => mayAnswer.fired.then(() => ({}));
  const invoice = await givenInvoice(partner);
  const first = sendAll();
  await expect.poll(() => quick.receiver.received.length).toBe(1);
  // A change during an attempt is sent after it.
  await expect.poll(() => quick.owed()).toEqual([]);

  await givenMessage(invoice);
  const second = sendAll();
  await expect.poll(() => quick.receiver.received.length).toBe(2);
  await expect.poll(() => quick.owed()).toEqual([]);

  mayAnswer.fire();
  await Promise.all([first, second]);
});

test("if a process dies before recording the answer, its delivery is sent again after the lease", async () => {
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

test("a failure recorded after another process has delivered does not count against the endpoint", async () => {
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

test("at most ten deliveries wait for a failing endpoint; further changes are sent together once it works again", async () => {
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

test("deliveries that an endpoint refuses do not block those it would confirm: one more is sent every half hour", async () => {
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

test("endpoints that do not answer leave room for the others, regardless of their number", async () => {
  const clock = givenClock();
  const partner = await givenPartner();
  const hanging = await Promise.all(times(4, () => givenEndpoint(partner)));
  for (let count = 0; count < 3; count += 1) {
    await givenInvoice(partner);
    await foldChanges(db);
    await openDeliveries(db, clock.now());
  }
  // Each has its maximum in flight, and more deliveries are due.
  expect(await claimDeliveries(db, clock.now(), { all: 8, failing: 8 })).toHaveLength(8);
  const healthy = await givenEndpoint(partner);
  await givenInvoice(partner);
  await foldChanges(db);
  clock.pass(SECOND_MS);
  await openDeliveries(db, clock.now());

  expect(await claimDeliveries(db, clock.now(), { all: 2, failing: 2 })).toMatchObject([{ endpointId: healthy.id }]);

  // Once these endpoints are failing, they get only what is left of the share for failing endpoints.
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

test("a batching endpoint is notified every ten minutes, of all changes up to then", async () => {
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

test("an endpoint that answers 410 is switched off immediately; switched on again, it gets everything owed", async () => {
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

test.each([301, 302, 400, 404, 429, 500, 503])("a status of %d does not confirm a delivery", async (status) => {
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  receiver.answer = () => ({ status, headers: { location: receiver.url }, body: "not now" });
  const invoice = await givenInvoice(partner);

  expect(await sendAll()).toMatchObject({ delivered: 0, failed: 1 });

  expect(await owed()).toEqual([invoice.id]);
  expect(receiver.received).toHaveLength(1);
});

test.each([200, 201, 202, 204, 299])("a status of %d confirms a delivery", async (status) => {
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  receiver.answer = () => ({ status });
  await givenInvoice(partner);

  expect(await sendAll()).toMatchObject({ delivered: 1, failed: 0 });
  expect(await owed()).toEqual([]);
});
