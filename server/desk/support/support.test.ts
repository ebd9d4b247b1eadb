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

/** All acts of support on an invoice. */
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

describe("support finds nothing where it has no conversation, exactly as where there is no invoice:", () => {
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

  test.each(table)("%s, by a person outside support", async (_, act) => {
    const { partner, invoice } = await given();
    supporter = { person: (await givenMember(partner)).person, requestId: null };

    await expect(act(invoice.id)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  });

  test.each(table.filter(([name]) => name !== "unarchive"))("%s is done where it has one", async (_, act) => {
    const { invoice } = await given();

    expect(await outcomeOf(act(invoice.id))).toBe("done");
  });
});

test("support recognises a customer's account number, and does not learn it", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true, invoice: { directDebitIban: "NL91ABNA0417164300" } });
  await givenTicket(invoice, { message: "Which account?" });
  await assignToSupport(db, partner.actor, invoice.id);
  const seen = await getSupportConversation(db, supporter, invoice.id);
  expect(seen.invoice.directDebitIban).toBe("NL91 … 4300");
  expect(JSON.stringify(seen)).not.toContain("0417164300");
});

describe("a conversation that was archived out of support's queue", () => {
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

  test("is the partner's alone once anything was said since, or it was archived again without support", async () => {
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

describe("what support writes", () => {
  test("is the company's answer to customers and partners' systems, and support's in the portal", async () => {
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

  test("is sent although support lost the conversation meanwhile, which then is not archived over the partner's head", async () => {
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

  test("can be called back by its author alone, also once support lost the conversation", async () => {
    const { partner, invoice } = await given();
    const held = await actAsSupport(db, supporter, invoice.id, (tx, actor) => holdReply(tx, actor, invoice.id, reply));
    await handBack(db, partner.actor, invoice.id);

    await expect(recallSupportReply(db, await givenSupporter(), held.id)).rejects.toMatchObject({ code: "invalid_held_reply_id" });
    expect(await recallSupportReply(db, supporter, held.id)).toEqual({ invoiceId: invoice.id, message: reply.message });
    await expect(recallSupportReply(db, supporter, held.id)).rejects.toMatchObject({ code: "invalid_held_reply_id" });
  });

  /** Rewrites the held reply with a due time in the past, because a row never changes. */
  async function makeDue({ id }: InvoiceDetails): Promise<void> {
    await db.execute(sql`with held as (delete from held_replies where invoice_id = ${id} returning *)
      insert into held_replies (partner_id, id, company_id, invoice_id, author_id, sender, message, then_archive, read_until_order, created_at, due_at)
      select partner_id, id, company_id, invoice_id, author_id, sender, message, then_archive, read_until_order, created_at, now() - interval '1 second' from held`);
  }
});

describe("when support loses a conversation in the middle of an act", () => {
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

  /** Waits for a transaction that waits for the lock on the invoice. */
  async function untilATransactionWaits(): Promise<void> {
    for (;;) {
      const waiting = await db.execute(
        sql`select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
      );
      if (waiting.length > 0) return;
    }
  }
});

test("beside the conversation support is shown the facts of its invoice, and earlier conversations that it has as well", async () => {
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
