import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { newId } from "@/server/platform/id";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { db } from "./client";

// Rules of the database about money, tested with plain SQL.

const retraction = { creditNoteNumber: "C-1", description: "x", retractionReason: null, showRetractionReasonToCustomer: false };

async function given(retracted = false) {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 1_000, transmitted: true });
  if (retracted) await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
  return invoice;
}

async function refusalOf(...statements: SQL[]): Promise<string> {
  const done = db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });
  return done.then(
    () => "done",
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  );
}

const paymentOf = ({ partnerId, id }: InvoiceDetails, paymentId: string, status: string) => sql`
  insert into payments (partner_id, id, invoice_id, method, status, amount_cents, created_at, provider)
  values (${partnerId}, ${paymentId}, ${id}, 'ideal', ${status}, 1000, now(), 'simulated_bank')`;

const refundOf = ({ partnerId, id }: InvoiceDetails, refundId: string, cents: number) => sql`
  insert into refunds (partner_id, id, invoice_id, status, amount_cents, reason, created_at, ended_at)
  values (${partnerId}, ${refundId}, ${id}, 'paid', ${cents}, 'twice', now(), now())`;

const lineOf = ({ partnerId, id }: InvoiceDetails, type: string, cents: number, of: { payment?: string; refund?: string } = {}) => sql`
  insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date, payment_method, payment_id, refund_id)
  values (${partnerId}, ${id}, (select max(position) + 1 from invoice_lines where invoice_id = ${id}), ${newId()}, ${type}, ${cents}, now(),
    ${type === "PAYMENT-LINE" ? sql`'ideal'` : null}, ${of.payment ?? null}, ${of.refund ?? null})`;

test("a paid payment has lines with its amount, and any other has none", async () => {
  const [invoice, payment] = [await given(), newId()];
  const off = "is not what its lines say";
  expect(await refusalOf(paymentOf(invoice, payment, "paid"))).toContain(off);
  expect(await refusalOf(paymentOf(invoice, payment, "paid"), lineOf(invoice, "PAYMENT-LINE", -999, { payment }))).toContain(off);
  expect(await refusalOf(paymentOf(invoice, payment, "failed"), lineOf(invoice, "PAYMENT-LINE", -1_000, { payment }))).toContain(off);
  expect(await refusalOf(lineOf(invoice, "PAYMENT-LINE", -1_000, { payment }))).toContain(off);
  expect(await refusalOf(paymentOf(invoice, payment, "paid"), lineOf(invoice, "PAYMENT-LINE", -1_000, { payment }))).toBe("done");
});

test("a payment has its invoice's number, even if another is given", async () => {
  const [invoice, payment] = [await given(), newId()];
  const number = async () => db.execute(sql`select invoice_number::int as number from payments where id = ${payment}`);
  expect(await refusalOf(paymentOf(invoice, payment, "pending"))).toBe("done");
  expect(await number()).toEqual([{ number: invoice.invoiceNumber }]);
  await db.execute(sql`update payments set invoice_number = 1 where id = ${payment}`);
  expect(await number()).toEqual([{ number: invoice.invoiceNumber }]);
});

test("a payment is paid and charged back once, finally, and is never deleted", async () => {
  const [invoice, payment] = [await given(), newId()];
  await refusalOf(paymentOf(invoice, payment, "paid"), lineOf(invoice, "PAYMENT-LINE", -1_000, { payment }));
  const here = sql`where id = ${payment}`;
  expect(await refusalOf(lineOf(invoice, "PAYMENT-LINE", -1_000, { payment }))).toContain("invoice_lines_payment_once");
  expect(await refusalOf(sql`update payments set charged_back_at = now() ${here}`)).toContain("is not what its lines say");
  const chargeback = () => [
    sql`update payments set charged_back_at = now() ${here}`,
    lineOf(invoice, "CHARGEBACK-LINE", 1_000, { payment }),
  ];
  expect(await refusalOf(...chargeback())).toBe("done");
  expect(await refusalOf(...chargeback())).toContain("charged back once");
  expect(await refusalOf(lineOf(invoice, "CHARGEBACK-LINE", 1_000, { payment }))).toContain("invoice_lines_payment_once");
  expect(await refusalOf(sql`update payments set status = 'failed' ${here}`)).toContain("what was paid was paid");
  expect(await refusalOf(sql`update payments set amount_cents = 5 ${here}`)).toContain("what was ordered stays");
  expect(await refusalOf(sql`delete from payments ${here}`)).toMatch(/permission denied|is kept/);
});

test("refunds never exceed the amount owed to the customer, and each paid one has its line", async () => {
  const invoice = await given();
  const [refund, another] = [newId(), newId()];
  await refusalOf(lineOf(invoice, "PAYMENT-LINE", -1_500));
  const chargeback = lineOf(invoice, "CHARGEBACK-LINE", 500, { refund });
  expect(await refusalOf(refundOf(invoice, refund, 501))).toContain("less than 501 cents is owed");
  expect(await refusalOf(refundOf(invoice, refund, 500))).toContain("is not what its line says");
  expect(await refusalOf(refundOf(invoice, refund, 500), chargeback)).toBe("done");
  expect(await refusalOf(refundOf(invoice, another, 1))).toContain("less than 1 cents is owed");
  expect(await refusalOf(lineOf(invoice, "CHARGEBACK-LINE", 500, { refund }))).toContain("invoice_lines_refund_once");
});

test("after a retraction only lines about money can be added", async () => {
  const [invoice, payment] = [await given(true), newId()];
  for (const [type, cents] of [
    ["INVOICE-LINE", 5],
    ["CREDIT-LINE", -5],
    ["PAYMENT-LINE", -5],
    ["CHARGEBACK-FEE-LINE", 5],
  ] as const) {
    expect(await refusalOf(lineOf(invoice, type, cents))).toContain("no line is added to retracted invoice");
  }
  expect(await refusalOf(paymentOf(invoice, payment, "paid"), lineOf(invoice, "PAYMENT-LINE", -1_000, { payment }))).toBe("done");
});
