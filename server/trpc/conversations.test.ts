import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { newId } from "@/server/platform/id";
import type { Person } from "@/server/tenancy/people/person";
import { inputs } from "@/server/testing/bodies";
import { givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { createCallerFactory, router } from "./init";
import { supportRouter } from "./support";
import { ticketsRouter } from "./tickets";

const callerFor = createCallerFactory(router({ tickets: ticketsRouter, support: supportRouter }));
const callerOf = (person: Person | null) => callerFor({ db, person, requestId: null });

async function given() {
  const partner = await givenPartner();
  const { person } = await givenMember(partner);
  const invoice = await givenInvoice(partner);
  await givenTicket(invoice);
  const supporter = (await givenSupporter()).person;
  return { invoiceId: invoice.id, partner, member: callerOf(person), supporter: callerOf(supporter) };
}

test("a conversation can be assigned to support and handed back", async () => {
  const { invoiceId, member, supporter } = await given();
  await member.tickets.assignToSupport({ invoiceId });
  await supporter.support.addNote({ invoiceId, text: "Look twice." });
  const { conversation } = await supporter.support.conversation({ invoiceId });
  const { lastSeenTicketId } = conversation;
  const held = await supporter.support.reply({ invoiceId, message: "One moment", thenArchive: true, lastSeenTicketId });
  expect(await supporter.support.recallReply({ heldReplyId: held.id })).toEqual({ invoiceId, message: "One moment" });
  await supporter.support.reply({ invoiceId, message: "Found it", thenArchive: true, lastSeenTicketId });
  await supporter.support.sendNow({ invoiceId });
  expect((await supporter.support.conversation({ invoiceId })).isAssigned).toBe(false);
  await supporter.support.unarchive({ invoiceId });
  await supporter.support.handBack({ invoiceId });

  expect((await member.tickets.list({ status: "answered" })).entries).toMatchObject([{ invoiceId, assignedToSupportAt: null }]);
  expect(await member.tickets.counts({})).toEqual({ unanswered: 0, with_support: 0, answered: 1 });
  const archivingId = await member.tickets.archive({ invoiceId });
  await member.tickets.unarchive({ invoiceId, archivingId: archivingId ?? undefined });
  const { heldReplies } = await member.tickets.conversation({ invoiceId });
  expect(heldReplies).toEqual([]);
});

describe("the procedures refuse", () => {
  const texts = inputs<unknown>(undefined, null, "", "  ", "\t\n", "x".repeat(10_001), "a\0", "\ud83d", true, [], {});

  test.each(texts)("a reply of %j, as invalid_message", async (message) => {
    const { invoiceId, member, supporter } = await given();
    const refusal = expect.objectContaining({ issues: [expect.objectContaining({ path: ["message"], message: "invalid_message" })] });

    await expect(member.tickets.reply({ invoiceId, message, thenArchive: false })).rejects.toMatchObject({ cause: refusal });
    await expect(supporter.support.reply({ invoiceId, message, thenArchive: false })).rejects.toMatchObject({ cause: refusal });
  });

  test.each(texts)("a note of %j, as invalid_note", async (text) => {
    const { invoiceId, member, supporter } = await given();
    const refusal = expect.objectContaining({ issues: [expect.objectContaining({ path: ["text"], message: "invalid_note" })] });

    await expect(member.tickets.addNote({ invoiceId, text })).rejects.toMatchObject({ cause: refusal });
    await expect(supporter.support.addNote({ invoiceId, text })).rejects.toMatchObject({ cause: refusal });
  });

  test("support in the partner's inbox, the partner in support's, and a caller without a session", async () => {
    const { invoiceId, member, supporter } = await given();

    await expect(supporter.tickets.conversation({ invoiceId })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(member.support.conversation({ invoiceId })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(callerOf(null).tickets.conversation({ invoiceId })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(callerOf(null).support.list({ status: "unanswered" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

test("an unknown invoice is not found, for every caller", async () => {
  const { member, supporter } = await given();

  await expect(member.tickets.conversation({ invoiceId: newId() })).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: "invalid_invoice_id",
  });
  await expect(supporter.support.conversation({ invoiceId: newId() })).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: "invalid_invoice_id",
  });
});
