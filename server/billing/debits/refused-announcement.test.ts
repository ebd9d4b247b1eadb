import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { holdWithdrawn } from "@/server/bank/debit-files/hold-withdrawn";
import { postponeDebits } from "@/server/bank/debit-files/postpone-debits";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { transact } from "@/server/platform/transact";
import { givenPartner } from "@/server/testing/given";
import { givenDebits } from "@/server/testing/given-debit";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { answering } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";

/** A mail server that refuses so many mails, and accepts the others. */
function refusing(count: number) {
  let left = count;
  return answering(async (handOver) => {
    if (!(await handOver())) return { state: "not_handed_over" };
    left -= 1;
    return left >= 0 ? { state: "refused", failure: "550" } : { state: "sent" };
  });
}
const accepting = refusing(0);

async function given() {
  const world = await givenDebits({ partner: await givenPartner() });
  const messages = async () => {
    const rows = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, world.partner.id));
    return rows.map(({ kind, state }) => `${kind} ${state}`).sort();
  };
  return { ...world, messages };
}

test("a debit is taken out at once if the mail server refuses its announcement, also if it is alone; the customer is asked by the plan", async () => {
  const world = await given();
  await world.collect(refusing(1));
  await world.collect(accepting);
  expect(await world.debits()).toMatchObject([{ status: "cancelled" }]);
  expect(await world.parts()).toMatchObject([{ status: "cancelled" }]);
  // The customer knows of no debit, so nothing tells them that there is none.
  expect(await world.messages()).toEqual(["debit_announced refused", "debit_cancelled cancelled", "request1 sent"]);
  const timeline = await listTimeline(db, world.partner.actor, world.invoice.id);
  expect(JSON.stringify(timeline)).toContain('"about":"debit_announced","why":"not_taken"');
});

test("a debit of several invoices is taken out whole if no announcement of it was accepted", async () => {
  const world = await givenDebits({ partner: await givenPartner(), invoices: [{ amountCents: 4_500 }, { amountCents: 2_000 }] });
  await world.collect(refusing(2));
  await world.collect(accepting);
  expect(await world.debits()).toMatchObject([{ status: "cancelled" }]);
  expect((await world.parts()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
});

test("a customer who was told of an earlier day is told that nothing is collected, if the announcement of the later day is refused", async () => {
  const world = await given();
  await world.collect(accepting);
  const [debit] = await world.debits();
  await transact(db, world.partner.actor, (tx) => postponeDebits(tx, world.partner.actor, [debit?.id ?? ""]));
  await world.collect(refusing(1));
  await world.collect(accepting);
  expect(await world.debits()).toMatchObject([{ status: "cancelled" }]);
  expect(await world.messages()).toEqual(["debit_announced refused", "debit_announced sent", "debit_cancelled sent", "request1 sent"]);
});

test("it stays while the bank may collect it by a withdrawn file that it has named", async () => {
  const world = await given();
  const { partner } = world;
  const { actor } = await givenMember(partner, { role: "administrator" });
  await world.collect(accepting);
  const [debit] = await world.debits();
  if (!debit) throw new Error("No debit is planned");
  const fileId = await givenFileOf(debit);
  await withdrawDebitFile(db, actor, fileId);
  await transact(db, actor, (tx) => postponeDebits(tx, actor, [debit.id]));
  await db.transaction((tx) => holdWithdrawn(tx, { partnerId: partner.id, fileId }, new Date()));
  await world.collect(refusing(1));
  await world.collect(accepting);
  expect(await world.debits()).toMatchObject([{ status: "planned" }]);
  expect(await world.messages()).toEqual(["debit_announced refused", "debit_announced sent"]);
});
