import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { addNote } from "@/server/desk/tickets/add-note";
import { archiveTickets } from "@/server/desk/tickets/archive-tickets";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { unarchiveTickets } from "@/server/desk/tickets/unarchive-tickets";
import { newId } from "@/server/platform/id";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { givenCompany, givenImport, givenInvoice, givenMessage, givenPartner, givenTicket } from "@/server/testing/given";
import { givenEndpoint, sendAll } from "@/server/testing/given-endpoint";
import { givenMember } from "@/server/testing/given-person";
import { newInvoiceFor } from "@/server/testing/new-records";
import { listTimeline } from "./list-timeline";
import type { TimelineEvent } from "./timeline";

const retraction = {
  creditNoteNumber: "C-1",
  description: "Wrong season",
  retractionReason: "Wrong season",
  showRetractionReasonToCustomer: false,
};
const clara = { kind: "person", name: "Clara Weiß" };

async function given() {
  const partner = await givenPartner();
  const { actor } = await givenMember(partner, { name: clara.name });
  return { partner, actor };
}

const kindsOf = (events: TimelineEvent[]) => events.map(({ kind }) => kind);

describe("the timeline of an invoice", () => {
  test("contains all events, newest first, each with its author", async () => {
    const { partner, actor } = await given();
    const { id: keyId } = await createApiKey(db, partner.id, { name: "Club administration" });
    const byKey: Actor = { ...partner.actor, kind: "key", id: keyId };
    const into = await givenImport(partner);
    const { id } = await createInvoice(db, byKey, newInvoiceFor(into.id));
    await transmitImport(db, actor, into.id);
    const invoice = await getInvoice(db, actor, id);
    await givenMessage(invoice, { description: "Payment request" });
    await updateInvoice(db, actor, id, { externalInvoiceNumber: "2026-0002" });
    await givenTicket(invoice);
    await createTicket(db, actor, id, { message: "Yes" });
    await addNote(db, actor, id, { text: "Be kind." });
    await assignToSupport(db, actor, id);
    await archiveTickets(db, byKey, id);
    await unarchiveTickets(db, actor, id);
    await creditAndRetractInvoice(db, actor, id, retraction);

    expect(await listTimeline(db, actor, id)).toEqual([
      { kind: "retracted", by: clara, reason: "Wrong season", at: expect.any(Date), id: expect.any(String) },
      event({
        kind: "credit",
        lineType: "CREDIT-LINE",
        amountCents: -4_500,
        description: "Wrong season",
        paymentMethod: null,
        reason: null,
      }),
      event({ kind: "unarchived", by: clara }),
      event({ kind: "archived", by: { kind: "key", name: "Club administration" } }),
      event({ kind: "assigned_to_support", by: clara }),
      event({ kind: "note", by: clara }),
      event({ kind: "ticket", sender: "company", by: clara }),
      event({ kind: "ticket", sender: "customer", by: { kind: "customer" } }),
      event({ kind: "recipient_changed", by: clara }),
      event({ kind: "message", channel: "EMAIL", description: "Payment request", about: null, delivery: null }),
      event({ kind: "transmitted", by: clara }),
      event({ kind: "created", by: { kind: "key", name: "Club administration" } }),
    ]);
  });

  test("names events on the account by their meaning, and leaves out billed lines", async () => {
    const { partner, actor } = await given();
    const date = (day: number) => new Date(Date.UTC(2026, 10, day));
    const invoice = await givenInvoice(partner, {
      transmitted: true,
      events: [
        { type: "PAYMENT-LINE", amountCents: -4_500, paymentMethod: "sdd", date: date(4) },
        { type: "CHARGEBACK-LINE", amountCents: 4_500, date: date(9) },
        { type: "CHARGEBACK-FEE-LINE", amountCents: 600, date: date(9) },
        { type: "LATE-PAYMENT-FEE-LINE", amountCents: 500, date: date(18) },
        { type: "LATE-PAYMENT-FEE-PAYMENT-LINE", amountCents: -500, paymentMethod: "ideal", date: date(20) },
        { type: "CREDIT-LINE", amountCents: -100, description: "Goodwill", date: date(21) },
      ],
    });

    const onAccount = (await listTimeline(db, actor, invoice.id)).filter((event) => "amountCents" in event);

    expect(onAccount.map(({ kind, at, ...event }) => [at.getUTCDate(), kind, "amountCents" in event && event.amountCents])).toEqual([
      [21, "credit", -100],
      [20, "payment", -500],
      [18, "fee", 500],
      [9, "fee", 600],
      [9, "chargeback", 4_500],
      [4, "payment", -4_500],
    ]);
  });

  test("has the same order for simultaneous events at every reading", async () => {
    const { partner, actor } = await given();
    const date = new Date();
    const invoice = await givenInvoice(partner, {
      transmitted: true,
      events: [1, 2, 3, 4, 5].map((cents) => ({ type: "PAYMENT-LINE", amountCents: -cents, paymentMethod: "ideal", date })),
    });
    const amounts = async () =>
      (await listTimeline(db, actor, invoice.id)).flatMap((event) => ("amountCents" in event ? event.amountCents : []));

    expect(await amounts()).toEqual([-5, -4, -3, -2, -1]);
    expect(await amounts()).toEqual(await amounts());
  });

  test("begins with the creation, and contains no events that did not happen", async () => {
    const { partner, actor } = await given();
    const invoice = await givenInvoice(partner);

    expect(kindsOf(await listTimeline(db, actor, invoice.id))).toEqual(["created"]);
  });

  test("does not name a person from outside the partner", async () => {
    const { partner, actor } = await given();
    const stranger = await givenMember(await givenPartner(), { name: "Somebody else" });
    const invoice = await givenInvoice(partner);
    await updateInvoice(db, { ...actor, id: stranger.actor.id }, invoice.id, { externalInvoiceNumber: "2" });

    expect((await listTimeline(db, actor, invoice.id))[0]).toMatchObject({ kind: "recipient_changed", by: { kind: "system" } });
  });
});

test("shows once for each endpoint which change it has confirmed, or not yet", async () => {
  const { partner, actor } = await given();
  const [confirming, refusing] = [await givenEndpoint(partner, { description: "Accounts" }), await givenEndpoint(partner)];
  refusing.receiver.answer = () => ({ status: 500 });
  const invoice = await givenInvoice(partner);
  await givenInvoice(partner);
  await sendAll();
  await givenMessage(invoice);
  await sendAll();

  const told = (await listTimeline(db, actor, invoice.id)).filter((event) => event.kind === "notified");

  const latest = (await confirming.deliveries()).at(-1);
  expect(told).toHaveLength(2);
  expect(told).toContainEqual(
    event({ kind: "notified", endpointId: confirming.id, endpointName: "Accounts", deliveryId: latest?.id ?? "", isConfirmed: true }),
  );
  const host = new URL(refusing.receiver.url).host;
  expect(told).toContainEqual(
    event({ kind: "notified", endpointId: refusing.id, endpointName: host, deliveryId: expect.any(String), isConfirmed: false }),
  );
  expect(latest?.invoiceIds).toEqual([invoice.id]);
});

test("an invoice of another partner, or of a company hidden from the reader, does not exist", async () => {
  const { partner, actor } = await given();
  const invoice = await givenInvoice(partner);
  const readers = [
    (await givenPartner()).actor,
    { ...actor, companyIds: [(await givenCompany(partner)).id] },
    { ...actor, companyIds: [] },
  ];

  for (const reader of readers) await expect(listTimeline(db, reader, invoice.id)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  await expect(listTimeline(db, actor, newId())).rejects.toMatchObject({ code: "invalid_invoice_id" });
});

const event = (expected: Record<string, unknown>) => ({ id: expect.any(String), at: expect.any(Date), ...expected });
