import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { deleteInvoice } from "@/server/billing/invoices/delete-invoice";
import { DomainError } from "@/server/errors";
import { givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { newInvoiceFor } from "@/server/testing/new-records";
import { deleteImport } from "./delete-import";
import { describeImport } from "./describe-import";
import { getImport } from "./find-import";
import { transmitImport } from "./transmit-import";
import { updateImport } from "./update-import";

const changed = { code: "changed_meanwhile" };

describe.each([
  ["transmitting", transmitImport],
  ["deleting", deleteImport],
])("%s an import as it was seen", (_, act) => {
  test("is refused if an invoice came or went, or an amount changed", async () => {
    const partner = await givenPartner();
    const into = await givenImport(partner);
    const first = await givenInvoice(partner, { import: into, amountCents: 1_000 });
    const seen = (await describeImport(db, partner.actor, into.id)).contents;

    const second = await givenInvoice(partner, { import: into, amountCents: 500 });
    await expect(act(db, partner.actor, into.id, seen)).rejects.toMatchObject(changed);
    await deleteInvoice(db, partner.actor, first.id);
    await expect(act(db, partner.actor, into.id, seen)).rejects.toMatchObject(changed);
    await deleteInvoice(db, partner.actor, second.id);
    await expect(act(db, partner.actor, into.id, seen)).rejects.toMatchObject(changed);
    expect((await getImport(db, partner.actor, into.id)).transmittedAt).toBeNull();
  });

  test("is carried out if nothing has changed", async () => {
    const partner = await givenPartner();
    const { importId } = await givenInvoice(partner, { amountCents: 1_000 });

    await act(db, partner.actor, importId, { invoicesCount: 1, amountCents: 1_000 });

    const after = await getImport(db, partner.actor, importId).catch((error: DomainError) => error.code);
    expect(after).not.toMatchObject({ transmittedAt: null });
  });
});

test("an import that is receiving invoices is transmitted as it was seen, or not at all", async () => {
  const partner = await givenPartner();
  for (let round = 0; round < 10; round += 1) {
    const { importId } = await givenInvoice(partner, { amountCents: 100 });
    const creations = times(5, () => createInvoice(db, partner.actor, newInvoiceFor(importId, 100)).catch(() => undefined));
    const outcome = await transmitImport(db, partner.actor, importId, { invoicesCount: 3, amountCents: 300 }).catch(
      (error: unknown) => error,
    );
    await Promise.all(creations);

    const { transmittedAt, invoiceIds } = await getImport(db, partner.actor, importId);
    if (outcome instanceof DomainError) {
      expect([outcome.code, transmittedAt, invoiceIds.length]).toEqual(["changed_meanwhile", null, 6]);
    } else {
      expect(outcome).toMatchObject({ invoiceIds: { length: 3 } });
      expect(invoiceIds).toHaveLength(3);
    }
  }
});

describe("an edit of an import", () => {
  test("is refused if a colleague has changed it since it was opened", async () => {
    const partner = await givenPartner();
    const { id } = await givenImport(partner);
    const { version } = await describeImport(db, partner.actor, id);
    await updateImport(db, partner.actor, id, { title: "Theirs" }, version);

    await expect(updateImport(db, partner.actor, id, { title: "Mine" }, version)).rejects.toMatchObject(changed);

    expect(await describeImport(db, partner.actor, id)).toMatchObject({ title: "Theirs" });
  });

  test("does not change the invoices in it", async () => {
    const partner = await givenPartner();
    const into = await givenImport(partner);
    const { version } = await describeImport(db, partner.actor, into.id);
    await givenInvoice(partner, { import: into });

    await updateImport(db, partner.actor, into.id, { expectedInvoicesCount: 4 }, version);

    expect(await describeImport(db, partner.actor, into.id)).toMatchObject({ expectedInvoicesCount: 4 });
  });

  test("succeeds for one of two at once", async () => {
    const partner = await givenPartner();
    const { id } = await givenImport(partner);
    const { version } = await describeImport(db, partner.actor, id);

    const outcomes = await Promise.allSettled(times(5, (index) => updateImport(db, partner.actor, id, { title: `${index}` }, version)));

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
