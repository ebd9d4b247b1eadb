import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { mails } from "@/db/schema/mails";
import { addAmount } from "@/server/billing/collection/add-amount";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";

const mailbox = { kind: "mailbox" } as const;
const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: "Moved away", showRetractionReasonToCustomer: true };

/** A sandbox's invoice of 45.00, by default in English, whose request to pay was sent. */
async function given(options: Parameters<typeof givenCollected>[0] = {}) {
  const collected = await givenCollected({ isSandbox: true, ...options, invoice: { locale: "en", ...options.invoice } });
  const { partner, invoice, customerEmail, collect } = collected;
  const { actor } = partner;
  await collect(mailbox);
  const news = () =>
    db
      .select({ subject: mails.subject, body: mails.body })
      .from(mails)
      .where(eq(mails.recipient, customerEmail))
      .orderBy(asc(mails.createdAt));
  const before = (await news()).length;
  return {
    ...collected,
    actor,
    lines: async () => (await getInvoice(db, actor, invoice.id)).lines.length,
    /** Sends what is due, and returns the customer's mails since the request to pay. */
    told: async () => {
      await collect(mailbox);
      return (await news()).slice(before);
    },
  };
}

const payment = (amountCents: number) => ({ amountCents, reason: "Statement", mayExceed: true });

describe("the customer is told immediately", () => {
  test("of each payment: the amount, the day, and what is left", async () => {
    const { actor, invoice, told } = await given();
    await recordExternalPayment(db, actor, invoice.id, 1, payment(2_000));
    const [receipt, ...others] = await told();
    expect(others).toEqual([]);
    expect(receipt?.subject).toBe("Receipt: €20.00 for invoice 2026-0001 from Rowing Club Northbank");
    expect(receipt?.body).toContain(
      `received your payment of €20.00, made on ${formatDay(dayAt(new Date()), "en", "long")}, for invoice 2026-0001 (Membership for Ada Brandsma).`,
    );
    expect(receipt?.body).toContain(
      `€25.00 is still to be paid. Please pay it by ${formatDay(addDays(dayAt(new Date()), 14), "en", "long")}.`,
    );
    expect(receipt?.body).toMatch(/Invoice number: 2026-0001\r?\nAmount due: €25\.00\r?\nPay by: /);

    await recordExternalPayment(db, actor, invoice.id, 2, payment(2_500));
    await recordExternalPayment(db, actor, invoice.id, 3, payment(700));
    const [, settled, surplus] = await told();
    // Both are composed as of now, when both payments had come.
    for (const mail of [settled, surplus])
      expect(mail?.body).toContain("Your invoice is paid, and you paid €7.00 too much. Rowing Club Northbank will pay this back to you");
  });

  test("of a payment that failed, and of a chargeback with its fee", async () => {
    const { partner, invoice, told } = await given({ settings: { chargebackFeeCents: 375 } });
    const failed = await givenBegunPayment(partner, invoice, "bank_transfer");
    await failed.decide("fail");
    await failed.follow();
    expect((await told()).map(({ subject }) => subject)).toEqual([
      "Your payment did not go through: invoice 2026-0001 from Rowing Club Northbank",
    ]);

    const paid = await givenBegunPayment(partner, invoice, "ideal");
    await paid.decide("pay");
    await paid.follow();
    await told();
    await paid.decide("charge_back");
    await Promise.all(times(4, paid.follow));
    const [, , returned, ...others] = await told();
    expect(others).toEqual([]);
    expect(returned?.subject).toBe("Your payment was returned: invoice 2026-0001 from Rowing Club Northbank");
    expect(returned?.body).toMatch(/Your payment of €45\.00 on .+ was reversed by the bank, so this amount is unpaid again\./);
    expect(returned?.body).toContain("A returned-payment fee of €3.75 is added.");
    expect(returned?.body).toContain("€48.75 is now to be paid. Please pay by");
  });

  test("of an amount that was added or credited, with its description, and of a refund", async () => {
    const { actor, invoice, lines, told } = await given();
    await addAmount(db, actor, invoice.id, await lines(), { amountCents: 1_000, description: "Club shirt" });
    await creditAmount(db, actor, invoice.id, await lines(), { amountCents: 300, description: "Discount" });
    await recordExternalPayment(db, actor, invoice.id, await lines(), payment(6_000));
    await recordRefund(db, actor, invoice.id, { lines: await lines(), refunds: 0 }, { amountCents: 800, reason: "Too much" });
    const mailed = await told();
    expect(mailed.map(({ subject }) => subject).sort()).toEqual([
      "Receipt: €60.00 for invoice 2026-0001 from Rowing Club Northbank",
      "Refund of €8.00 for invoice 2026-0001 from Rowing Club Northbank",
      "€10.00 was added to invoice 2026-0001 from Rowing Club Northbank",
      "€3.00 taken off invoice 2026-0001 from Rowing Club Northbank",
    ]);
    const bodies = mailed.map(({ body }) => body).join();
    expect(bodies).toContain("Club shirt");
    expect(bodies).toContain("Discount");
    expect(bodies).toContain("Nothing is left to pay on this invoice.");
  });

  test("that the invoice was withdrawn, and why, and of nothing after it", async () => {
    const { actor, invoice, partner, told, collect, outgoing } = await given();
    await creditAndRetractInvoice(db, actor, invoice.id, retraction);
    const [withdrawn, ...others] = await told();
    expect(others).toEqual([]);
    expect(withdrawn?.subject).toBe("Invoice 2026-0001 from Rowing Club Northbank was cancelled");
    expect(withdrawn?.body).toContain(
      "You have nothing to pay for it.\n\nReason for the cancellation: Moved away\n\nIf you have paid in the meantime, or have a question, ",
    );
    expect(withdrawn?.body).toMatch(/has cancelled invoice 2026-0001 \(Membership for .+\)\. You have nothing to pay/);
    expect(withdrawn?.body).not.toContain("Do you have a question?");
    await jumpClock(partner, 60);
    await collect(mailbox);
    expect((await outgoing()).map(({ kind }) => kind)).toEqual(["request1", "withdrawn"]);
  });

  test("of a credit note, once, with a link to name the account for the money", async () => {
    const { partner, collect, customerEmail } = await givenCollected({
      isSandbox: true,
      invoice: {
        locale: "en",
        lines: [{ id: null, amountCents: -2_550, description: "Left early", date: null }],
        amountTotalCents: -2_550,
      },
    });
    await collect(mailbox);
    await jumpClock(partner, 30);
    await collect(mailbox);
    const mailed = await db.select().from(mails).where(eq(mails.recipient, customerEmail));
    expect(mailed.map(({ subject }) => subject)).toEqual(["Credit note 2026-0001 from Rowing Club Northbank"]);
    expect(mailed[0]?.body).toContain("a credit note for €25.50");
    expect(mailed[0]?.body).toContain("Please give your bank details");
  });
});

test("a customer who was never written to gets receipts, but no credits and no withdrawal", async () => {
  const { partner, invoice, collect, outgoing } = await givenCollected({ isSandbox: true });
  const { actor } = partner;
  await creditAmount(db, actor, invoice.id, 1, { amountCents: 100, description: "Discount" });
  await recordExternalPayment(db, actor, invoice.id, 2, payment(400));
  await creditAndRetractInvoice(db, actor, invoice.id, retraction);
  await collect(mailbox);
  expect((await outgoing()).map(({ kind, state }) => [kind, state])).toEqual([["payment_received", "sent"]]);
});

test("events older than a week are not announced", async () => {
  const { partner, invoice, collect, outgoing } = await givenCollected({ isSandbox: true });
  await recordExternalPayment(db, partner.actor, invoice.id, 1, payment(4_500));
  await jumpClock(partner, 8);
  await collect(mailbox);
  expect((await outgoing()).map(({ kind, state }) => [kind, state])).toEqual([["payment_received", "cancelled"]]);
});

test.each(locales)("every announcement can be written in %s", async (locale) => {
  const { actor, partner, invoice, lines, told } = await given({ invoice: { locale }, settings: { chargebackFeeCents: 375 } });
  const failed = await givenBegunPayment(partner, invoice, "bank_transfer");
  await failed.decide("fail");
  await failed.follow();
  await addAmount(db, actor, invoice.id, await lines(), { amountCents: 1_000, description: "A" });
  await creditAmount(db, actor, invoice.id, await lines(), { amountCents: 300, description: "B" });
  const paid = await givenBegunPayment(partner, invoice, "ideal");
  await paid.decide("pay");
  await paid.follow();
  // A receipt that leaves after the return is not sent.
  await told();
  await paid.decide("charge_back");
  await paid.follow();
  await recordExternalPayment(db, actor, invoice.id, await lines(), payment(9_000));
  await recordRefund(db, actor, invoice.id, { lines: await lines(), refunds: 0 }, { amountCents: 100, reason: "C" });
  await creditAndRetractInvoice(db, actor, invoice.id, retraction);
  const mailed = await told();
  expect(mailed).toHaveLength(8);
  expect(new Set(mailed.map(({ subject }) => subject)).size).toBe(8);
});
