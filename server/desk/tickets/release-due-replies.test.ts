import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Connection, connect, db } from "@/db/client";
import { users } from "@/db/schema/users";
import { deleteInvoice } from "@/server/billing/invoices/delete-invoice";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { env } from "@/server/env";
import { changesOf } from "@/server/testing/changes-of";
import { givenInvoice, givenPartner, givenTicket, times } from "@/server/testing/given";
import { givenDueReply } from "@/server/testing/given-due-reply";
import { givenMember } from "@/server/testing/given-person";
import { heldOf, messagesOf, statusesOf } from "@/server/testing/tickets-of";
import { createTicket } from "./create-ticket";
import { listTickets } from "./list-tickets";
import { recallReply } from "./recall-reply";
import { releaseDueReplies } from "./release-due-replies";
import { releaseHeldReplies } from "./release-held-replies";
import { unarchiveTickets } from "./unarchive-tickets";

const reply = { message: "Of course you can." };

async function given() {
  const partner = await givenPartner({ isSandbox: true });
  return { partner, member: await givenMember(partner), invoice: await givenInvoice(partner) };
}

describe("when the ten seconds are over", () => {
  test("a held reply becomes its author's ticket, recorded as theirs, and answers the questions", async () => {
    const { partner, member, invoice } = await given();
    await givenTicket(invoice, { message: "May I pay later?" });
    await givenDueReply(invoice, member.actor);

    const changes = await changesOf(partner.id, () => releaseDueReplies(db, { scope: { partnerId: partner.id } }));

    const [asked, answered] = await listTickets(db, partner.actor, invoice.id);
    expect(asked).toMatchObject({ status: "answered" });
    expect(answered).toMatchObject({ sender: "company", status: "answered", message: reply.message, authorId: member.actor.id });
    expect(changes.map(({ kind, actor }) => [kind, actor])).toEqual([
      ["tickets_answered", `person:${member.actor.id}`],
      ["ticket_added", `person:${member.actor.id}`],
    ]);
    expect(await heldOf(invoice)).toEqual([]);
  });

  test("it has the time of the partner's clock", async () => {
    const { partner, member, invoice } = await given();
    const aheadMs = 40 * 24 * 60 * 60 * 1000;
    await db.execute(sql`update partners set clock_offset_ms = ${aheadMs} where id = ${partner.id}`);
    await givenDueReply(invoice, member.actor);

    await releaseDueReplies(db, { scope: { partnerId: partner.id } });

    const [ticket] = await listTickets(db, partner.actor, invoice.id);
    expect(Math.abs(Number(ticket?.createdAt) - Date.now() - aheadMs)).toBeLessThan(60_000);
  });

  test("a question asked in the meantime still waits, and is not archived with the reply", async () => {
    const { partner, member, invoice } = await given();
    await givenTicket(invoice, { message: "first", createdAt: new Date(Date.now() - 20_000) });
    await givenDueReply(invoice, member.actor, { createdAt: new Date(Date.now() - 10_000), thenArchive: true });
    await givenTicket(invoice, { message: "second", createdAt: new Date(Date.now() - 5_000) });

    await releaseDueReplies(db, { scope: { partnerId: partner.id } });

    expect(await statusesOf(partner.actor, invoice)).toEqual({ first: "answered", second: "unanswered", [reply.message]: "answered" });
  });

  test("a reply that another one overtook is sent, but archives nothing that its author had not read", async () => {
    const { partner, member, invoice } = await given();
    await givenDueReply(invoice, member.actor, { createdAt: new Date(Date.now() - 10_000), thenArchive: true });
    await createTicket(db, partner.actor, invoice.id, { message: "over the interface" });

    await releaseDueReplies(db, { scope: { partnerId: partner.id } });

    expect(await statusesOf(partner.actor, invoice)).toEqual({ "over the interface": "answered", [reply.message]: "answered" });
  });

  test("it archives the conversation if its author chose so, also after an earlier reply by the same author", async () => {
    const { partner, member, invoice } = await given();
    await givenTicket(invoice, { message: "asked", createdAt: new Date(Date.now() - 20_000) });
    await givenDueReply(invoice, member.actor, { message: "one", createdAt: new Date(Date.now() - 15_000) });
    await givenDueReply(invoice, member.actor, { message: "two", createdAt: new Date(Date.now() - 10_000), thenArchive: true });

    await releaseDueReplies(db, { scope: { partnerId: partner.id } });

    expect(await messagesOf(partner.actor, invoice)).toEqual(["asked", "one", "two"]);
    expect(await statusesOf(partner.actor, invoice)).toEqual({ asked: "archived", one: "archived", two: "archived" });
    await unarchiveTickets(db, member.actor, invoice.id);
    expect(await statusesOf(partner.actor, invoice)).toEqual({ asked: "answered", one: "answered", two: "answered" });
  });

  test("it is sent even if its author was disabled, or limited to other companies, since: it had been acknowledged", async () => {
    const { partner, member, invoice } = await given();
    await givenDueReply(invoice, member.actor);
    await db.update(users).set({ disabledAt: new Date(), limitedToCompanies: true }).where(eq(users.id, member.person.id));

    await releaseDueReplies(db, { scope: { partnerId: partner.id } });

    expect(await messagesOf(partner.actor, invoice)).toEqual([reply.message]);
  });

  test("it is deleted with its invoice, like any ticket", async () => {
    const { partner, member, invoice } = await given();
    const id = await givenDueReply(invoice, member.actor);
    await deleteInvoice(db, member.actor, invoice.id);

    await releaseDueReplies(db, { scope: { partnerId: partner.id } });
    await expect(recallReply(db, member.actor, id)).rejects.toMatchObject({ code: "invalid_held_reply_id" });
  });

  test("replies in a locked conversation are sent later, in order, and delay no other conversation", async () => {
    const { partner, member, invoice } = await given();
    const other = await givenInvoice(partner);
    // Due in the same millisecond, with ids in reverse order: the order of recording decides.
    const dueAt = new Date(Date.now() - 1_000);
    await givenDueReply(invoice, member.actor, { message: "one", dueAt, id: "f".repeat(40) });
    await givenDueReply(invoice, member.actor, { message: "two", dueAt, id: "0".repeat(40) });
    await givenDueReply(other, member.actor);

    await db.transaction(async (tx) => {
      await tx.execute(sql`select from invoices where partner_id = ${partner.id} and id = ${invoice.id} for update`);
      await releaseDueReplies(db, { scope: { partnerId: partner.id } });
      expect(await messagesOf(partner.actor, other)).toEqual([reply.message]);
      expect(await messagesOf(partner.actor, invoice)).toEqual([]);
    });

    await releaseDueReplies(db, { scope: { partnerId: partner.id } });
    expect(await messagesOf(partner.actor, invoice)).toEqual(["one", "two"]);
  });
});

describe("a reply that cannot be sent", () => {
  let admin: Connection;
  beforeAll(async () => {
    admin = connect(Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname }).href, { max: 1 });
    await admin.db.execute(sql`create trigger tickets_fail before insert on tickets
      for each row when (new.message = 'cannot be sent') execute function refuse('for the test')`);
  });
  afterAll(() => admin.close());

  test("is kept and its error is reported, and it delays only its author's later replies", async () => {
    const { partner, member, invoice } = await given();
    const other = await givenInvoice(partner);
    await givenDueReply(invoice, member.actor, { message: "cannot be sent" });
    await givenDueReply(invoice, member.actor, { message: "after it" });
    await givenDueReply(other, member.actor);

    await expect(releaseDueReplies(db, { scope: { partnerId: partner.id } })).rejects.toThrow("Replies that were not sent: 1");
    expect(await messagesOf(partner.actor, invoice)).toEqual([]);
    expect(await messagesOf(partner.actor, other)).toEqual([reply.message]);

    await Promise.all(
      times(100, async () => {
        const failing = await givenInvoice(partner);
        await givenDueReply(failing, member.actor, { message: "cannot be sent", dueInMs: -5_000 });
      }),
    );
    await givenDueReply(other, member.actor, { message: "after a hundred that fail" });
    await expect(releaseDueReplies(db, { scope: { partnerId: partner.id } })).rejects.toThrow("Replies that were not sent: 101");
    expect(await messagesOf(partner.actor, other)).toEqual([reply.message, "after a hundred that fail"]);

    await admin.db.execute(sql`drop trigger tickets_fail on tickets`);
    await releaseDueReplies(db, { scope: { partnerId: partner.id } });
    expect(await messagesOf(partner.actor, invoice)).toEqual(["cannot be sent", "after it"]);
  });
});

describe("exactly once:", () => {
  test("with several processes at the same time", async () => {
    const { partner, member, invoice } = await given();
    const others = await Promise.all(times(4, () => givenInvoice(partner)));
    for (const target of [invoice, ...others]) await givenDueReply(target, member.actor);

    await Promise.all(times(10, () => releaseDueReplies(db, { scope: { partnerId: partner.id } })));
    await releaseDueReplies(db, { scope: { partnerId: partner.id } });

    for (const target of [invoice, ...others]) expect(await messagesOf(partner.actor, target)).toEqual([reply.message]);
  });

  test("a reply is either sent or taken back", async () => {
    const { partner, member } = await given();
    const outcomes = { sent: 0, recalled: 0 };

    for (let round = 0; round < 20; round += 1) {
      const invoice = await givenInvoice(partner);
      const id = await givenDueReply(invoice, member.actor);
      const [recalled] = await Promise.all([
        recallReply(db, member.actor, id).catch(() => undefined),
        releaseDueReplies(db, { scope: { partnerId: partner.id } }),
      ]);
      await releaseDueReplies(db, { scope: { partnerId: partner.id } });

      const sent = await messagesOf(partner.actor, invoice);
      expect([recalled?.message, ...sent].filter(Boolean)).toEqual([reply.message]);
      outcomes[recalled ? "recalled" : "sent"] += 1;
    }
    expect(outcomes.sent + outcomes.recalled).toBe(20);
  });

  test("a process that dies before the commit has sent nothing, and the next one sends it", async () => {
    const { partner, member, invoice } = await given();
    const id = await givenDueReply(invoice, member.actor, { thenArchive: true });

    const death = db.transaction(async (tx) => {
      const locked = await lockInvoice(tx, member.actor, invoice.id);
      await releaseHeldReplies(tx, member.actor, locked, id);
      throw new Error("died");
    });
    await expect(death).rejects.toThrow("died");
    expect(await messagesOf(partner.actor, invoice)).toEqual([]);
    expect(await heldOf(invoice)).toEqual([{ id }]);

    await releaseDueReplies(db, { scope: { partnerId: partner.id } });
    expect(await messagesOf(partner.actor, invoice)).toEqual([reply.message]);
  });

  test("simultaneously deleting the invoice and releasing its reply causes no deadlock", async () => {
    const { partner, member } = await given();
    for (let round = 0; round < 20; round += 1) {
      const invoice = await givenInvoice(partner);
      await givenDueReply(invoice, member.actor);
      await Promise.all([releaseDueReplies(db, { scope: { partnerId: partner.id } }), deleteInvoice(db, partner.actor, invoice.id)]);
      expect(await heldOf(invoice)).toEqual([]);
    }
  });
});

test("the search for due replies reads only an index", async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute<{ "QUERY PLAN": string }>(
      sql`explain select id from held_replies where due_at <= now() order by due_at, recorded_order limit 100`,
    );
  });
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Index Cond: (due_at <= now())");
});
