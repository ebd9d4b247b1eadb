import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { newId } from "@/server/platform/id";
import { changesOf } from "@/server/testing/changes-of";
import { givenCompany, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { heldOf, messagesOf, statusesOf } from "@/server/testing/tickets-of";
import { addNote } from "./add-note";
import { archiveTickets } from "./archive-tickets";
import { createTicket } from "./create-ticket";
import { getConversation } from "./get-conversation";
import { holdReply, type NewReply } from "./hold-reply";
import { keepDraft } from "./keep-draft";
import { listConversations } from "./list-conversations";
import { recallReply } from "./recall-reply";
import { releaseDueReplies } from "./release-due-replies";
import { sendHeldReplies } from "./send-held-replies";
import { unarchiveTickets } from "./unarchive-tickets";

const reply: NewReply = { message: "Of course you can.", sender: "company", thenArchive: false };

async function given() {
  const partner = await givenPartner();
  const member = await givenMember(partner);
  const invoice = await givenInvoice(partner);
  return {
    partner,
    member,
    invoice,
    hold: (sent: Partial<NewReply> = {}) => holdReply(db, member.actor, invoice.id, { ...reply, ...sent }),
  };
}

describe("a reply is held for ten seconds:", () => {
  test("the customer and the interface do not see it, and its author does", async () => {
    const { invoice, member, partner, hold } = await given();
    const colleague = await givenMember(partner, { name: "Tom Achterberg" });

    const changes = await changesOf(partner.id, hold);
    await releaseDueReplies(db, { scope: { partnerId: partner.id } });

    expect(changes).toEqual([]);
    expect(await messagesOf(partner.actor, invoice)).toEqual([]);
    expect((await getInvoice(db, partner.actor, invoice.id)).tickets).toEqual([]);
    const own = await getConversation(db, member.actor, invoice.id);
    expect(own).toMatchObject({ heldReplies: [{ message: reply.message, thenArchive: false }], colleaguesReplying: [], entries: [] });
    expect(own.heldReplies[0]?.remainingMs).toBeGreaterThan(0);
    expect(own.heldReplies[0]?.remainingMs).toBeLessThanOrEqual(10_000);
    const theirs = await getConversation(db, colleague.actor, invoice.id);
    expect(theirs).toMatchObject({ heldReplies: [], colleaguesReplying: [{ kind: "person", name: member.person.name }] });
    expect(JSON.stringify(theirs)).not.toContain(reply.message);
  });

  test("a customer without an e-mail address gets no reply in the portal, and a message over the interface is undelivered", async () => {
    const { partner, member } = await given();
    const invoice = await givenInvoice(partner, { transmitted: true, invoice: { customerEmail: null, customerPhoneNumber: "0612345678" } });
    await givenTicket(invoice);
    await expect(holdReply(db, member.actor, invoice.id, reply)).rejects.toMatchObject({ code: "customer_without_email" });
    expect(await getConversation(db, member.actor, invoice.id)).toMatchObject({
      status: "unanswered",
      isReplyLost: false,
      heldReplies: [],
    });

    await createTicket(db, partner.actor, invoice.id, { message: "Over the interface" });
    expect(await getConversation(db, member.actor, invoice.id)).toMatchObject({ status: "answered", isReplyLost: true });
    const { entries } = await listConversations(db, member.actor, { status: "answered", pageSize: 10 });
    expect(entries).toMatchObject([{ invoiceId: invoice.id, isReplyLost: true }]);
  });

  test("an answer that the customer's mail server refused is shown as not delivered", async () => {
    const { partner, member } = await given();
    const invoice = await givenInvoice(partner, { transmitted: true });
    const answer = await createTicket(db, partner.actor, invoice.id, { message: "Of course" });
    expect(await getConversation(db, member.actor, invoice.id)).toMatchObject({ isReplyLost: false });
    await db.update(outgoingMessages).set({ state: "refused", failure: "550" }).where(eq(outgoingMessages.ticketId, answer.id));
    expect(await getConversation(db, member.actor, invoice.id)).toMatchObject({ status: "answered", isReplyLost: true });
  });

  test("its author can take it back once, gets the text, and it is never sent", async () => {
    const { invoice, member, hold } = await given();
    const { id } = await hold();

    expect(await recallReply(db, member.actor, id)).toEqual({ invoiceId: invoice.id, message: reply.message });

    await expect(recallReply(db, member.actor, id)).rejects.toMatchObject({ code: "invalid_held_reply_id" });
    await sendHeldReplies(db, member.actor, invoice.id);
    expect(await messagesOf(member.actor, invoice)).toEqual([]);
  });

  test("others cannot take it back: a colleague, another partner, or its author without access to the company", async () => {
    const { partner, member, hold } = await given();
    const { id } = await hold();
    const others = [
      (await givenMember(partner)).actor,
      (await givenMember(await givenPartner())).actor,
      { ...member.actor, companyIds: [(await givenCompany(partner)).id] },
    ];

    for (const other of others) await expect(recallReply(db, other, id)).rejects.toMatchObject({ code: "invalid_held_reply_id" });
    expect(await recallReply(db, member.actor, id)).toMatchObject({ message: reply.message });
  });

  test("once sent it cannot be taken back", async () => {
    const { invoice, member, hold } = await given();
    const { id } = await hold();
    await sendHeldReplies(db, member.actor, invoice.id);

    await expect(recallReply(db, member.actor, id)).rejects.toMatchObject({ code: "invalid_held_reply_id" });
  });

  test("only people can write one", async () => {
    const { partner, invoice } = await given();

    await expect(holdReply(db, partner.actor, invoice.id, reply)).rejects.toThrow("no author");
    await expect(holdReply(db, { ...partner.actor, kind: "key", id: newId() }, invoice.id, reply)).rejects.toThrow("no author");
  });
});

describe("a reply that would cross another message is refused", () => {
  test("if the customer or a colleague has written since the author looked", async () => {
    const { invoice, hold } = await given();
    await expect(hold({ lastSeenTicketId: null })).resolves.toBeDefined();
    const first = await givenTicket(invoice);
    await expect(hold({ lastSeenTicketId: null })).rejects.toMatchObject({ code: "newer_message_exists" });
    const second = await givenTicket(invoice);
    await expect(hold({ lastSeenTicketId: first.id })).rejects.toMatchObject({ code: "newer_message_exists" });
    await expect(hold({ lastSeenTicketId: second.id })).resolves.toBeDefined();
  });

  test("if a colleague's reply is about to be sent; the author's own does not count", async () => {
    const { partner, invoice, hold } = await given();
    const { id: lastSeenTicketId } = await givenTicket(invoice);
    const colleague = await givenMember(partner);
    await hold({ lastSeenTicketId });
    await hold({ lastSeenTicketId });

    await expect(holdReply(db, colleague.actor, invoice.id, { ...reply, lastSeenTicketId })).rejects.toMatchObject({
      code: "newer_message_exists",
    });
  });

  test("but is sent if it does not state what the author saw", async () => {
    const { member, invoice, hold } = await given();
    await givenTicket(invoice);
    await hold();
    await sendHeldReplies(db, member.actor, invoice.id);

    expect(await messagesOf(member.actor, invoice)).toContain(reply.message);
  });

  test("for one of two colleagues who answer the same question at the same time", async () => {
    const { partner, member, invoice } = await given();
    const { id: lastSeenTicketId } = await givenTicket(invoice);
    const authors = [member, await givenMember(partner)];

    const outcomes = await Promise.allSettled(authors.map(({ actor }) => holdReply(db, actor, invoice.id, { ...reply, lastSeenTicketId })));

    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

test("archiving first sends the person's own held replies, so that the conversation stays archived", async () => {
  const { partner, member, invoice, hold } = await given();
  await givenTicket(invoice, { message: "asked" });
  await hold();
  await archiveTickets(db, member.actor, invoice.id);

  expect(await statusesOf(partner.actor, invoice)).toEqual({ asked: "archived", [reply.message]: "archived" });
  expect(await heldOf(invoice)).toEqual([]);
});

test("an archiving that a held reply has caused can be undone as well", async () => {
  const { partner, member, invoice, hold } = await given();
  await givenTicket(invoice, { message: "asked" });
  await hold({ thenArchive: true });

  const archivingId = await archiveTickets(db, member.actor, invoice.id);
  expect(archivingId).not.toBeNull();
  await unarchiveTickets(db, member.actor, invoice.id, archivingId ?? undefined);

  expect(await statusesOf(partner.actor, invoice)).toEqual({ asked: "answered", [reply.message]: "answered" });
});

test("sending now sends the person's own held replies, and no colleague's", async () => {
  const { partner, member, invoice, hold } = await given();
  const colleague = await givenMember(partner);
  await hold();
  await holdReply(db, colleague.actor, invoice.id, { ...reply, message: "theirs" });

  await sendHeldReplies(db, member.actor, invoice.id);

  expect(await messagesOf(partner.actor, invoice)).toEqual([reply.message]);
  expect(await heldOf(invoice)).toHaveLength(1);
});

describe("a draft", () => {
  const draftOf = async (actor: Actor, invoiceId: string) => (await getConversation(db, actor, invoiceId)).draft;

  test("belongs to its author alone, and is gone once it is sent or emptied", async () => {
    const partner = await givenPartner();
    const [ada, ben] = [(await givenMember(partner)).actor, (await givenMember(partner)).actor];
    const invoice = await givenInvoice(partner);
    await givenTicket(invoice);

    await keepDraft(db, ada, invoice.id, { reply: "Dear", note: "Call" });
    await keepDraft(db, ada, invoice.id, { reply: "Dear Anneke", note: "Call" });
    expect(await draftOf(ada, invoice.id)).toEqual({ reply: "Dear Anneke", note: "Call" });
    expect(await draftOf(ben, invoice.id)).toBeNull();

    await holdReply(db, ada, invoice.id, { message: "Dear Anneke, yes", sender: "company", thenArchive: false });
    expect(await draftOf(ada, invoice.id)).toEqual({ reply: "", note: "Call" });
    await addNote(db, ada, invoice.id, { text: "Called" });
    expect(await draftOf(ada, invoice.id)).toBeNull();

    await keepDraft(db, ada, invoice.id, { reply: "x", note: "" });
    await keepDraft(db, ada, invoice.id, { reply: " ", note: "" });
    expect(await draftOf(ada, invoice.id)).toBeNull();
    await expect(keepDraft(db, (await givenPartner()).actor, invoice.id, { reply: "x", note: "" })).rejects.toMatchObject({
      code: "invalid_invoice_id",
    });
  });
});
