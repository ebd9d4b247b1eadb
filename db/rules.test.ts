import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { env } from "@/server/env";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenImport, givenInvoice, givenMessage, givenPartner, givenTicket } from "@/server/testing/given";
import { type Connection, connect, db } from "./client";

// Rules of the database, tested with plain SQL as the superuser, who has all rights.

let admin: Connection;
let partner: GivenPartner;
let invoice: InvoiceDetails;

beforeAll(async () => {
  admin = connect(Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname }).href, { max: 1 });
  partner = await givenPartner();
  invoice = await givenInvoice(partner, { amountCents: 1_000 });
  await givenTicket(invoice);
  await givenMessage(invoice);
});

afterAll(() => admin.close());

/** Returns the database's error message. */
async function refusalOf(...statements: ReturnType<typeof sql>[]): Promise<string> {
  const done = admin.db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });
  return done.then(
    () => "done",
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  );
}

const lineOf = (of: InvoiceDetails, position: number, amountCents: number, id = newId()) => sql`
  insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date)
  values (${of.partnerId}, ${of.id}, ${position}, ${id}, 'INVOICE-LINE', ${amountCents}, now())`;

const invoiceOf = (partnerId: string, companyId: string, importId: string, totalCents: number, id = newId()) => sql`
  insert into invoices (partner_id, id, company_id, import_id, external_invoice_number, locale, customer_last_name, amount_total_cents, created_at)
  values (${partnerId}, ${id}, ${companyId}, ${importId}, '1', 'nl', 'Brandsma', ${totalCents}, now())`;

describe("at every commit, the total is the sum of the lines:", () => {
  test("an invoice without lines is refused", async () => {
    expect(await refusalOf(invoiceOf(partner.id, invoice.companyId, invoice.importId, 0))).toContain("is not the sum of its lines");
  });

  test("a total that differs from the sum of the lines is refused", async () => {
    const id = newId();
    const created = { ...invoice, id };
    expect(await refusalOf(invoiceOf(partner.id, invoice.companyId, invoice.importId, 5, id), lineOf(created, 1, 4))).toContain(
      "is not the sum of its lines",
    );
  });

  test("lines of a creation that do not begin at position 1 are refused", async () => {
    const id = newId();
    const created = { ...invoice, id };
    expect(await refusalOf(invoiceOf(partner.id, invoice.companyId, invoice.importId, 0, id), lineOf(created, 2, 4))).toContain(
      "is not the sum of its lines",
    );
  });

  test("changing the total alone is refused", async () => {
    expect(await refusalOf(sql`update invoices set amount_total_cents = 1 where id = ${invoice.id}`)).toContain(
      "is not the sum of its lines",
    );
  });

  test("a later line changes the total", async () => {
    const other = await givenInvoice(partner, { amountCents: 1_000 });
    expect(await refusalOf(lineOf(other, 2, 250))).toBe("done");
    const [row] = await admin.db.execute(sql`select amount_total_cents::int as total from invoices where id = ${other.id}`);
    expect(row).toEqual({ total: 1_250 });
  });

  test("fifty lines added at once all count in the total", async () => {
    const other = await givenInvoice(partner, { amountCents: 1_000 });
    await Promise.all(Array.from({ length: 50 }, (_, index) => db.execute(lineOf(other, index + 2, 10))));
    const [row] = await admin.db.execute(sql`select amount_total_cents::int as total from invoices where id = ${other.id}`);
    expect(row).toEqual({ total: 1_500 });
  });
});

describe("lines are append-only:", () => {
  test("a line cannot be changed", async () => {
    expect(await refusalOf(sql`update invoice_lines set description = 'x' where invoice_id = ${invoice.id}`)).toContain("append-only");
  });

  test("a line cannot be removed", async () => {
    expect(await refusalOf(sql`delete from invoice_lines where invoice_id = ${invoice.id}`)).toContain("only with its invoice");
  });

  test("the table of lines cannot be emptied", async () => {
    expect(await refusalOf(sql`truncate invoice_lines`)).toContain("append-only");
  });

  test("no line is added after a retraction", async () => {
    const retracted = await givenInvoice(partner);
    const retraction = { creditNoteNumber: "C-1", description: "x", retractionReason: null, showRetractionReasonToCustomer: false };
    await creditAndRetractInvoice(db, partner.actor, retracted.id, retraction);
    expect(await refusalOf(lineOf(retracted, 3, 5))).toContain("no line is added to retracted invoice");
    expect(await refusalOf(sql`update invoices set retracted_at = null where id = ${retracted.id}`)).toContain("retraction");
    expect(await refusalOf(sql`update invoices set retracted_at = now() + interval '1 day' where id = ${retracted.id}`)).toContain("final");
  });

  test("a line id is used once within a partner, and other partners may use it as well", async () => {
    expect(await refusalOf(lineOf(invoice, 2, 5, "mine"))).toBe("done");
    const other = await givenInvoice(partner);
    expect(await refusalOf(lineOf(other, 2, 5, "mine"))).toContain("invoice_lines_by_id");
    const foreign = await givenInvoice(await givenPartner());
    expect(await refusalOf(lineOf(foreign, 2, 5, "mine"))).toBe("done");
  });

  test.each([
    ["a payment that raises what is outstanding", "PAYMENT-LINE", 5, "'ideal'", "invoice_lines_sign"],
    ["a fee that lowers it", "LATE-PAYMENT-FEE-LINE", -5, "null", "invoice_lines_sign"],
    ["a chargeback that lowers it", "CHARGEBACK-LINE", -5, "null", "invoice_lines_sign"],
    ["a payment without its method", "PAYMENT-LINE", -5, "null", "invoice_lines_payment_method_where_named"],
    ["a method where none belongs", "CHARGEBACK-FEE-PAYMENT-LINE", -5, "'ideal'", "invoice_lines_payment_method_where_named"],
  ])("%s is refused", async (_, type, amount, method, constraint) => {
    const line = sql`insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date, payment_method)
      values (${partner.id}, ${invoice.id}, 99, ${newId()}, ${type}, ${amount}, now(), ${sql.raw(method)})`;
    expect(await refusalOf(line)).toContain(constraint);
  });
});

describe("no row can refer to another tenant's:", () => {
  test("an invoice in another partner's import", async () => {
    const foreign = await givenImport(await givenPartner());
    expect(await refusalOf(invoiceOf(partner.id, foreign.companyId, foreign.id, 0))).toContain("foreign key");
  });

  test("an invoice that names another company than its import", async () => {
    const other = await givenImport(partner);
    expect(await refusalOf(invoiceOf(partner.id, other.companyId, invoice.importId, 0))).toContain("foreign key");
  });

  test("a line, a ticket, a message or a payment on another partner's invoice", async () => {
    const foreign = await givenInvoice(await givenPartner());
    const stolen = { ...invoice, id: foreign.id };
    expect(await refusalOf(lineOf(stolen, 2, 5))).toContain("foreign key");
    await expect(givenTicket(stolen)).rejects.toThrow();
    await expect(givenMessage(stolen)).rejects.toThrow();
  });

  test("a ticket that names another company than its invoice", async () => {
    const other = await givenImport(partner);
    await expect(givenTicket({ ...invoice, companyId: other.companyId })).rejects.toThrow();
  });
});

describe("records of messages and acts are permanent:", () => {
  test.each([
    ["a ticket's words", sql`update tickets set message = 'x'`],
    ["a ticket's sender", sql`update tickets set sender = 'company'`],
    ["a conversation", sql`delete from tickets`],
    ["a message that was sent", sql`update messages set description = 'x'`],
    ["the messages", sql`delete from messages`],
    ["the table of changes, altered", sql`update changes set kind = 'x'`],
    ["the table of changes, thinned", sql`delete from changes`],
    ["the table of changes, emptied", sql`truncate changes`],
  ])("%s", async (_, statement) => {
    expect(await refusalOf(statement)).toContain("is refused");
  });

  test("a company's reply counts as answered from its creation", async () => {
    await expect(givenTicket(invoice, { sender: "company", status: "unanswered" })).rejects.toThrow();
  });

  test("a transmission is final, and prevents deleting the import and its invoices", async () => {
    const transmitted = await givenInvoice(partner, { transmitted: true });
    expect(await refusalOf(sql`update imports set transmitted_at = null where id = ${transmitted.importId}`)).toContain("final");
    expect(await refusalOf(sql`delete from imports where id = ${transmitted.importId}`)).toContain("transmitted");
    expect(await refusalOf(sql`delete from invoices where id = ${transmitted.id}`)).toContain("never deleted");
  });

  test("the identity of an invoice never changes", async () => {
    const other = await givenImport(partner, { company: undefined });
    expect(
      await refusalOf(sql`update invoices set import_id = ${other.id}, company_id = ${other.companyId} where id = ${invoice.id}`),
    ).toContain("never changes");
  });
});

test("the application's role may change neither lines nor the table of changes", async () => {
  const attempts = [
    sql`update invoice_lines set description = 'x'`,
    sql`delete from invoice_lines`,
    sql`insert into changes (partner_id, record, record_id, kind, actor) values ('x', 'invoice', 'x', 'x', 'x')`,
    sql`update changes set kind = 'x'`,
    sql`delete from changes`,
    sql`truncate changes`,
    sql`alter table changes disable trigger all`,
    sql`drop table changes`,
  ];
  for (const attempt of attempts) {
    const error = await db.execute(attempt).then(
      () => undefined,
      (failure: Error) => failure.cause as Error,
    );
    expect(error?.message).toMatch(/permission denied|must be owner/);
  }
});
