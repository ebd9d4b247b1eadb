import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { archiveTickets } from "@/server/desk/tickets/archive-tickets";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import type { ConversationPage, ConversationStatus } from "@/server/desk/tickets/conversation";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { type GivenPartner, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { countSupportConversations } from "./count-support-conversations";
import { listSupportConversations } from "./list-support-conversations";
import type { Supporter } from "./support-actor";

let supporter: Supporter;
beforeEach(async () => {
  supporter = await givenSupporter();
});

describe("support's inbox", () => {
  const ours = async (status: ConversationStatus, partners: GivenPartner[]) => {
    const listed = await everyPage(supporter, status, 100);
    const numbers = new Set<string>();
    for (const partner of partners)
      for (const row of await db.execute<{ id: string }>(sql`select id from invoices where partner_id = ${partner.id}`))
        numbers.add(row.id);
    return listed.filter((id) => numbers.has(id));
  };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  test("marks conversations of sandboxes", async () => {
    for (const isSandbox of [true, false]) {
      const partner = await givenPartner({ isSandbox });
      const invoice = await givenInvoice(partner);
      await givenTicket(invoice, { createdAt: new Date(0) });
      await assignToSupport(db, partner.actor, invoice.id);
      const { entries } = await listSupportConversations(db, supporter, { status: "unanswered", pageSize: 100 });
      expect(entries.find(({ invoiceId }) => invoiceId === invoice.id)).toMatchObject({ isSandbox });
      await archiveTickets(db, partner.actor, invoice.id);
    }
  });

  test("covers all partners: longest waiting first, then answered ones, then those archived by support", async () => {
    const [one, two] = [await givenPartner(), await givenPartner()];
    const assigned = async (partner: GivenPartner, minutes: number) => {
      const invoice = await givenInvoice(partner);
      await givenTicket(invoice, { createdAt: minutesAgo(minutes) });
      await assignToSupport(db, partner.actor, invoice.id);
      return invoice;
    };
    const before = await countSupportConversations(db, supporter);
    const late = await assigned(one, 10);
    const early = await assigned(two, 300);
    const answered = await assigned(one, 50);
    await createTicket(db, one.actor, answered.id, { message: "Yes" });
    const silent = await givenInvoice(two);
    await assignToSupport(db, two.actor, silent.id);
    const archivedEarly = await assigned(two, 60);
    await archiveTickets(db, two.actor, archivedEarly.id);
    const archivedLate = await assigned(one, 70);
    await archiveTickets(db, one.actor, archivedLate.id);
    const reopened = await assigned(one, 80);
    await archiveTickets(db, one.actor, reopened.id);
    await givenTicket(reopened);
    const archivedAndAssigned = await assigned(two, 90);
    await archiveTickets(db, two.actor, archivedAndAssigned.id);
    await assignToSupport(db, { ...two.actor, clockOffsetMs: -60_000 }, archivedAndAssigned.id);
    const notAssigned = await givenInvoice(one);
    await givenTicket(notAssigned);

    expect(await ours("unanswered", [one, two])).toEqual([early.id, late.id]);
    expect(await ours("answered", [one, two])).toEqual([silent.id, answered.id, archivedAndAssigned.id]);
    expect(await ours("archived", [one, two])).toEqual([archivedLate.id, archivedEarly.id]);
    const after = await countSupportConversations(db, supporter);
    expect({ unanswered: after.unanswered - before.unanswered, answered: after.answered - before.answered }).toEqual({
      unanswered: 2,
      answered: 3,
    });
  });

  test("is closed to everybody else", async () => {
    const { person } = await givenMember(await givenPartner(), { role: "administrator" });
    const member = { person, requestId: null };

    await expect(listSupportConversations(db, member, { status: "unanswered", pageSize: 10 })).rejects.toMatchObject({
      code: "not_allowed",
    });
    await expect(countSupportConversations(db, member)).rejects.toMatchObject({ code: "not_allowed" });
  });

  test("can be read page by page in the same order", async () => {
    const partner = await givenPartner();
    for (let count = 0; count < 5; count += 1) {
      for (const act of [undefined, createTicket, archiveTickets]) {
        const invoice = await givenInvoice(partner);
        await givenTicket(invoice, { createdAt: minutesAgo(42) });
        await assignToSupport(db, partner.actor, invoice.id);
        await act?.(db, partner.actor, invoice.id, { message: "Yes" });
      }
    }

    for (const status of ["unanswered", "answered", "archived"] as const) {
      const whole = await listSupportConversations(db, supporter, { status, pageSize: 100 });
      const walked = await everyPage(supporter, status, 3);
      expect(walked.slice(0, 100)).toEqual(whole.entries.map(({ invoiceId }) => invoiceId));
    }
  });
});

/** Returns the ids of all invoices with such a conversation, in order. The database also contains those of other tests. */
async function everyPage(supporter: Supporter, status: ConversationStatus, pageSize: number): Promise<string[]> {
  const walked: string[] = [];
  for (let cursor: ConversationPage["nextCursor"] | undefined; cursor !== null; ) {
    const page = await listSupportConversations(db, supporter, { status, pageSize, cursor });
    walked.push(...page.entries.map(({ invoiceId }) => invoiceId));
    cursor = page.nextCursor;
  }
  return walked;
}
