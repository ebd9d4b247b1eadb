import { eq, type SQL, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { connect, db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { holdWithdrawn } from "@/server/bank/debit-files/hold-withdrawn";
import { postponeDebits } from "@/server/bank/debit-files/postpone-debits";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { ADDRESS_REFUSED } from "@/server/domain/rules/mail-failures";
import { env } from "@/server/env";
import { sendAgain } from "@/server/messages/send-again";
import { transact } from "@/server/platform/transact";
import { givenPartner } from "@/server/testing/given";
import { givenDebits } from "@/server/testing/given-debit";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { answering } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";

/** A mail server that refuses so many mails, by default for their addresses, and accepts the others. */
function refusing(count: number, failure: string = ADDRESS_REFUSED) {
  let left = count;
  return answering(async (handOver) => {
    if (!(await handOver())) return { state: "not_handed_over" };
    left -= 1;
    return left >= 0 ? { state: "refused", failure } : { state: "sent" };
  });
}
const accepting = refusing(0);

async function given(invoices: { amountCents?: number }[] = [{}]) {
  const world = await givenDebits({ partner: await givenPartner(), invoices });
  const messages = async () => {
    const rows = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, world.partner.id));
    return rows.map(({ kind, state }) => `${kind} ${state}`).sort();
  };
  return { ...world, messages, ...later(world.partner.id) };
}

/** Makes a partner's refusals a day older, with the owner's rights and without the triggers that keep messages, and looks at its invoices again. */
function later(partnerId: string) {
  return {
    aDayLater: async () => {
      const url = Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname, search: "?role=ics_owner" });
      const owner = connect(url.href, { max: 1 });
      const act = (...statements: SQL[]) =>
        owner.db.transaction(async (tx) => {
          for (const statement of statements) await tx.execute(statement);
        });
      await act(
        sql`alter table outgoing_messages disable trigger user`,
        sql`update outgoing_messages set next_attempt_at = next_attempt_at - interval '1 day' where partner_id = ${partnerId}`,
        sql`alter table outgoing_messages enable trigger user`,
        sql`update collections set next_at = now() where partner_id = ${partnerId}`,
      );
      await owner.close();
    },
  };
}

test("a debit is taken out a day after the mail server refused the address, also if it is alone; the customer is asked by the plan", async () => {
  const world = await given();
  await world.collect(refusing(1));
  await world.collect(accepting);
  expect(await world.debits()).toMatchObject([{ status: "planned" }]);
  await world.aDayLater();
  await world.collect(accepting);
  expect(await world.debits()).toMatchObject([{ status: "cancelled" }]);
  expect(await world.parts()).toMatchObject([{ status: "cancelled" }]);
  // The customer knows of no debit, so nothing tells them that there is none.
  expect(await world.messages()).toEqual(["debit_announced refused", "debit_cancelled cancelled", "request1 sent"]);
  const timeline = await listTimeline(db, world.partner.actor, world.invoice.id);
  expect(JSON.stringify(timeline)).toContain('"about":"debit_announced","why":"not_taken"');
});

test("a debit of several invoices is taken out whole if no announcement of it was accepted", async () => {
  const world = await given([{ amountCents: 4_500 }, { amountCents: 2_000 }]);
  // The address is asked once.
  await world.collect(refusing(1));
  await world.aDayLater();
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
  await world.aDayLater();
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
  await world.aDayLater();
  await world.collect(accepting);
  expect(await world.debits()).toMatchObject([{ status: "planned" }]);
  expect(await world.messages()).toEqual(["debit_announced refused", "debit_announced sent"]);
});

test.each(["550", "552", "not_composed", "sender_died"])(
  "it stays after a refusal that may be the fault of the sender's own mail server, and is a person's: %s",
  async (failure) => {
    const world = await given();
    await world.collect(refusing(1, failure));
    await world.aDayLater();
    await world.collect(accepting);
    expect(await world.debits()).toMatchObject([{ status: "planned" }]);
    expect(await world.messages()).toEqual(["debit_announced refused"]);
  },
);

test("it stays if a person has the announcement sent again within a day", async () => {
  const world = await given();
  const { actor } = await givenMember(world.partner, { role: "administrator" });
  await world.collect(refusing(1));
  const [message] = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, world.partner.id));
  await sendAgain(db, actor, world.invoice.id, message?.id ?? "");
  await world.aDayLater();
  await world.collect(accepting);
  expect(await world.debits()).toMatchObject([{ status: "planned" }]);
  expect(await world.messages()).toEqual(["debit_announced sent"]);
});

test("a household is told of its debit only once it is known which of its invoices leave it", async () => {
  const world = await given([{ amountCents: 4_500 }, { amountCents: 2_000 }]);
  const { actor } = await givenMember(world.partner, { role: "administrator" });
  await world.collect(refusing(1));
  const [, message] = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, world.partner.id));
  await sendAgain(db, actor, message?.invoiceId ?? "", message?.id ?? "");
  await world.collect(accepting);
  expect(await world.messages()).toEqual(["debit_announced refused", "debit_announced waiting"]);
  await world.aDayLater();
  await world.collect(accepting);
  expect((await world.messages()).filter((message) => message.startsWith("debit_announced"))).toEqual([
    "debit_announced refused",
    "debit_announced sent",
  ]);
  const [debit] = await world.debits();
  const left = (await world.parts()).filter(({ status }) => status === "scheduled");
  expect([debit?.status, left.length]).toEqual(["planned", 1]);
});
