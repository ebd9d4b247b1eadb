import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { bulkJobItems, bulkJobs } from "@/db/schema/bulk-jobs";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import type { InvoiceSelection, SelectionFigures } from "./bulk-job";
import { getBulkJob, listBulkJobs } from "./get-bulk-job";
import { listBulkJobItems } from "./list-bulk-job-items";
import { startBulkJob } from "./start-bulk-job";

const page = { pageNumber: 1, pageSize: 100 };
const all = { filter: {} };

async function given(amounts = [1_000, 200, 30]) {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const invoices = [];
  for (const amountCents of amounts) invoices.push(await givenInvoice(partner, { import: into, amountCents }));
  const { actor, person } = await givenMember(partner, { name: "Miriam Okafor" });
  const start = (selection: InvoiceSelection, expected: SelectionFigures, by = { actor, person }) =>
    startBulkJob(db, by.actor, by.person.id, { kind: "delete_invoices", selection, expected });
  return { partner, into, invoices, actor, person, start };
}

describe("a selection is final once it is confirmed:", () => {
  test("the invoices that were ticked, sorted by number, with the facts that identify them to people", async () => {
    const { invoices, actor, person, start } = await given();
    const [first, second] = invoices;

    const { id } = await start({ ids: [second?.id ?? "", first?.id ?? ""] }, { count: 2, amountCents: 1_200 });

    expect(await getBulkJob(db, actor, id)).toEqual({
      id,
      kind: "delete_invoices",
      retraction: null,
      pause: null,
      size: 2,
      createdAt: expect.any(Date),
      finishedAt: null,
      startedBy: { id: person.id, name: "Miriam Okafor" },
      doneCount: 0,
      refusedCount: 0,
      leftCount: 2,
    });
    expect((await listBulkJobItems(db, actor, id, page)).entries).toEqual(
      [first, second].map((invoice, index) => ({
        position: index + 1,
        invoiceId: invoice?.id,
        invoiceNumber: invoice?.invoiceNumber,
        customerName: "Ada Brandsma",
        amountTotalCents: invoice?.amountTotalCents,
        outcome: null,
        errorCode: null,
      })),
    );
  });

  test("all that match, except those that were unticked, and none that come later", async () => {
    const { partner, into, invoices, actor, start } = await given();
    await givenInvoice(partner, { amountCents: 9_000 });

    const { id } = await start({ filter: { importId: into.id }, exceptIds: [invoices[1]?.id ?? ""] }, { count: 2, amountCents: 1_030 });
    await givenInvoice(partner, { import: into });

    const { entries } = await listBulkJobItems(db, actor, id, page);
    expect(entries.map(({ invoiceId }) => invoiceId)).toEqual([invoices[0]?.id, invoices[2]?.id]);
  });

  test.each([
    ["none are left", { ids: [] }, { count: 0, amountCents: 0 }, "selection_is_empty"],
    ["none match", { filter: { fact: "retracted" } }, { count: 3, amountCents: 1_230 }, "selection_is_empty"],
    ["more match than were shown", all, { count: 2, amountCents: 1_200 }, "selection_changed"],
    ["fewer match than were shown", all, { count: 4, amountCents: 1_230 }, "selection_changed"],
    ["they come to another amount", all, { count: 3, amountCents: 1_231 }, "selection_changed"],
  ] satisfies [string, InvoiceSelection, SelectionFigures, string][])("nothing when %s", async (_, selection, expected, code) => {
    const { partner, start } = await given();

    await expect(start(selection, expected)).rejects.toMatchObject({ code });

    expect(await db.select().from(bulkJobs).where(eq(bulkJobs.partnerId, partner.id))).toEqual([]);
    expect(await db.select().from(bulkJobItems).where(eq(bulkJobItems.partnerId, partner.id))).toEqual([]);
  });

  test("without invoices that the author may not see", async () => {
    const { partner, into, invoices } = await given();
    const mine = await givenInvoice(partner, { company: await givenCompany(partner), amountCents: 7 });
    const limited = await givenMember(partner, { companyIds: [mine.companyId] });
    const stranger = await givenMember(await givenPartner());
    const ids = [...invoices, mine].map(({ id }) => id);
    const start = (by: typeof limited, selection: InvoiceSelection, expected: SelectionFigures) =>
      startBulkJob(db, by.actor, by.person.id, { kind: "delete_invoices", selection, expected });

    for (const selection of [{ ids }, all, { filter: { companyIds: [mine.companyId, into.companyId] } }]) {
      await expect(start(limited, selection, { count: 4, amountCents: 1_237 })).rejects.toMatchObject({ code: "selection_changed" });
      const { id } = await start(limited, selection, { count: 1, amountCents: 7 });
      expect((await listBulkJobItems(db, limited.actor, id, page)).entries.map(({ invoiceId }) => invoiceId)).toEqual([mine.id]);
      await expect(start(stranger, selection, { count: 4, amountCents: 1_237 })).rejects.toMatchObject({ code: "selection_is_empty" });
    }
    await expect(start(limited, { filter: { importId: into.id } }, { count: 3, amountCents: 1_230 })).rejects.toMatchObject({
      code: "selection_is_empty",
    });
  });
});

describe("a job is visible", () => {
  test("to everybody of the partner, and to nobody else", async () => {
    const { partner, actor, start } = await given();
    const { id } = await start(all, { count: 3, amountCents: 1_230 });
    const colleague = await givenMember(partner);
    const stranger = await givenMember(await givenPartner());

    expect(await getBulkJob(db, colleague.actor, id)).toMatchObject({ id, leftCount: 3 });
    expect(await listBulkJobs(db, actor, page)).toMatchObject({ entries: [{ id, size: 3 }], totalEntries: 1 });
    await expect(getBulkJob(db, stranger.actor, id)).rejects.toMatchObject({ code: "invalid_bulk_job_id" });
    await expect(listBulkJobItems(db, stranger.actor, id, page)).rejects.toMatchObject({ code: "invalid_bulk_job_id" });
    expect(await listBulkJobs(db, stranger.actor, page)).toMatchObject({ entries: [], totalEntries: 0 });
  });

  test("to people limited to companies if it is their own, without invoices of companies they no longer see", async () => {
    const { partner, into, start } = await given();
    const other = await givenInvoice(partner, { amountCents: 7 });
    const limited = await givenMember(partner, { companyIds: [into.companyId, other.companyId] });
    const { id: theirs } = await start(all, { count: 4, amountCents: 1_237 });
    const { id: mine } = await start(all, { count: 4, amountCents: 1_237 }, limited);

    await expect(getBulkJob(db, limited.actor, theirs)).rejects.toMatchObject({ code: "invalid_bulk_job_id" });
    await expect(listBulkJobItems(db, limited.actor, theirs, page)).rejects.toMatchObject({ code: "invalid_bulk_job_id" });
    expect((await listBulkJobs(db, limited.actor, page)).entries.map(({ id }) => id)).toEqual([mine]);
    const later = { ...limited.actor, companyIds: [other.companyId] };
    expect((await listBulkJobItems(db, later, mine, page)).entries.map(({ invoiceId }) => invoiceId)).toEqual([other.id]);
  });
});
