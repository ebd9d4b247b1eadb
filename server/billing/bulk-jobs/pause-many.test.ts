import { expect, test } from "vitest";
import { db } from "@/db/client";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { getBulkJob } from "./get-bulk-job";
import { listBulkJobItems } from "./list-bulk-job-items";
import { previewBulkJob } from "./preview-bulk-job";
import { runBulkJobs } from "./run-bulk-jobs";
import { startBulkJob } from "./start-bulk-job";

test("several invoices are paused through a day, except those that owe nothing, were never transmitted or are retracted", async () => {
  const partner = await givenPartner();
  const author = await givenMember(partner);
  const [owing, other] = await Promise.all([1, 2].map(() => givenInvoice(partner, { transmitted: true })));
  const paid = await givenInvoice(partner, { transmitted: true, events: [{ amountCents: -4_500, paymentMethod: "ideal" }] });
  const open = await givenInvoice(partner);
  if (!owing || !other) throw new Error("no invoices");
  const until = addDays(dayAt(new Date()), 10);
  const selection = { ids: [owing, other, paid, open].map(({ id }) => id) };
  const { expected } = await previewBulkJob(db, author.actor, selection);
  const pause = { until, reason: "Holidays" };
  const { id } = await startBulkJob(db, author.actor, author.person.id, { kind: "pause_invoices", selection, expected, pause });

  await runBulkJobs(db, { scope: { partnerId: partner.id } });

  expect(await getBulkJob(db, author.actor, id)).toMatchObject({ doneCount: 2, refusedCount: 2, leftCount: 0, pause });
  const { entries } = await listBulkJobItems(db, author.actor, id, { pageNumber: 1, pageSize: 10 });
  expect(entries.flatMap(({ errorCode }) => errorCode ?? []).sort()).toEqual(["invoice_not_transmitted", "nothing_outstanding"]);
  for (const { id: invoiceId } of [owing, other]) {
    expect((await describeInvoice(db, author.actor, invoiceId)).hold).toMatchObject({ kind: "paused", until });
  }
});
