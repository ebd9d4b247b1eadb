import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { changes } from "@/db/schema/changes";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { deleteInvoice } from "@/server/billing/invoices/delete-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { DomainError } from "@/server/errors";
import { givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { newInvoiceFor } from "@/server/testing/new-records";
import { deleteImport } from "./delete-import";
import { getImport } from "./find-import";
import { transmitImport } from "./transmit-import";

/** Outcome of an act: done, or the code of its refusal. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );
}

/** An invoice with one line per id; null: the service assigns the id. */
function withLineIds(importId: string, ids: (string | null)[]): NewInvoice {
  const lines = ids.map((id) => ({ id, amountCents: 100, description: null, date: null }));
  return { ...newInvoiceFor(importId, 100 * ids.length), lines };
}

describe("only one of two simultaneous acts wins:", () => {
  test("of twenty simultaneous transmissions one succeeds, and one change is recorded", async () => {
    const partner = await givenPartner();
    const { importId } = await givenInvoice(partner);

    const outcomes = await Promise.all(times(20, () => outcomeOf(transmitImport(db, partner.actor, importId))));

    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "import_already_transmitted")).toHaveLength(19);
    const recorded = await db
      .select()
      .from(changes)
      .where(and(eq(changes.partnerId, partner.id), eq(changes.recordId, importId), eq(changes.kind, "transmitted")));
    expect(recorded).toHaveLength(1);
  });

  test("an invoice is deleted or transmitted, never both", async () => {
    const partner = await givenPartner();
    for (let round = 0; round < 30; round += 1) {
      const first = await givenInvoice(partner);
      const [transmission, deletion] = await Promise.all([
        outcomeOf(transmitImport(db, partner.actor, first.importId)),
        outcomeOf(deleteInvoice(db, partner.actor, first.id)),
      ]);

      const { transmittedAt, invoiceIds } = await getImport(db, partner.actor, first.importId);
      const remains = transmittedAt ? ["done", "invoice_already_transmitted", [first.id]] : ["import_is_empty", "done", []];
      expect([transmission, deletion, invoiceIds]).toEqual(remains);
    }
  });

  test("an acknowledged invoice is part of the transmission, and one that came too late is refused", async () => {
    const partner = await givenPartner();
    for (let round = 0; round < 10; round += 1) {
      const { importId } = await givenInvoice(partner);
      const created: string[] = [];
      const creations = times(20, async () => {
        const outcome = await outcomeOf(
          createInvoice(db, partner.actor, newInvoiceFor(importId)).then((invoice) => created.push(invoice.id)),
        );
        expect(["done", "import_already_transmitted"]).toContain(outcome);
      });
      const transmission = transmitImport(db, partner.actor, importId);
      const [{ transmittedAt, invoiceIds }] = await Promise.all([transmission, ...creations]);

      expect(transmittedAt).not.toBeNull();
      expect((await getImport(db, partner.actor, importId)).invoiceIds).toEqual(invoiceIds);
      expect(invoiceIds).toEqual(expect.arrayContaining(created));
      expect(invoiceIds).toHaveLength(created.length + 1);
    }
  });

  test("an import that receives invoices without a pause can still be transmitted", async () => {
    const partner = await givenPartner();
    const { importId } = await givenInvoice(partner);
    // Large enough that at every moment some are being recorded, and small enough that those are done long before the transmission gives up.
    const large = withLineIds(importId, Array<null>(100).fill(null));
    let transmitted = false;
    const creators = times(4, async () => {
      while (!transmitted) await outcomeOf(createInvoice(db, partner.actor, large));
    });

    await new Promise((resolve) => setTimeout(resolve, 200));
    const outcome = await outcomeOf(transmitImport(db, partner.actor, importId)).finally(() => {
      transmitted = true;
    });

    expect(outcome).toBe("done");
    await Promise.all(creators);
  });

  test("an import is deleted or transmitted, never both", async () => {
    const partner = await givenPartner();
    for (let round = 0; round < 20; round += 1) {
      const { importId, id } = await givenInvoice(partner);
      const outcomes = await Promise.all([
        outcomeOf(transmitImport(db, partner.actor, importId)),
        outcomeOf(deleteImport(db, partner.actor, importId)),
      ]);
      expect([
        ["done", "import_already_transmitted"],
        ["invalid_import_id", "done"],
      ]).toContainEqual(outcomes);
      expect(await outcomeOf(getInvoice(db, partner.actor, id))).toBe(outcomes[0] === "done" ? "done" : "invalid_invoice_id");
    }
  });
});

test("of twenty invoices that claim the same line id at once, one gets it", async () => {
  const partner = await givenPartner();
  const { id: importId } = await givenImport(partner);
  const invoice = newInvoiceFor(importId);
  const claiming = { ...invoice, lines: invoice.lines.map((line) => ({ ...line, id: "the-only-one" })) };

  const outcomes = await Promise.all(times(20, () => outcomeOf(createInvoice(db, partner.actor, claiming))));

  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "duplicate_invoice_line_id")).toHaveLength(19);
  expect((await getImport(db, partner.actor, importId)).invoiceIds).toHaveLength(1);
});

test("invoices that claim the same line ids in opposite orders refuse each other without a deadlock", async () => {
  const partner = await givenPartner();
  const { id: importId } = await givenImport(partner);

  for (let round = 0; round < 10; round += 1) {
    const ids = Array.from({ length: 500 }, (_, index) => `${round} ${index}`);
    const outcomes = await Promise.all(
      [ids, [...ids].reverse()].map((order) => outcomeOf(createInvoice(db, partner.actor, withLineIds(importId, order)))),
    );
    expect(outcomes.sort()).toEqual(["done", "duplicate_invoice_line_id"]);
  }
});

test("an import is transmitted at the partner's own time", async () => {
  const partner = await givenPartner();
  const { importId } = await givenInvoice(partner);
  const inAYear = { ...partner.actor, clockOffsetMs: 365 * 24 * 60 * 60 * 1000 };

  const { transmittedAt } = await transmitImport(db, inAYear, importId);

  expect(transmittedAt?.getUTCFullYear()).toBe(new Date(Date.now() + inAYear.clockOffsetMs).getUTCFullYear());
});
