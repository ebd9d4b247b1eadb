import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bulkJobItems } from "@/db/schema/bulk-jobs";
import { payments } from "@/db/schema/payments";
import { refunds } from "@/db/schema/refunds";
import { runBulkJobs } from "@/server/billing/bulk-jobs/run-bulk-jobs";
import { startBulkJob } from "@/server/billing/bulk-jobs/start-bulk-job";
import { followDuePayments } from "@/server/billing/payments/follow-due-payments";
import { createPendingRefund } from "@/server/billing/refunds/refund-payment";
import { sendDueRefunds } from "@/server/billing/refunds/send-due-refunds";
import { failStatements } from "@/server/testing/failing-statements";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenMember } from "@/server/testing/given-person";
import { givenOwnDatabase } from "@/server/testing/own-database";

const ownerUrl = givenOwnDatabase("money_in_turn");

/** An invoice with an online payment that the customer has paid, and of which the service does not know yet. */
async function givenPaid() {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 4_500, transmitted: true });
  const payment = await givenBegunPayment(partner, invoice);
  await payment.decide("pay");
  return { partner, invoice, payment };
}

const makeDue = () => db.update(payments).set({ nextAskAt: sql`now()` }).where(eq(payments.status, "pending"));

test.each(["55P03", "57014", "40P01"])("a payment whose booking fails with %s stops no other, and is booked later", async (code) => {
  const [held, other] = [await givenPaid(), await givenPaid()];
  await makeDue();
  const condition = `new.partner_id = '${held.partner.id}'`;
  const release = await failStatements(ownerUrl, { table: "invoice_lines", event: "insert", condition, code });
  await followDuePayments(db);
  expect([(await held.payment.row()).status, (await other.payment.row()).status]).toEqual(["pending", "paid"]);
  await release();
  await makeDue();
  await followDuePayments(db);
  expect((await held.payment.row()).status).toBe("paid");
});

test.each(["55P03", "57014", "40P01"])("a refund whose end fails with %s stops no other, and ends later", async (code) => {
  const [held, other] = [await givenPaid(), await givenPaid()];
  for (const { partner, invoice, payment } of [held, other]) {
    const second = await givenBegunPayment(partner, invoice, "paypal");
    await second.decide("pay");
    for (const each of [payment, second]) await each.follow();
    const refund = { amountCents: 4_500, reason: "Paid twice" };
    await createPendingRefund(db, partner.actor, { invoiceId: invoice.id, paymentId: second.id }, null, refund);
  }
  const allDue = () => db.update(refunds).set({ nextAskAt: sql`now()` }).where(eq(refunds.status, "pending"));
  await allDue();
  const condition = `new.partner_id = '${held.partner.id}' and new.status = 'paid'`;
  const release = await failStatements(ownerUrl, { table: "refunds", event: "update", condition, code });
  await sendDueRefunds(db);
  const statusOf = async ({ invoice }: typeof held) =>
    (await db.select({ status: refunds.status }).from(refunds).where(eq(refunds.invoiceId, invoice.id))).map(({ status }) => status);
  expect([await statusOf(held), await statusOf(other)]).toEqual([["pending"], ["paid"]]);
  await release();
  await allDue();
  await sendDueRefunds(db);
  expect(await statusOf(held)).toEqual(["paid"]);
});

test.each(["55P03", "57014", "40P01"])(
  "an invoice of a bulk action that fails with %s stops neither others of the job nor other jobs, and is done later",
  async (code) => {
    const given = async () => {
      const partner = await givenPartner();
      const author = await givenMember(partner);
      const invoices = [await givenInvoice(partner, { amountCents: 1_000 }), await givenInvoice(partner, { amountCents: 1_000 })];
      const selection = { ids: invoices.map(({ id }) => id) };
      const job = { kind: "delete_invoices", selection, expected: { count: 2, amountCents: 2_000 } } as const;
      const { id } = await startBulkJob(db, author.actor, author.person.id, job);
      const outcomes = async () =>
        (await db.select().from(bulkJobItems).where(eq(bulkJobItems.jobId, id)).orderBy(bulkJobItems.position)).map(
          ({ outcome }) => outcome,
        );
      return { id, outcomes };
    };
    const [held, other] = [await given(), await given()];
    const condition = `new.job_id = '${held.id}' and new.position = 1`;
    const release = await failStatements(ownerUrl, { table: "bulk_job_items", event: "update", condition, code });
    const jobs = runBulkJobs(db);
    await expect.poll(other.outcomes, { timeout: 20_000 }).toEqual(["done", "done"]);
    await expect.poll(held.outcomes, { timeout: 20_000 }).toContain("done");
    expect(await held.outcomes()).toContain(null);
    await release();
    await jobs;
    await expect
      .poll(
        async () => {
          await runBulkJobs(db);
          return held.outcomes();
        },
        { timeout: 20_000 },
      )
      .toEqual(["done", "done"]);
  },
);
