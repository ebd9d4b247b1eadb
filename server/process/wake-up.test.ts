import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { db } from "@/db/client";
import { env } from "../env";
import { pauseEndpoint, resumeEndpoint } from "../notifications/set-endpoint-enabled";
import { givenImport, givenInvoice, givenPartner } from "../testing/given";
import { givenEndpoint } from "../testing/given-endpoint";
import { lifecycle } from "./lifecycle";
import { keepNotifying } from "./wake-up";

test("a commit wakes whoever sends, only for partners with an endpoint that is on and waits for it at once", async () => {
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
  // Notifications come in the order of their commits.
  await expect.poll(() => [...heard]).toEqual([partner.id]);

  await resumeEndpoint(db, off.actor, id);
  await givenImport(off);
  await expect.poll(() => [...heard]).toEqual([partner.id, off.id]);
});

test("the process sends what changes by itself, and nothing more once it is to stop", async () => {
  const partner = await givenPartner();
  const { receiver, owed } = await givenEndpoint(partner);
  onTestFinished(() => {
    lifecycle.draining = false;
  });
  keepNotifying();
  for (let count = 1; count <= 3; count += 1) {
    const invoice = await givenInvoice(partner);
    await expect.poll(() => receiver.received.flatMap(({ invoiceIds }) => invoiceIds)).toContain(invoice.id);
  }
  await expect.poll(owed).toEqual([]);
  lifecycle.draining = true;
});
