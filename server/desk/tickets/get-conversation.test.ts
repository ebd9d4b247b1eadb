import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { givenCompany, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { addNote } from "./add-note";
import { archiveTickets } from "./archive-tickets";
import { assignToSupport } from "./assign-to-support";
import type { ConversationEntry } from "./conversation";
import { createTicket } from "./create-ticket";
import { getConversation } from "./get-conversation";
import { handBack } from "./hand-back";
import { unarchiveTickets } from "./unarchive-tickets";

async function given() {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const member = await givenMember(partner, { name: "Clara Weiß" });
  const invoice = await givenInvoice(partner, { company });
  const read = async (actor: Actor = member.actor) => getConversation(db, actor, invoice.id);
  return { partner, company, member, invoice, read };
}

const told = (entry: ConversationEntry) => {
  if (entry.kind === "ticket") return [entry.author, entry.message];
  return entry.kind === "note" ? [entry.author, entry.text] : [entry.by, entry.kind];
};

/** Waits for the next millisecond. At the same time, acts are listed after messages, so a message after an act needs a later time. */
async function nextMillisecond(): Promise<void> {
  for (const now = Date.now(); Date.now() === now; ) await new Promise((resolve) => setImmediate(resolve));
}

test("a conversation contains all messages, notes and acts in order, each with its author", async () => {
  const { partner, member, invoice, read } = await given();
  const { key, ...apiKey } = await createApiKey(db, partner.id, { name: "Club administration" });
  const byKey: Actor = { ...partner.actor, kind: "key", id: apiKey.id };
  const supporter = await givenSupporter("Ana Lindqvist");
  const bySupport: Actor = { ...member.actor, id: supporter.person.id };
  const clara = { kind: "person", name: "Clara Weiß" };
  const support = { kind: "support", name: null };

  await givenTicket(invoice, { message: "Why so much?" });
  await createTicket(db, member.actor, invoice.id, { message: "Because of the locker." });
  await createTicket(db, byKey, invoice.id, { message: "And the fee." });
  await assignToSupport(db, member.actor, invoice.id);
  await nextMillisecond();
  await addNote(db, member.actor, invoice.id, { text: "Be kind." });
  await addNote(db, bySupport, invoice.id, { text: "Always." });
  await handBack(db, bySupport, invoice.id);
  await assignToSupport(db, byKey, invoice.id);
  await archiveTickets(db, byKey, invoice.id);
  await unarchiveTickets(db, member.actor, invoice.id);
  await nextMillisecond();
  await givenTicket(invoice, { message: "Thanks!" });

  expect((await read()).entries.map(told)).toEqual([
    [{ kind: "customer" }, "Why so much?"],
    [clara, "Because of the locker."],
    [{ kind: "company" }, "And the fee."],
    [clara, "assigned_to_support"],
    [clara, "Be kind."],
    [support, "Always."],
    [support, "left_support"],
    [{ kind: "key", name: "Club administration" }, "assigned_to_support"],
    [{ kind: "key", name: "Club administration" }, "archived"],
    [clara, "unarchived"],
    [{ kind: "customer" }, "Thanks!"],
  ]);
  const toSupport = await getConversation(db, bySupport, invoice.id, "support");
  expect(toSupport.entries.filter(({ kind }) => kind === "note").map(told)).toEqual([
    [clara, "Be kind."],
    [{ kind: "support", name: "Ana Lindqvist" }, "Always."],
  ]);
});

test("its head contains the state, and the ids that an undo or a reply refers to", async () => {
  const { company, member, invoice, read } = await given();
  expect(await read()).toMatchObject({
    invoiceId: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    customerName: "Ada Brandsma",
    customerEmail: invoice.customerEmail,
    locale: "nl",
    companyId: company.id,
    companyName: company.name,
    status: null,
    waitingSince: null,
    assignedToSupportAt: null,
    lastSeenTicketId: null,
    archivingId: null,
  });

  const asked = await givenTicket(invoice);
  expect(await read()).toMatchObject({ status: "unanswered", waitingSince: asked.createdAt, lastSeenTicketId: asked.id });
  const answer = await createTicket(db, member.actor, invoice.id, { message: "Yes" });
  expect(await read()).toMatchObject({ status: "answered", waitingSince: null, lastSeenTicketId: answer.id });
  const archivingId = await archiveTickets(db, member.actor, invoice.id);
  expect(await read()).toMatchObject({ status: "archived", archivingId });
});

test("an assignment made before the table of changes recorded it keeps its own time", async () => {
  const { member, invoice, read } = await given();
  await assignToSupport(db, { ...member.actor, clockOffsetMs: -86_400_000 }, invoice.id);

  const { entries, assignedToSupportAt } = await read();
  expect(entries).toMatchObject([{ kind: "assigned_to_support", at: assignedToSupportAt }]);
  expect(Date.now() - Number(assignedToSupportAt)).toBeGreaterThan(86_000_000);
});

describe("previous conversations", () => {
  const email = (customerEmail: string | null) => ({ customerEmail, customerPhoneNumber: "1" });

  test("are those of the same e-mail address and company with at least one message, newest first", async () => {
    const { partner, company, invoice, read } = await given();
    const same = () => givenInvoice(partner, { company, invoice: email("ADA.Brandsma@members.example") });
    const [older, newer, silent] = [await same(), await same(), await same()];
    const others = [
      await givenInvoice(partner, { company, invoice: email("somebody.else@members.example") }),
      await givenInvoice(partner, { invoice: email(invoice.customerEmail) }),
      await givenInvoice(await givenPartner(), { invoice: email(invoice.customerEmail) }),
    ];
    await givenTicket(newer);
    const { createdAt } = await givenTicket(older, { createdAt: new Date(Date.now() - 60_000) });
    await archiveTickets(db, partner.actor, older.id);
    for (const other of others) await givenTicket(other);

    const { previous } = await read();

    expect(previous.map(({ invoiceId }) => invoiceId)).toEqual([newer.id, older.id]);
    expect(previous[1]).toEqual({ invoiceId: older.id, invoiceNumber: older.invoiceNumber, status: "archived", at: createdAt });
    expect(previous.map(({ invoiceId }) => invoiceId)).not.toContain(silent.id);
  });

  test.each([null, ""])("are none where the address is %j", async (address) => {
    const { partner, company, member } = await given();
    const [one, other] = [
      await givenInvoice(partner, { company, invoice: email(address) }),
      await givenInvoice(partner, { company, invoice: email(address) }),
    ];
    await givenTicket(other);

    expect((await getConversation(db, member.actor, one.id)).previous).toEqual([]);
  });
});
