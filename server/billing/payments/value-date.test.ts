import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { listMoney } from "./list-money";
import { recordExternalPayment } from "./record-external-payment";
import { recordPaymentOutcome } from "./record-payment-outcome";

const mailbox = { kind: "mailbox" } as const;
const today = () => dayAt(new Date());

const FREE = 32;
const CHARGED = feeDayAfter(FREE);

/** On the day of the fee: due on day 14, reminded on day 18, and just reminded again, with a fee. */
async function givenReminded() {
  const collected = await givenCollected({ isSandbox: true, settings: { latePaymentFeeCents: 500, reminder2Day: 19 } });
  const { partner, invoice, collect } = collected;
  await collect(mailbox);
  for (const days of [18, CHARGED]) {
    await jumpClock(partner, days);
    await collect(mailbox);
  }
  const actor = { ...partner.actor, clockOffsetMs: CHARGED * DAY_MS };
  const record = async (amountCents: number, paidOn: string | null, mayExceed = false) => {
    const { lines } = await getInvoice(db, actor, invoice.id);
    return recordExternalPayment(db, actor, invoice.id, lines.length, { amountCents, reason: "Statement 3", mayExceed, paidOn });
  };
  const lines = async () =>
    (await getInvoice(db, actor, invoice.id)).lines.map(({ type, amountCents, date }) => [type, amountCents, dayAt(date)]);
  expect((await lines()).map(([type]) => type)).toEqual(["INVOICE-LINE", "LATE-PAYMENT-FEE-LINE"]);
  return { ...collected, actor, record, lines };
}

test("a customer who paid by the due day owes no fee even if booked late; the payment has the bank's day", async () => {
  const { actor, invoice, record, lines } = await givenReminded();
  const due = addDays(today(), 14);
  await record(4_500, due);
  expect((await lines()).slice(2)).toEqual([
    ["LATE-PAYMENT-FEE-PAYMENT-LINE", -500, due],
    ["PAYMENT-LINE", -4_000, due],
    ["CREDIT-LINE", -500, addDays(today(), CHARGED)],
  ]);
  expect((await describeInvoice(db, actor, invoice.id)).account).toMatchObject({ outstandingCents: 0 });
  const [payment] = (await listMoney(db, actor, invoice.id)).payments;
  expect(payment && dayAt(payment.at)).toBe(due);
});

test("a fee that was paid too is owed back, once", async () => {
  const { record, lines } = await givenReminded();
  await record(500, null);
  await record(4_500, addDays(today(), 10));
  await record(100, addDays(today(), 9), true);
  expect((await lines()).filter(([type]) => type === "CREDIT-LINE")).toEqual([["CREDIT-LINE", -500, addDays(today(), CHARGED)]]);
  expect((await lines()).reduce((sum, [, cents]) => sum + Number(cents), 0)).toBe(-600);
});

test("so does a customer who paid by the last day without a fee that the reminder named", async () => {
  const { partner, invoice, record, lines } = await givenReminded();
  const [reminder] = await db
    .select({ graceUntil: outgoingMessages.graceUntil })
    .from(outgoingMessages)
    .where(
      and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.invoiceId, invoice.id), eq(outgoingMessages.kind, "reminder1")),
    );
  expect(reminder?.graceUntil).toBe(addDays(today(), FREE));
  await record(4_500, addDays(today(), FREE));
  expect((await lines()).filter(([type]) => type === "CREDIT-LINE")).toEqual([["CREDIT-LINE", -500, addDays(today(), CHARGED)]]);
});

test("a customer who paid a day later, or only a part in time, owes the fee", async () => {
  const late = await givenReminded();
  await late.record(5_000, addDays(today(), 33));
  expect((await late.lines()).some(([type]) => type === "CREDIT-LINE")).toBe(false);
  const part = await givenReminded();
  await part.record(4_499, addDays(today(), 14));
  expect((await part.lines()).some(([type]) => type === "CREDIT-LINE")).toBe(false);
});

test("a payment with a day in the future is refused", async () => {
  const { record } = await givenReminded();
  await expect(record(100, addDays(today(), CHARGED + 1))).rejects.toMatchObject({ code: "invalid_paid_on" });
});

test("a payment that a provider reports late is booked under the moment at which the money came", async () => {
  const { partner, actor, invoice, lines } = await givenReminded();
  const payment = await givenBegunPayment({ ...partner, actor }, invoice, "bank_transfer");
  const cameAt = new Date(Date.now() + 13 * DAY_MS);
  await recordPaymentOutcome(db, actor, await payment.row(), "paid", cameAt);
  expect((await lines()).slice(2)).toEqual([
    ["LATE-PAYMENT-FEE-PAYMENT-LINE", -500, dayAt(cameAt)],
    ["PAYMENT-LINE", -4_500, dayAt(cameAt)],
    ["CREDIT-LINE", -500, addDays(today(), CHARGED)],
  ]);
  expect((await payment.row()).endedAt).toEqual(cameAt);
});
