import { expect, test } from "vitest";
import { db } from "@/db/client";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { givenCompany, givenImport, givenInvoice, givenPartner, givenPayment } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { previewBulkJob } from "./preview-bulk-job";
import { startBulkJob } from "./start-bulk-job";

const all = { filter: {} };
const retraction = { creditNoteNumber: "CN-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };

test("a preview shows the number of invoices, the outstanding amount and the credit, by state and currency", async () => {
  const partner = await givenPartner();
  const british = await givenCompany(partner, { currency: "GBP" });
  await givenInvoice(partner, { company: british, amountCents: 700 });
  const sent = await givenImport(partner);
  await givenPayment(await givenInvoice(partner, { import: sent, amountCents: 4_000 }));
  const wrong = await givenInvoice(partner, { import: sent, amountCents: 5_000 });
  await givenInvoice(partner, { import: sent, amountCents: 1_000, events: [{ amountCents: -400, paymentMethod: "ideal" }] });
  await givenInvoice(partner, { import: sent, amountCents: 2_000, transmitted: true });
  await creditAndRetractInvoice(db, partner.actor, wrong.id, retraction);

  const { expected, groups } = await previewBulkJob(db, partner.actor, all);

  expect(expected).toEqual({ count: 5, amountCents: 700 + 4_000 + 600 + 2_000 });
  expect(groups).toEqual([
    { state: "payment_in_progress", isSettled: false, currency: "EUR", count: 1, outstandingCents: 4_000, creditableCents: 4_000 },
    { state: "retracted", isSettled: true, currency: "EUR", count: 1, outstandingCents: 0, creditableCents: 0 },
    { state: "transmitted", isSettled: false, currency: "EUR", count: 2, outstandingCents: 2_600, creditableCents: 2_600 },
    { state: "not_transmitted", isSettled: false, currency: "GBP", count: 1, outstandingCents: 700, creditableCents: 700 },
  ]);
});

test("like the retraction, the preview credits no overpayments, and charges a credit note back", async () => {
  const partner = await givenPartner();
  const overpaid = await givenInvoice(partner, {
    amountCents: 1_000,
    transmitted: true,
    events: [{ amountCents: -1_500, paymentMethod: "ideal" }],
  });
  const negative = await givenInvoice(partner, {
    amountCents: -800,
    transmitted: true,
    events: [{ amountCents: -50, paymentMethod: "ideal" }],
  });
  const refunded = await givenInvoice(partner, {
    amountCents: -800,
    transmitted: true,
    events: [{ type: "CHARGEBACK-LINE", amountCents: 800 }],
  });

  for (const { id, amountTotalCents } of [overpaid, negative, refunded]) {
    const { groups } = await previewBulkJob(db, partner.actor, { ids: [id] });
    await creditAndRetractInvoice(db, partner.actor, id, retraction);
    const after = await getInvoice(db, partner.actor, id);
    expect(groups).toMatchObject([{ creditableCents: amountTotalCents - after.amountTotalCents }]);
  }
});

test("a job starts only with the preview's figures", async () => {
  const partner = await givenPartner();
  const { actor, person } = await givenMember(partner);
  const kept = await givenInvoice(partner, { amountCents: 1_000 });
  await givenInvoice(partner, { amountCents: 200 });
  const selection = { ...all, exceptIds: [kept.id] };

  const { expected } = await previewBulkJob(db, actor, selection);

  expect(expected).toEqual({ count: 1, amountCents: 200 });
  await expect(startBulkJob(db, actor, person.id, { kind: "delete_invoices", selection, expected })).resolves.toHaveProperty("id");
});

test("invoices that the actor may not see are left out", async () => {
  const partner = await givenPartner();
  const [mine, other] = [await givenInvoice(partner, { amountCents: 1_000 }), await givenInvoice(partner, { amountCents: 200 })];
  const { actor: limited } = await givenMember(partner, { companyIds: [mine.companyId] });
  const stranger = await givenPartner();
  const ids = [mine.id, other.id];

  expect((await previewBulkJob(db, limited, { ids })).expected).toEqual({ count: 1, amountCents: 1_000 });
  expect((await previewBulkJob(db, limited, all)).expected).toEqual({ count: 1, amountCents: 1_000 });
  expect(await previewBulkJob(db, stranger.actor, { ids })).toEqual({ expected: { count: 0, amountCents: 0 }, groups: [] });
});
