import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { db } from "@/db/client";
import { getBackgroundJob } from "@/server/background/jobs";
import { env } from "@/server/env";
import { pauseEndpoint, resumeEndpoint } from "@/server/notifications/set-endpoint-enabled";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenEndpoint } from "@/server/testing/given-endpoint";
import { signal } from "@/server/testing/signal";
import { keepNotifying } from "./keep-notifying";
import { lifecycle } from "./lifecycle";

test("a commit wakes the sender only for partners with an enabled real-time endpoint", async () => {
  const [partner, slow, off, none] = [await givenPartner(), await givenPartner(), await givenPartner(), await givenPartner()];
  await givenEndpoint(partner);
  await givenEndpoint(slow, { pacing: "batching" });
  const { id } = await givenEndpoint(off);
  await pauseEndpoint(db, off.actor, id);
  const heard = new Set<string>();
  const client = postgres(env().DATABASE_URL, { max: 1 });
  onTestFinished(() => client.end());
  await client.listen("changes", (partnerId) => heard.add(partnerId));

  for (const created of [none, slow, off, partner]) await givenImport(created);
  // Announcements arrive in the order of their commits.
  await expect.poll(() => [...heard]).toEqual([partner.id]);

  await resumeEndpoint(db, off.actor, id);
  await givenImport(off);
  await expect.poll(() => [...heard]).toEqual([partner.id, off.id]);
});

describe("the process", () => {
  /** Simulates the signal to stop. The test itself runs in a process that did not get it. */
  function tellToStop(): Promise<unknown> {
    lifecycle.draining = true;
    return Promise.all(lifecycle.finish.map((finish) => finish()));
  }

  afterEach(async () => {
    await tellToStop();
    lifecycle.finish.length = 0;
    lifecycle.draining = false;
  });

  test("sends changes by itself, and nothing more once it is stopping", async () => {
    const partner = await givenPartner();
    const { receiver, owed } = await givenEndpoint(partner);
    keepNotifying(getBackgroundJob("notifications"));
    for (let count = 1; count <= 3; count += 1) {
      const invoice = await givenInvoice(partner);
      await expect.poll(() => receiver.received.flatMap(({ invoiceIds }) => invoiceIds)).toContain(invoice.id);
    }
    await expect.poll(owed).toEqual([]);

    await tellToStop();
    const late = await givenInvoice(partner);
    // Twice the pause between two rounds.
    await wait(2_000);
    expect(receiver.received.flatMap(({ invoiceIds }) => invoiceIds)).not.toContain(late.id);
  });

  test("records answers that arrive while it is stopping", async () => {
    const partner = await givenPartner();
    const { receiver, deliveries } = await givenEndpoint(partner);
    const mayAnswer = signal();
    receiver.answer = () => mayAnswer.fired.then(() => ({}));
    keepNotifying(getBackgroundJob("notifications"));
    await givenInvoice(partner);
    await expect.poll(() => receiver.received.length).toBe(1);

    const stopped = tellToStop();
    mayAnswer.fire();
    await stopped;

    expect(await deliveries()).toMatchObject([{ status: "delivered" }]);
  });
});
