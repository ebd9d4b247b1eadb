import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { refunds } from "@/db/schema/refunds";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { PaymentProvider } from "@/server/billing/payment-providers/provider";
import { simulatedBank } from "@/server/billing/payment-providers/simulated-bank/provider";
import { listMoney } from "@/server/billing/payments/list-money";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { changesOf } from "@/server/testing/changes-of";
import { type GivenPartner, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { recordRefund } from "./record-refund";
import { refundPayment } from "./refund-payment";
import { sendDueRefunds } from "./send-due-refunds";
import { sendRefund } from "./send-refund";

const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };
const seen = { lines: 3, refunds: 0 };

/** An invoice that was paid twice in full. */
async function givenPaidTwice(partner: GivenPartner) {
  const invoice = await givenInvoice(partner, { amountCents: 4_500, transmitted: true });
  const [first, second] = [await givenBegunPayment(partner, invoice, "ideal"), await givenBegunPayment(partner, invoice, "paypal")];
  for (const payment of [first, second]) {
    await payment.decide("pay");
    await payment.follow();
  }
  return { invoice, first, second };
}

async function given() {
  const partner = await givenPartner();
  const paid = await givenPaidTwice(partner);
  const by = (options: { provider?: PaymentProvider; seen?: typeof seen; amountCents?: number } = {}) =>
    refundPayment(
      db,
      partner.actor,
      { invoiceId: paid.invoice.id, paymentId: paid.second.id },
      options.seen ?? seen,
      { amountCents: options.amountCents ?? 4_500, reason: "Paid twice" },
      () => options.provider ?? simulatedBank(db),
    );
  return { partner, ...paid, refundByProvider: by };
}

type Given = Awaited<ReturnType<typeof given>>;

const byHand = ({ partner, invoice }: Given, amountCents = 4_500, account = seen) =>
  recordRefund(db, partner.actor, invoice.id, account, { amountCents, reason: "Statement 12" });
const totalOf = async ({ partner, invoice }: Given) => (await getInvoice(db, partner.actor, invoice.id)).amountTotalCents;
const refundsOf = ({ invoice }: Given) => db.select().from(refunds).where(eq(refunds.invoiceId, invoice.id));

describe("a refund", () => {
  test("by hand is booked as a chargeback without a fee, and partners' systems are notified", async () => {
    const world = await given();
    const changes = await changesOf(world.partner.id, () => byHand(world));
    const { lines } = await getInvoice(db, world.partner.actor, world.invoice.id);
    expect(lines.at(-1)).toMatchObject({ type: "CHARGEBACK-LINE", amountCents: 4_500, description: null, paymentMethod: null });
    expect(lines).toHaveLength(4);
    expect(await totalOf(world)).toBe(0);
    expect(changes.map(({ kind, recordId }) => [kind, recordId])).toEqual([["line_added", world.invoice.id]]);
  });

  test("through the provider is paid and booked once, even if confirmed several times at once", async () => {
    const world = await given();
    const outcomes = await Promise.allSettled([...times(10, () => world.refundByProvider()), ...times(10, () => byHand(world))]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await totalOf(world)).toBe(0);
    expect(await refundsOf(world)).toMatchObject([{ status: "paid", amountCents: 4_500 }]);
  });

  test("of a part can be confirmed only once as well, even if more is owed", async () => {
    const world = await given();
    const outcomes = await Promise.allSettled(times(10, () => world.refundByProvider({ amountCents: 100 })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await totalOf(world)).toBe(-4_400);
  });

  test("by hand stands under the day on which the bank paid it, which is neither in the future nor before the first payment", async () => {
    const partner = await givenPartner();
    const today = dayAt(new Date());
    const paidOn = addDays(today, -3);
    const invoice = await givenInvoice(partner, { amountCents: 4_500, transmitted: true });
    await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 5_500, reason: "Bank", mayExceed: true, paidOn });
    const refundOn = (day: string) =>
      recordRefund(db, partner.actor, invoice.id, { lines: 2, refunds: 0 }, { amountCents: 1_000, reason: "Bank", paidOn: day });

    for (const day of [addDays(today, 1), addDays(paidOn, -1)])
      await expect(refundOn(day)).rejects.toMatchObject({ code: "invalid_paid_on" });
    await refundOn(addDays(today, -1));

    const { lines } = await getInvoice(db, partner.actor, invoice.id);
    expect(dayAt(lines.at(-1)?.date ?? new Date())).toBe(addDays(today, -1));
    expect((await listMoney(db, partner.actor, invoice.id)).refunds.map(({ at }) => dayAt(at))).toEqual([addDays(today, -1)]);
    expect((await listTimeline(db, partner.actor, invoice.id)).find(({ kind }) => kind === "refund")).toMatchObject({
      onBankDay: { day: addDays(today, -1), isRecordedAtKnown: true },
    });
  });

  test("above the amount owed to the customer is refused", async () => {
    const world = await given();
    await expect(byHand(world, 4_501)).rejects.toMatchObject({ code: "refund_exceeds_owed" });
    await expect(world.refundByProvider({ amountCents: 4_501 })).rejects.toMatchObject({ code: "refund_exceeds_owed" });
    expect(await refundsOf(world)).toEqual([]);
  });

  test("on a retracted invoice, or a credit note, is possible", async () => {
    const world = await given();
    await creditAndRetractInvoice(db, world.partner.actor, world.invoice.id, retraction);
    await byHand(world);
    expect(await totalOf(world)).toBe(0);
    const negative = await givenInvoice(world.partner, { amountCents: -700, transmitted: true });
    await byHand({ ...world, invoice: negative }, 700, { lines: 1, refunds: 0 });
    expect(await totalOf({ ...world, invoice: negative })).toBe(0);
  });

  test("above the rest of the payment is refused, even if more is owed", async () => {
    const world = await given();
    await recordExternalPayment(db, world.partner.actor, world.invoice.id, 3, {
      amountCents: 1_000,
      reason: "Statement 12",
      mayExceed: true,
    });
    const account = { lines: 4, refunds: 0 };
    const refused = { code: "payment_not_refundable" };
    await expect(world.refundByProvider({ seen: account, amountCents: 4_501 })).rejects.toMatchObject(refused);
    await world.refundByProvider({ seen: account, amountCents: 4_000 });
    await expect(world.refundByProvider({ seen: { lines: 5, refunds: 1 }, amountCents: 501 })).rejects.toMatchObject(refused);
  });

  test("of a payment that was charged back, or of another invoice's payment, is refused", async () => {
    const world = await given();
    await world.second.decide("charge_back");
    await world.second.follow();
    const third = await givenPaidTwice(world.partner);
    const refund = { amountCents: 100, reason: "x" };
    const anywhere = (invoiceId: string, paymentId: string, lines: number) =>
      refundPayment(db, world.partner.actor, { invoiceId, paymentId }, { lines, refunds: 0 }, refund);
    await expect(anywhere(third.invoice.id, world.first.id, 3)).rejects.toMatchObject({ code: "invalid_payment_id" });
    await expect(anywhere(world.invoice.id, world.second.id, 4)).rejects.toMatchObject({ code: "refund_exceeds_owed" });
  });
});

describe("a refund that its provider has not paid yet", () => {
  const silent = (): PaymentProvider => ({ ...simulatedBank(db), refund: () => Promise.reject(new Error("no answer")) });

  test("counts as made, and is polled until it is paid", async () => {
    const world = await given();
    await world.refundByProvider({ provider: silent() });
    expect(await totalOf(world)).toBe(-4_500);
    await expect(byHand(world, 1, { lines: 3, refunds: 1 })).rejects.toMatchObject({ code: "refund_exceeds_owed" });

    await db.update(refunds).set({ nextAskAt: sql`now()` }).where(eq(refunds.invoiceId, world.invoice.id));
    await Promise.all([sendDueRefunds(db), sendDueRefunds(db)]);
    expect(await totalOf(world)).toBe(0);
    expect(await refundsOf(world)).toMatchObject([{ status: "paid" }]);
  });

  test("is paid only once by the provider, even if its answer was lost", async () => {
    const world = await given();
    const forgetful: PaymentProvider = {
      ...simulatedBank(db),
      refund: async (reference, order) => {
        await simulatedBank(db).refund(reference, order);
        throw new Error("the process died");
      },
    };
    await world.refundByProvider({ provider: forgetful });
    await db.update(refunds).set({ nextAskAt: sql`now()` }).where(eq(refunds.invoiceId, world.invoice.id));
    await sendDueRefunds(db);
    expect(await totalOf(world)).toBe(0);
    const atTheBank = await db.execute(
      sql`select amount_cents::int as cents from simulated_bank_refunds where payment_id = ${world.second.reference}`,
    );
    expect(atTheBank).toEqual([{ cents: 4_500 }]);
  });

  test("is booked once, regardless of the number and timing of the provider's answers", async () => {
    const world = await given();
    await world.refundByProvider({ provider: silent() });
    const [refund] = await refundsOf(world);
    if (!refund) throw new Error("the refund was not kept");
    await Promise.all(times(10, () => sendRefund(db, refund, () => simulatedBank(db))));
    expect(await totalOf(world)).toBe(0);
    const [latest] = await listTimeline(db, world.partner.actor, world.invoice.id);
    expect(latest).toMatchObject({ kind: "refund", amountCents: 4_500 });
  });

  test("is owed again once the provider has refused it", async () => {
    const world = await given();
    await world.second.decide("charge_back");
    // The chargeback at the bank is not known yet.
    await world.refundByProvider();
    expect(await refundsOf(world)).toMatchObject([{ status: "failed" }]);
    await byHand(world, 4_500, { lines: 3, refunds: 1 });
    expect(await totalOf(world)).toBe(0);
  });
});
