import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { addNote } from "@/server/desk/tickets/add-note";
import { archiveTickets } from "@/server/desk/tickets/archive-tickets";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { getConversation } from "@/server/desk/tickets/get-conversation";
import { handBack } from "@/server/desk/tickets/hand-back";
import { holdReply } from "@/server/desk/tickets/hold-reply";
import { listTickets } from "@/server/desk/tickets/list-tickets";
import { releaseDueReplies } from "@/server/desk/tickets/release-due-replies";
import { sendHeldReplies } from "@/server/desk/tickets/send-held-replies";
import { unarchiveTickets } from "@/server/desk/tickets/unarchive-tickets";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenCompany, givenInvoice, givenMessage, givenPartner, givenTicket } from "@/server/testing/given";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { actAsSupport } from "./act-as-support";
import { getSupportConversation } from "./get-support-conversation";
import { recallSupportReply } from "./recall-support-reply";
import type { Supporter } from "./support-actor";

const reply = { message: "We found your payment.", sender: "support", thenArchive: false } as const;

let supporter: Supporter;
beforeEach(async () => {
  supporter = await givenSupporter();
});

async function given({ assigned = true } = {}) {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  const asked = await givenTicket(invoice, { message: "Where is my payment?" });
  if (assigned) await assignToSupport(db, partner.actor, invoice.id);
  return { partner, invoice, asked };
}

type Act = (invoiceId: string) => Promise<unknown>;

const asSupport = (invoiceId: string, act: (tx: Parameters<typeof holdReply>[0], actor: Actor) => Promise<unknown>) =>
  actAsSupport(db, supporter, invoiceId, act);

/** All acts of support on one invoice. */
const acts: Record<string, Act> = {
  read: (invoiceId) => getSupportConversation(db, supporter, invoiceId),
  reply: (invoiceId) => asSupport(invoiceId, (tx, actor) => holdReply(tx, actor, invoiceId, reply)),
  sendNow: (invoiceId) => asSupport(invoiceId, (tx, actor) => sendHeldReplies(tx, actor, invoiceId)),
  addNote: (invoiceId) => asSupport(invoiceId, (tx, actor) => addNote(tx, actor, invoiceId, { text: "Look twice." })),
  archive: (invoiceId) => asSupport(invoiceId, (tx, actor) => archiveTickets(tx, actor, invoiceId)),
  unarchive: (invoiceId) => actAsSupport(db, supporter, invoiceId, (tx, actor) => unarchiveTickets(tx, actor, invoiceId), "undo"),
  handBack: (invoiceId) => asSupport(invoiceId, (tx, actor) => handBack(tx, actor, invoiceId)),
};

const table = Object.entries(acts);
const outcomeOf = (act: Promise<unknown>) =>
  act.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );

describe("for support, an invoice without an assigned conversation looks exactly like a missing one:", () => {
  test.each(table)("%s", async (_, act) => {
    const { partner, invoice } = await given({ assigned: false });
    const handedBack = await given();
    await handBack(db, handedBack.partner.actor, handedBack.invoice.id);
    const archivedByPartner = await given({ assigned: false });
    await archiveTickets(db, archivedByPartner.partner.actor, archivedByPartner.invoice.id);
    const sibling = await givenInvoice(partner, { company: await givenCompany(partner) });
    await assignToSupport(db, partner.actor, sibling.id);

    for (const id of [newId(), invoice.id, handedBack.invoice.id, archivedByPartner.invoice.id]) {
      await expect(act(id)).rejects.toMatchObject({ code: "invalid_invoice_id", kind: "not_found" });
    }
    expect(await listTickets(db, partner.actor, invoice.id)).toMatchObject([{ status: "unanswered" }]);
    expect((await getConversation(db, partner.actor, invoice.id)).entries).toHaveLength(1);
  });

  test.each(table)("%s, for a person outside support", async (_, act) => {
    const { partner, invoice } = await given();
    supporter = { person: (await givenMember(partner)).person, requestId: null };

    await expect(act(invoice.id)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  });

  test.each(table.filter(([name]) => name !== "unarchive"))("%s is done where it has one", async (_, act) => {
    const { invoice } = await given();

    expect(await outcomeOf(act(invoice.id))).toBe("done");
  });
});

test("support sees a customer's account number masked", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true, invoice: { directDebitIban: "NL91ABNA0417164300" } });
  await givenTicket(invoice, { message: "Which account?" });
  await assignToSupport(db, partner.actor, invoice.id);
  const seen = await getSupportConversation(db, supporter, invoice.id);
  expect(seen.invoice.directDebitIban).toBe("NL91 … 4300");
  expect(JSON.stringify(seen)).not.toContain("0417164300");
});

describe("a conversation archived while assigned to support", () => {
  const archivedBy = {
    support: (invoice: InvoiceDetails) => acts.archive?.(invoice.id),
    "the partner": (invoice: InvoiceDetails, partner: GivenPartner) => archiveTickets(db, partner.actor, invoice.id),
  };

  test.each(Object.entries(archivedBy))("by %s can be read and brought back, and nothing else", async (_, archive) => {
    const { partner, invoice } = await given();
    await archive(invoice, partner);

    expect(await getSupportConversation(db, supporter, invoice.id)).toMatchObject({
      isAssigned: false,
      conversation: { status: "archived" },
    });
    for (const name of ["reply", "sendNow", "addNote", "archive", "handBack"]) {
      expect([name, await outcomeOf(acts[name]?.(invoice.id) ?? Promise.resolve())]).toEqual([name, "invalid_invoice_id"]);
    }
    await acts.unarchive?.(invoice.id);
    expect(await getSupportConversation(db, supporter, invoice.id)).toMatchObject({
      isAssigned: true,
      conversation: { status: "unanswered" },
    });
  });

  test("is closed to support once anything was written since, or once it was archived again without support", async () => {
    const said = await given();
    await acts.archive?.(said.invoice.id);
    await givenTicket(said.invoice);
    const again = await given();
    await acts.archive?.(again.invoice.id);
    await givenTicket(again.invoice);
    await archiveTickets(db, again.partner.actor, again.invoice.id);

    for (const { invoice } of [said, again]) {
      for (const name of ["read", "unarchive"])
        expect(await outcomeOf(acts[name]?.(invoice.id) ?? Promise.resolve())).toBe("invalid_invoice_id");
    }
  });
});

describe("a reply by support", () => {
  test("is the company's answer for customers and partners' systems, and support's in the portal", async () => {
    const { partner, invoice } = await given();
    await acts.reply?.(invoice.id);
    await acts.sendNow?.(invoice.id);

    const [asked, answered] = await listTickets(db, partner.actor, invoice.id);
    expect(asked).toMatchObject({ status: "answered" });
    expect(answered).toMatchObject({ sender: "support", authorId: supporter.person.id, companyId: invoice.companyId });
    const { entries } = await getConversation(db, partner.actor, invoice.id);
    expect(entries.find((entry) => entry.kind === "ticket" && entry.sender === "support")).toMatchObject({
      author: { kind: "support", name: null },
    });
    const { conversation } = await getSupportConversation(db, supporter, invoice.id);
    expect(conversation.entries.at(-1)).toMatchObject({ author: { kind: "support", name: "Ana Lindqvist" } });
  });

  test("is sent even if support lost the conversation in the meantime, but then does not archive it", async () => {
    const { partner, invoice } = await given();
    await asSupport(invoice.id, (tx, actor) => holdReply(tx, actor, invoice.id, { ...reply, thenArchive: true }));
    await makeDue(invoice);
    await handBack(db, partner.actor, invoice.id);

    await releaseDueReplies(db, { scope: { partnerId: partner.id } });

    expect(await listTickets(db, partner.actor, invoice.id)).toMatchObject([
      { status: "answered" },
      { status: "answered", sender: "support" },
    ]);
  });

  test("can be taken back only by its author, even after support lost the conversation", async () => {
    const { partner, invoice } = await given();
    const held = await actAsSupport(db, supporter, invoice.id, (tx, actor) => holdReply(tx, actor, invoice.id, reply));
    await handBack(db, partner.actor, invoice.id);

    await expect(recallSupportReply(db, await givenSupporter(), held.id)).rejects.toMatchObject({ code: "invalid_held_reply_id" });
    expect(await recallSupportReply(db, supporter, held.id)).toEqual({ invoiceId: invoice.id, message: reply.message });
    await expect(recallSupportReply(db, supporter, held.id)).rejects.toMatchObject({ code: "invalid_held_reply_id" });
  });

  /** Replaces the held reply by one with a due time in the past, because rows cannot be changed. */
  async function makeDue({ id }: InvoiceDetails): Promise<void> {
    await db.execute(sql`with held as (delete from held_replies where invoice_id = ${id} returning *)
      insert into held_replies (partner_id, id, company_id, invoice_id, author_id, sender, message, then_archive, read_until_order, created_at, due_at)
      select partner_id, id, company_id, invoice_id, author_id, sender, message, then_archive, read_until_order, created_at, now() - interval '1 second' from held`);
  }
});

describe("support loses a conversation in the middle of an act", () => {
  test.each(table.filter(([name]) => name !== "read" && name !== "unarchive"))("%s is refused and nothing is written", async (_, act) => {
    const { partner, invoice } = await given();

    const acting = await db.transaction(async (tx) => {
      await handBack(tx, partner.actor, invoice.id);
      const begun = outcomeOf(act(invoice.id));
      await untilATransactionWaits();
      return { begun };
    });

    expect(await acting.begun).toBe("invalid_invoice_id");
    expect(await listTickets(db, partner.actor, invoice.id)).toMatchObject([{ status: "unanswered" }]);
  });

  /** Waits until a transaction waits for the invoice's lock. */
  async function untilATransactionWaits(): Promise<void> {
    for (;;) {
      const waiting = await db.execute(
        sql`select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
      );
      if (waiting.length > 0) return;
    }
  }
});

test("support sees the facts of the conversation's invoice, and earlier conversations that are assigned to support too", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { currency: "CHF" });
  const invoice = await givenInvoice(partner, { company, transmitted: true });
  await givenMessage(invoice);
  const [theirs, notTheirs] = [await givenInvoice(partner, { company }), await givenInvoice(partner, { company })];
  for (const other of [theirs, notTheirs]) await givenTicket(other);
  for (const assigned of [invoice, theirs]) await assignToSupport(db, partner.actor, assigned.id);
  await addNote(db, (await givenMember(partner, { name: "Clara Weiß" })).actor, invoice.id, { text: "Be kind." });

  const facts = await getSupportConversation(db, supporter, invoice.id);

  expect(facts).toMatchObject({
    isAssigned: true,
    invoice: {
      id: invoice.id,
      currency: "CHF",
      transmittedAt: expect.any(Date),
      isPaymentInProgress: false,
      lines: [{ amountCents: 4_500 }],
      messages: [{ type: "EMAIL" }],
    },
    conversation: { companyName: company.name, locale: "nl", previous: [{ invoiceId: theirs.id }] },
  });
  expect(facts.conversation.entries.at(-1)).toMatchObject({
    kind: "note",
    text: "Be kind.",
    author: { kind: "person", name: "Clara Weiß" },
  });
  expect(facts.conversation.previous).toHaveLength(1);
});
