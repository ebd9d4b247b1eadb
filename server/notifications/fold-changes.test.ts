import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { deleteImport } from "@/server/billing/imports/delete-import";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { updateImport } from "@/server/billing/imports/update-import";
import { deleteInvoice } from "@/server/billing/invoices/delete-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { archiveTickets } from "@/server/desk/tickets/archive-tickets";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { beginChange, changeOverlapping } from "@/server/testing/begin-change";
import { givenImport, givenInvoice, givenMessage, givenPartner, givenTicket, times } from "@/server/testing/given";
import { givenEndpoint, sendAll } from "@/server/testing/given-endpoint";
import { givenReceiver } from "@/server/testing/receiver";
import { foldChanges } from "./fold-changes";
import { pauseEndpoint } from "./set-endpoint-enabled";

test("a change is not missed if its transaction began before another one and commits after it, and it delays no other", async () => {
  const partner = await givenPartner();
  const [early, late] = [await givenInvoice(partner), await givenInvoice(partner)];
  const endpoint = await givenEndpoint(partner);
  const commit = await beginChange(early);
  await givenMessage(late);

  await foldChanges(db);
  expect(await endpoint.owed()).toEqual([late.id]);

  await commit();
  await foldChanges(db);
  expect((await endpoint.owed()).sort()).toEqual([early.id, late.id].sort());
});

test("a change that began before an endpoint was created and was committed afterwards is owed", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  const commit = await beginChange(invoice);
  const endpoint = await givenEndpoint(partner);

  await commit();
  await foldChanges(db);

  expect(await endpoint.owed()).toEqual([invoice.id]);
});

test("a change by an older transaction, committed while a newer one of the same record is being sent, is owed again", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  const endpoint = await givenEndpoint(partner);
  const commit = await beginChange(invoice);
  await givenMessage(invoice);
  endpoint.receiver.answer = async () => {
    endpoint.receiver.answer = () => ({});
    await commit();
    await foldChanges(db);
    return {};
  };

  await sendAll();
  expect(await endpoint.owed()).toEqual([invoice.id]);
  await sendAll();
  expect(await endpoint.owed()).toEqual([]);
  expect(endpoint.receiver.received).toHaveLength(2);
});

test("changes before an endpoint was created are not owed to it", async () => {
  const partner = await givenPartner();
  await givenInvoice(partner);
  const endpoint = await givenEndpoint(partner);

  await foldChanges(db);

  expect(await endpoint.owed()).toEqual([]);
});

test("of eight writers with randomly overlapping transactions and two processes that fold, no change is missed", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const invoices: InvoiceDetails[] = [];
  for (let index = 0; index < 24; index += 1) invoices.push(await givenInvoice(partner, { import: into }));
  const endpoint = await givenEndpoint(partner);
  let isWriting = true;
  const folding = times(2, async () => {
    while (isWriting) await foldChanges(db);
  });
  await changeOverlapping(invoices);
  isWriting = false;
  await Promise.all(folding);
  await foldChanges(db);

  expect((await endpoint.owed()).sort()).toEqual(invoices.map(({ id }) => id).sort());
}, 60_000);

test("changes are owed even while the endpoint is switched off", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  const endpoint = await givenEndpoint(partner);
  await pauseEndpoint(db, partner.actor, endpoint.id);
  await givenMessage(invoice);

  await sendAll();

  expect(await endpoint.owed()).toEqual([invoice.id]);
  expect(endpoint.receiver.received).toEqual([]);
});

test("each endpoint of a partner is owed every change, and none of another partner's", async () => {
  const partner = await givenPartner();
  const [one, two] = [await givenEndpoint(partner), await givenEndpoint(partner, { pacing: "batching" })];
  const stranger = await givenEndpoint(await givenPartner());
  const invoice = await givenInvoice(partner);

  await foldChanges(db);

  expect(await one.owed()).toEqual([invoice.id]);
  expect(await two.owed()).toEqual([invoice.id]);
  expect(await stranger.owed()).toEqual([]);
});

/** The ids of which a partner is notified after `work`. */
async function idsToldOf(work: (given: { invoice: InvoiceDetails; other: InvoiceDetails }) => Promise<unknown>) {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  const other = await givenInvoice(partner, { transmitted: true });
  const receiver = await givenReceiver();
  await givenEndpoint(partner, { receiver });
  await work({ invoice, other });
  await sendAll();
  const nameOf = (id: string) =>
    Object.entries({ invoice: invoice.id, import: invoice.importId, other: other.id }).find(([, known]) => known === id)?.[0];
  return receiver.received.map(({ invoiceIds, importIds }) => ({ invoices: invoiceIds.map(nameOf), imports: importIds.map(nameOf) }));
}

const actorOf = ({ partnerId }: InvoiceDetails) =>
  ({ kind: "system", id: null, partnerId, companyIds: null, clockOffsetMs: 0, requestId: null }) as const;

test.each<[string, (given: { invoice: InvoiceDetails; other: InvoiceDetails }) => Promise<unknown>, unknown[]]>([
  ["a deleted invoice", ({ invoice }) => deleteInvoice(db, actorOf(invoice), invoice.id), [{ invoices: ["invoice"], imports: [] }]],
  [
    "a deleted import, for all that was in it",
    ({ invoice }) => deleteImport(db, actorOf(invoice), invoice.importId),
    [{ invoices: [], imports: ["import"] }],
  ],
  [
    "a transmitted import, for all that is in it",
    ({ invoice }) => transmitImport(db, actorOf(invoice), invoice.importId),
    [{ invoices: [], imports: ["import"] }],
  ],
  [
    "a renamed import",
    ({ invoice }) => updateImport(db, actorOf(invoice), invoice.importId, { title: "Renamed" }),
    [{ invoices: [], imports: ["import"] }],
  ],
  ["a ticket", ({ other }) => givenTicket(other), [{ invoices: ["other"], imports: [] }]],
  ["a reply", ({ other }) => createTicket(db, actorOf(other), other.id, { message: "Yes." }), [{ invoices: ["other"], imports: [] }]],
])("%s is announced", async (_, work, expected) => {
  expect(await idsToldOf(work)).toEqual(expected);
});

test("a new invoice is announced as a change of the invoice, not of its import", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const { receiver } = await givenEndpoint(partner);
  const invoice = await givenInvoice(partner, { import: into });
  await sendAll();
  expect(receiver.received).toMatchObject([{ invoiceIds: [invoice.id], importIds: [] }]);
});

test("changes that GET does not show are not announced: assignments to support, and archivings", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  await givenTicket(invoice);
  const { receiver } = await givenEndpoint(partner);

  await assignToSupport(db, partner.actor, invoice.id);
  await archiveTickets(db, partner.actor, invoice.id);
  await db.update(companies).set({ name: "Northbank" }).where(eq(companies.partnerId, partner.id));
  await sendAll();

  expect(receiver.received).toEqual([]);
});
