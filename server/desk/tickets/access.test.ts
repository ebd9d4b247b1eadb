import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { newId } from "@/server/platform/id";
import { givenCompany, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { addNote } from "./add-note";
import { archiveTickets } from "./archive-tickets";
import { getConversation } from "./get-conversation";
import { handBack } from "./hand-back";
import { holdReply } from "./hold-reply";
import { sendHeldReplies } from "./send-held-replies";
import { unarchiveTickets } from "./unarchive-tickets";

/** All services of the portal's conversations that take an invoice. */
const services: [string, (actor: Actor, invoiceId: string) => Promise<unknown>][] = [
  ["getConversation", (actor, invoiceId) => getConversation(db, actor, invoiceId)],
  ["listTimeline", (actor, invoiceId) => listTimeline(db, actor, invoiceId)],
  ["holdReply", (actor, invoiceId) => holdReply(db, actor, invoiceId, { message: "Yes", sender: "company", thenArchive: false })],
  ["sendHeldReplies", (actor, invoiceId) => sendHeldReplies(db, actor, invoiceId)],
  ["addNote", (actor, invoiceId) => addNote(db, actor, invoiceId, { text: "Look twice." })],
  ["archiveTickets", (actor, invoiceId) => archiveTickets(db, actor, invoiceId)],
  ["unarchiveTickets", (actor, invoiceId) => unarchiveTickets(db, actor, invoiceId)],
  ["handBack", (actor, invoiceId) => handBack(db, actor, invoiceId)],
];

async function given() {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  await givenTicket(invoice);
  return { partner, invoice };
}

describe("an invoice does not exist, and stays unchanged,", () => {
  test.each(services)("for another partner: %s", async (_, service) => {
    const { partner, invoice } = await given();
    await expectUnknown(partner.actor, invoice.id, (await givenMember(await givenPartner())).actor, service);
  });

  test.each(services)("for a person limited to other companies: %s", async (_, service) => {
    const { partner, invoice } = await given();
    const { actor } = await givenMember(partner, { companyIds: [(await givenCompany(partner)).id] });
    await expectUnknown(partner.actor, invoice.id, actor, service);
    await expectUnknown(partner.actor, invoice.id, { ...actor, companyIds: [] }, service);
  });

  async function expectUnknown(owner: Actor, invoiceId: string, actor: Actor, service: (typeof services)[number][1]): Promise<void> {
    const refusal = { code: "invalid_invoice_id", kind: "not_found" };
    await expect(service(actor, newId())).rejects.toMatchObject(refusal);
    const before = await getConversation(db, owner, invoiceId);
    await expect(service(actor, invoiceId)).rejects.toMatchObject(refusal);
    expect(await getConversation(db, owner, invoiceId)).toEqual(before);
  }
});

test.each(services.filter(([name]) => name !== "unarchiveTickets"))(
  "an invoice exists for a person limited to its company: %s",
  async (_, service) => {
    const { partner, invoice } = await given();
    const { actor } = await givenMember(partner, { companyIds: [invoice.companyId] });

    await service(actor, invoice.id);
  },
);
