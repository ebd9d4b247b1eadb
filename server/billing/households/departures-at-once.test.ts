import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { householdDepartures } from "@/db/schema/households";
import { runCollection } from "@/server/background/run-collection";
import { correct, givenHouseholds, newAddress } from "@/server/testing/given-households";
import { joinHousehold, leaveHousehold } from "./change-household";
import { findHousehold } from "./household";

test("simultaneous corrections of all members end the household, and none fails", async () => {
  const customerEmail = newAddress();
  for (const members of [2, 3, 6, 12]) {
    const scene = await givenHouseholds(Array.from({ length: members }, () => ({ customerEmail })));
    await scene.collect();
    await Promise.all(scene.billed.map((_, index) => correct(scene, index, { customerEmail: newAddress() })));
    expect(await scene.households()).toEqual([]);
    const left = await db.select().from(householdDepartures).where(eq(householdDepartures.partnerId, scene.partner.id));
    expect(new Set(left.map(({ invoiceId }) => invoiceId)).size).toBe(left.length);
    expect(left).toHaveLength(members);
  }
});

test("joining, leaving and correcting at once never shows anybody the data of another address", async () => {
  const customerEmail = newAddress();
  const scene = await givenHouseholds(
    Array.from({ length: 6 }, (_, index) => ({ customerEmail: index < 3 ? customerEmail : newAddress() })),
  );
  const { partner, at, collect, billed } = scene;
  await collect();
  await Promise.all([
    joinHousehold(db, partner.actor, at(4).id, "F-1"),
    joinHousehold(db, partner.actor, at(5).id, "F-4"),
    correct(scene, 1, { customerEmail: newAddress() }),
    correct(scene, 2, { customerEmail: newAddress() }),
    leaveHousehold(db, partner.actor, at(0).id),
  ]);
  for (const { id } of billed) {
    const household = await findHousehold(db, partner.actor, id);
    const others = household?.invoices.filter((other) => other.id !== id) ?? [];
    expect(others.filter(({ isOfSamePayer }) => isOfSamePayer)).toEqual([]);
  }
});

test("if addresses are corrected while households are formed, no invoice joins another address", async () => {
  const customerEmail = newAddress();
  for (let round = 0; round < 5; round += 1) {
    const scene = await givenHouseholds(Array.from({ length: 4 }, () => ({ customerEmail })));
    await Promise.all([
      scene.collect(),
      correct(scene, 2, { customerEmail: newAddress() }),
      correct(scene, 3, { customerEmail: newAddress() }),
    ]);
    expect(await scene.households()).toEqual([[1, 2]]);
  }
});

test("a mail that is being written names nobody who has left before it is sent", async () => {
  const customerEmail = newAddress();
  const recipients = [
    { customerEmail, customerFirstName: "Vera" },
    { customerEmail, customerFirstName: "Otto" },
  ];
  const scene = await givenHouseholds(recipients, { isSandbox: false });
  const { partner } = scene;
  const tried: string[] = [];
  const sent: string[] = [];
  const run = (before: () => Promise<unknown>) =>
    runCollection(db, {
      scope: { partnerId: partner.id },
      transport: {
        kind: "smtp",
        connect: async () => ({
          send: async ({ text }, handOver) => {
            tried.push(text);
            await before();
            const goes = await handOver();
            if (goes) sent.push(text);
            return goes ? { state: "sent" } : { state: "not_handed_over" };
          },
          close: () => {},
        }),
      },
    });
  // Both senders wait for the correction, because either message may carry the other.
  let correction: Promise<unknown> | undefined;
  await run(() => {
    correction ??= correct(scene, 1, { customerEmail: newAddress() });
    return correction;
  });
  expect(tried[0]).toMatch(/Vera[\s\S]*Otto/);
  // One message may have been postponed while the other was being written.
  for (let round = 0; round < 5 && sent.length < 2; round += 1) {
    const isWaiting = and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.state, "waiting"));
    await db
      .update(outgoingMessages)
      .set({ nextAttemptAt: new Date(0) })
      .where(isWaiting);
    await run(async () => {});
  }
  expect(sent).toHaveLength(2);
  expect(sent.filter((text) => /Vera/.test(text) && /Otto/.test(text))).toEqual([]);
});
