import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { env } from "@/server/env";
import { newId } from "@/server/platform/id";
import { changesOf } from "@/server/testing/changes-of";
import { type GivenPartner, givenInvoice, givenPartner } from "@/server/testing/given";
import { type Connection, connect, db } from "./client";

// The database maintains the billed sum and the search columns. Tested with plain SQL as the superuser.

let admin: Connection;
let partner: GivenPartner;
let invoice: InvoiceDetails;

beforeAll(() => {
  admin = connect(Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname }).href, { max: 1 });
});

beforeEach(async () => {
  partner = await givenPartner();
  invoice = await givenInvoice(partner, { amountCents: 1_000 });
});

afterAll(() => admin.close());

const add = (position: number, type: string, amountCents: number, method: string | null = null, invoiceId = invoice.id) => sql`
  insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date, payment_method)
  values (${partner.id}, ${invoiceId}, ${position}, ${newId()}, ${type}, ${amountCents}, now(), ${method})`;

const amounts = async () => {
  const { amountBilledCents, amountTotalCents } = await getInvoice(db, partner.actor, invoice.id);
  return [amountBilledCents, amountTotalCents];
};

const reasonOf = (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message);

test("the billed amount is the sum of the invoice lines, regardless of other lines", async () => {
  expect(await amounts()).toEqual([1_000, 1_000]);
  await admin.db.execute(add(2, "INVOICE-LINE", 250));
  await admin.db.execute(add(3, "PAYMENT-LINE", -400, "ideal"));
  await admin.db.execute(add(4, "LATE-PAYMENT-FEE-LINE", 30));
  await admin.db.execute(add(5, "CREDIT-LINE", -100));
  await admin.db.execute(add(6, "INVOICE-LINE", -50));
  expect(await amounts()).toEqual([1_200, 730]);
});

test("the billed amount cannot be set to anything else", async () => {
  const lie = admin.db.execute(sql`update invoices set amount_billed_cents = 1 where id = ${invoice.id}`);
  expect(
    reasonOf(
      await lie.then(
        () => new Error("done"),
        (error: Error) => error,
      ),
    ),
  ).toContain("billed amount of invoice");
});

test("an insert that names no billed amount gets the total", async () => {
  const id = newId();
  await admin.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into invoices (partner_id, id, company_id, import_id, external_invoice_number, locale, customer_last_name, amount_total_cents, created_at)
      values (${partner.id}, ${id}, ${invoice.companyId}, ${invoice.importId}, '1', 'nl', 'Brandsma', 70, now())`);
    await tx.execute(add(1, "INVOICE-LINE", 70, null, id));
  });
  expect(await getInvoice(db, partner.actor, id)).toMatchObject({ amountBilledCents: 70 });
});

test("an added line is one recorded change, and an update of the search columns none", async () => {
  const recorded = await changesOf(partner.id, async () => {
    await admin.db.execute(add(2, "INVOICE-LINE", 250));
    await admin.db.execute(sql`update invoices set search_text = default where id = ${invoice.id}`);
  });
  expect(recorded.map(({ kind }) => kind)).toEqual(["line_added"]);
});

test("services do not read columns that are derived for searching", async () => {
  expect(Object.keys(await getInvoice(db, partner.actor, invoice.id))).not.toContain("searchText");
});
