import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenImport, givenPartner } from "@/server/testing/given";
import { newInvoiceFor } from "@/server/testing/new-records";
import { createInvoice } from "./create-invoice";
import { createInvoices } from "./create-invoices";

function invoiceWithLine(importId: string, id: string) {
  return { ...newInvoiceFor(importId), lines: [{ id, amountCents: 4_500, description: null, date: null }] };
}

/** Whether any statement waits for another transaction. */
async function isWaiting(): Promise<boolean> {
  const waiting = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%open_import%'`,
  );
  return waiting.length > 0;
}

test("if another creation takes a line id at the same time, only the invoice with that id fails", async () => {
  const partner = await givenPartner();
  const { id: importId } = await givenImport(partner);
  let commit = () => {};
  const committing = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let insert = () => {};
  const inserted = new Promise<void>((resolve) => {
    insert = resolve;
  });
  const other = db.transaction(async (tx) => {
    await createInvoice(tx, partner.actor, invoiceWithLine(importId, "L-2"));
    insert();
    await committing;
  });
  await inserted;

  const creating = createInvoices(
    db,
    partner.actor,
    importId,
    ["L-1", "L-2", "L-3"].map((id) => invoiceWithLine(importId, id)),
  );
  while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
  commit();
  await other;

  expect((await creating).map((created) => created !== undefined)).toEqual([true, false, true]);
});
