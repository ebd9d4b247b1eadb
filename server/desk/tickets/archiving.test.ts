import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { archivings } from "@/db/schema/conversations";
import { supportAssignments } from "@/db/schema/tickets";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { changesOf } from "@/server/testing/changes-of";
import { givenInvoice, givenPartner, givenTicket, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { archiveTickets } from "./archive-tickets";
import { assignToSupport } from "./assign-to-support";
import { createTicket } from "./create-ticket";
import { getConversation } from "./get-conversation";
import { handBack } from "./hand-back";
import { listTickets } from "./list-tickets";
import { unarchiveTickets } from "./unarchive-tickets";

async function given() {
  const partner = await givenPartner();
  const { actor } = await givenMember(partner);
  const invoice = await givenInvoice(partner);
  return {
    partner,
    actor,
    invoice,
    archive: () => archiveTickets(db, actor, invoice.id),
    unarchive: (archivingId?: string) => unarchiveTickets(db, actor, invoice.id, archivingId),
    statuses: async () => (await listTickets(db, actor, invoice.id)).map(({ status }) => status),
  };
}

async function assignmentOf({ partnerId, id }: InvoiceDetails): Promise<Date | undefined> {
  const [assignment] = await db
    .select()
    .from(supportAssignments)
    .where(and(eq(supportAssignments.partnerId, partnerId), eq(supportAssignments.invoiceId, id)));
  return assignment?.assignedAt;
}

describe("an archiving is undone completely:", () => {
  test("every ticket gets its former status, and support the conversation with its former time of assignment", async () => {
    const { actor, invoice, archive, unarchive, statuses } = await given();
    await givenTicket(invoice);
    await createTicket(db, actor, invoice.id, { message: "Answer" });
    await givenTicket(invoice);
    await assignToSupport(db, actor, invoice.id);
    const assignedAt = await assignmentOf(invoice);
    expect(await statuses()).toEqual(["answered", "answered", "unanswered"]);

    await archive();
    expect(await statuses()).toEqual(["archived", "archived", "archived"]);
    expect(await assignmentOf(invoice)).toBeUndefined();

    await unarchive();
    expect(await statuses()).toEqual(["answered", "answered", "unanswered"]);
    expect(await assignmentOf(invoice)).toEqual(assignedAt);
  });

  test("tickets archived earlier stay archived", async () => {
    const { invoice, archive, unarchive, statuses } = await given();
    await givenTicket(invoice);
    await archive();
    await givenTicket(invoice);
    await archive();

    await unarchive();

    expect(await statuses()).toEqual(["archived", "unanswered"]);
  });

  test("an archiving that only ended support's assignment restores it", async () => {
    const { actor, invoice, archive, unarchive } = await given();
    await assignToSupport(db, actor, invoice.id);
    await archive();
    expect(await assignmentOf(invoice)).toBeUndefined();
    await unarchive();

    expect(await assignmentOf(invoice)).toBeDefined();
  });

  test("even if the conversation was assigned to support again since", async () => {
    const { actor, invoice, archive, unarchive, statuses } = await given();
    await givenTicket(invoice);
    await assignToSupport(db, actor, invoice.id);
    await archive();
    await assignToSupport(db, actor, invoice.id);
    const assignedAt = await assignmentOf(invoice);
    await unarchive();

    expect(await statuses()).toEqual(["unanswered"]);
    expect(await assignmentOf(invoice)).toEqual(assignedAt);
  });

  test("the changes are recorded as its author's", async () => {
    const { partner, actor, invoice, archive, unarchive } = await given();
    await givenTicket(invoice);
    await assignToSupport(db, actor, invoice.id);
    const kinds = async (work: () => Promise<unknown>) => {
      const changes = await changesOf(partner.id, work);
      expect(new Set(changes.map((change) => change.actor))).toEqual(new Set([`person:${actor.id}`]));
      return changes.map(({ kind }) => kind);
    };

    expect(await kinds(archive)).toEqual(["tickets_archived", "left_support"]);
    expect(await kinds(unarchive)).toEqual(["tickets_unanswered", "assigned_to_support"]);
  });
});

describe("there is nothing to undo", () => {
  test("if nothing was archived, or there was nothing to archive", async () => {
    const { archive, unarchive } = await given();

    await expect(unarchive()).rejects.toMatchObject({ code: "nothing_to_undo" });
    expect(await archive()).toBeNull();
    await expect(unarchive()).rejects.toMatchObject({ code: "nothing_to_undo" });
  });

  test("after it was undone already", async () => {
    const { invoice, archive, unarchive } = await given();
    await givenTicket(invoice);
    await archive();
    await unarchive();

    await expect(unarchive()).rejects.toMatchObject({ code: "nothing_to_undo" });
  });

  test("once the customer has written, or a colleague answered", async () => {
    const { actor, invoice, archive, unarchive, statuses } = await given();
    await givenTicket(invoice);
    await archive();
    await givenTicket(invoice);
    await expect(unarchive()).rejects.toMatchObject({ code: "nothing_to_undo" });

    await archive();
    await createTicket(db, actor, invoice.id, { message: "Answer" });
    await expect(unarchive()).rejects.toMatchObject({ code: "nothing_to_undo" });
    expect(await statuses()).toEqual(["archived", "archived", "answered"]);
  });

  test("if the archiving is not the newest", async () => {
    const { invoice, archive, unarchive, statuses } = await given();
    await givenTicket(invoice);
    const first = await archive();
    await givenTicket(invoice);
    const second = await archive();

    await expect(unarchive(first ?? "")).rejects.toMatchObject({ code: "nothing_to_undo" });
    await unarchive(second ?? "");
    expect(await statuses()).toEqual(["archived", "unanswered"]);
  });

  test("as the conversation itself shows", async () => {
    const { actor, invoice, archive, unarchive } = await given();
    const offered = async () => (await getConversation(db, actor, invoice.id)).archivingId;
    await givenTicket(invoice);
    expect(await offered()).toBeNull();
    const archiving = await archive();
    expect(await offered()).toBe(archiving);
    await unarchive();
    expect(await offered()).toBeNull();
    await archive();
    await givenTicket(invoice);
    expect(await offered()).toBeNull();
  });
});

describe("simultaneous acts", () => {
  test("of twenty archivings one is recorded", async () => {
    const { invoice, archive } = await given();
    await givenTicket(invoice);

    const done = await Promise.all(times(20, archive));

    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await db.select().from(archivings).where(eq(archivings.invoiceId, invoice.id))).toHaveLength(1);
  });

  test("of twenty undos one succeeds", async () => {
    const { invoice, archive, unarchive, statuses } = await given();
    await givenTicket(invoice);
    await archive();

    const done = await Promise.allSettled(times(20, () => unarchive()));

    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await statuses()).toEqual(["unanswered"]);
  });

  test("of the customer writing and a colleague archiving: the ticket waits, or was archived with the rest and can be undone", async () => {
    const { partner, actor } = await given();
    for (let round = 0; round < 10; round += 1) {
      const invoice = await givenInvoice(partner);
      await givenTicket(invoice);
      await Promise.all([archiveTickets(db, actor, invoice.id), givenTicket(invoice)]);

      const { status, archivingId } = await getConversation(db, actor, invoice.id);
      expect(status === "unanswered" || (status === "archived" && archivingId !== null)).toBe(true);
    }
  });

  test("of the customer writing and a colleague undoing: the second finds the result of the first", async () => {
    const { partner, actor } = await given();
    for (let round = 0; round < 10; round += 1) {
      const invoice = await givenInvoice(partner);
      await givenTicket(invoice);
      await archiveTickets(db, actor, invoice.id);
      const undone = unarchiveTickets(db, actor, invoice.id).then(
        () => "unanswered",
        () => "archived",
      );
      const [first] = await Promise.all([undone, givenTicket(invoice)]);

      expect((await listTickets(db, actor, invoice.id)).map(({ status }) => status)).toEqual([first, "unanswered"]);
    }
  });
});

test("archiving stops if there is a message that its actor did not see", async () => {
  const { actor, invoice, statuses } = await given();
  const { id: lastSeenTicketId } = await givenTicket(invoice);
  await givenTicket(invoice);

  await expect(archiveTickets(db, actor, invoice.id, { lastSeenTicketId })).rejects.toMatchObject({ code: "newer_message_exists" });
  expect(await statuses()).toEqual(["unanswered", "unanswered"]);
});

test("a conversation that is handed back leaves support's queue and keeps its statuses; repeating it changes nothing", async () => {
  const { actor, invoice, statuses } = await given();
  await givenTicket(invoice);
  await assignToSupport(db, actor, invoice.id);

  await handBack(db, actor, invoice.id);
  await handBack(db, actor, invoice.id);

  expect(await assignmentOf(invoice)).toBeUndefined();
  expect(await statuses()).toEqual(["unanswered"]);
});
