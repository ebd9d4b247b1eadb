import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { describeImport } from "@/server/billing/imports/describe-import";
import { listContents } from "@/server/billing/imports/list-contents";
import { progressConditions } from "@/server/billing/imports/progress-conditions";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { findLink } from "@/server/customer-page/find-customer";
import { noteOpening } from "@/server/customer-page/note-opening";
import { progressSteps } from "@/server/domain/rules/reach";
import { givenImport, givenInvoice, givenMessage, givenPartner, givenRefusedMessage } from "@/server/testing/given";
import { secretOf } from "@/server/testing/given-customer";
import { importProgress } from "./import-progress";

async function givenProgress() {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const [opened, written, bounced, again] = await Promise.all([1, 2, 3, 4].map(() => givenInvoice(partner, { import: into })));
  if (!opened || !written || !bounced || !again) throw new Error("no invoices");
  await transmitImport(db, partner.actor, into.id);
  for (const invoice of [opened, written, again]) await givenMessage(invoice);
  const link = await findLink(db, secretOf(await customerLink(db, partner.actor, opened.id)), null);
  if (link) await noteOpening(db, link.customer);
  for (const invoice of [bounced, again]) await givenRefusedMessage(invoice);
  return { partner, into, opened, bounced };
}

test("an import's progress matches its lists; a message that arrived after a refusal counts as arrived", async () => {
  const { partner, into, opened, bounced } = await givenProgress();
  const { steps, counts } = await importProgress(db, partner.actor, into.id);

  expect(steps).toEqual({ written: 3, not_arrived: 1, opened: 1 });
  expect(counts).toMatchObject({ all: 4, outstanding: 4, paid: 0 });
  for (const step of progressSteps) {
    const listed = await listContents(db, partner.actor, into.id, { concern: step, pageNumber: 1, pageSize: 20 });
    expect(listed).toHaveLength(steps[step]);
    if (step === "opened") expect(listed[0]?.id).toBe(opened.id);
    if (step === "not_arrived") expect(listed[0]?.id).toBe(bounced.id);
  }
  await expect(importProgress(db, (await givenPartner()).actor, into.id)).rejects.toMatchObject({ code: "invalid_import_id" });
});

test("an open import names repeated numbers", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  for (const externalInvoiceNumber of ["B-2", "A-1", "B-2"])
    await givenInvoice(partner, { import: into, invoice: { externalInvoiceNumber } });

  expect((await describeImport(db, partner.actor, into.id)).repeatedNumbers).toEqual(["B-2"]);
});

test("messages that did not arrive are found by an index of their own, once per invoice", async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(
      sql`explain select count(*) filter (where ${progressConditions.not_arrived}) from ${invoices} where ${invoices.partnerId} = 'x'`,
    );
  });
  expect(JSON.stringify(plan)).toMatch(/outgoing_messages_refused.*Index Cond/);
});
