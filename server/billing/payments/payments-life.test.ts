import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import type { PaymentProvider } from "@/server/billing/payment-providers/provider";
import { simulatedBank } from "@/server/billing/payment-providers/simulated-bank/provider";
import { forgetEnv } from "@/server/env";
import { changesOf } from "@/server/testing/changes-of";
import { givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenBegunPayment, paymentsOf } from "@/server/testing/given-bank";
import { followDuePayments } from "./follow-due-payments";
import { followPayment, followPaymentAfterWebhook } from "./follow-payment";
import { recordPaymentOutcome } from "./record-payment-outcome";
import { startPayment } from "./start-payment";

const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };
const ideal = { method: "ideal", returnUrl: null } as const;

async function given({ isSandbox, ...options }: Parameters<typeof givenInvoice>[1] & { isSandbox?: boolean } = {}) {
  const partner = await givenPartner({ isSandbox });
  return { partner, invoice: await givenInvoice(partner, { amountCents: 4_500, transmitted: true, ...options }) };
}

/** As `given`, in an import whose settings charge this fee for a chargeback. */
async function givenWithFee(chargebackFeeCents: number) {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  await db.update(importSettings).set({ chargebackFeeCents }).where(eq(importSettings.importId, into.id));
  return { partner, invoice: await givenInvoice(partner, { import: into, amountCents: 4_500, transmitted: true }) };
}

async function accountOf({ partner, invoice }: Awaited<ReturnType<typeof given>>) {
  const { lines } = await getInvoice(db, partner.actor, invoice.id);
  return lines.slice(invoice.lines.length).map(({ type, amountCents }) => `${type} ${amountCents}`);
}

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

function givenEnvironment(name: string, value: string): void {
  vi.stubEnv(name, value);
  forgetEnv();
}

describe("a payment that was started", () => {
  test("is in progress until its provider reports otherwise, and a retraction is refused until then", async () => {
    const { partner, invoice } = await given();
    const payment = await givenBegunPayment(partner, invoice);
    await payment.follow();
    expect(await describeInvoice(db, partner.actor, invoice.id)).toMatchObject({
      isPaymentInProgress: true,
      account: { outstandingCents: 4_500 },
    });
    await expect(creditAndRetractInvoice(db, partner.actor, invoice.id, retraction)).rejects.toMatchObject({ code: "payment_in_progress" });
  });

  test("is one payment, however often and simultaneously it is started", async () => {
    const { partner, invoice } = await given();
    const begun = await Promise.all(times(10, () => startPayment(db, partner.actor, invoice.id, ideal)));
    expect(new Set(begun.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(1);
    expect(await paymentsOf(invoice)).toHaveLength(1);
  });

  test("is refused if nothing is outstanding, or there is no provider", async () => {
    const start = (world: Awaited<ReturnType<typeof given>>) => startPayment(db, world.partner.actor, world.invoice.id, ideal);
    await expect(start(await given({ amountCents: 0 }))).rejects.toMatchObject({ code: "nothing_outstanding" });
    await expect(start(await given({ transmitted: false }))).rejects.toMatchObject({ code: "invoice_not_transmitted" });
    const retracted = await given();
    await creditAndRetractInvoice(db, retracted.partner.actor, retracted.invoice.id, retraction);
    await expect(start(retracted)).rejects.toMatchObject({ code: "already_retracted" });
    givenEnvironment("SIMULATED_BANK", "false");
    const world = await given();
    await expect(start(world)).rejects.toMatchObject({ code: "payments_not_offered" });
    expect(await paymentsOf(world.invoice)).toHaveLength(0);
  });

  test("is always offered in a sandbox, by the simulated bank", async () => {
    givenEnvironment("SIMULATED_BANK", "false");
    const { partner, invoice } = await given({ isSandbox: true });
    const payment = await givenBegunPayment(partner, invoice);
    await payment.decide("pay");
    await payment.follow();
    expect(await payment.row()).toMatchObject({ status: "paid", provider: "simulated_bank" });
  });

  test("is ordered from its provider after a crash before the order, and is one payment there", async () => {
    const { partner, invoice } = await given();
    const crashing = { ...simulatedBank(db), create: () => Promise.reject(new Error("the process died")) };
    await expect(startPayment(db, partner.actor, invoice.id, ideal, () => crashing)).rejects.toThrow("died");
    const answeredTooLate: PaymentProvider = {
      ...simulatedBank(db),
      create: async (order) => {
        await simulatedBank(db).create(order);
        throw new Error("the process died");
      },
    };
    await expect(startPayment(db, partner.actor, invoice.id, ideal, () => answeredTooLate)).rejects.toThrow("died");
    const [lost] = await paymentsOf(invoice);
    if (!lost) throw new Error("the attempt was not kept");
    await followPayment(db, lost);
    expect(await paymentsOf(invoice)).toMatchObject([{ status: "pending", providerReference: expect.stringMatching(/^[0-9a-f]{48}$/) }]);
    const known = await db.execute(sql`select count(*)::int as count from simulated_bank_payments where order_id = ${lost.id}`);
    expect(known).toEqual([{ count: 1 }]);
  });
});

describe("an outcome", () => {
  test("of a payment counts once, however often and simultaneously the provider calls", async () => {
    const world = await given({ events: [{ type: "LATE-PAYMENT-FEE-LINE", amountCents: 500 }] });
    const payment = await givenBegunPayment(world.partner, world.invoice, "bancontact");
    await payment.decide("pay");
    const changes = await changesOf(world.partner.id, () =>
      Promise.all(times(10, () => followPaymentAfterWebhook(db, "simulated_bank", payment.reference))),
    );
    expect(await accountOf(world)).toEqual(["LATE-PAYMENT-FEE-PAYMENT-LINE -500", "PAYMENT-LINE -4500"]);
    expect(await payment.row()).toMatchObject({ status: "paid", surplusCents: 0, endedAt: expect.any(Date) });
    expect(changes.map(({ kind }) => kind)).toEqual(["line_added"]);
  });

  test.each(["fail", "cancel"] as const)("of %s ends the attempt, and leaves no line", async (decision) => {
    const world = await given();
    const payment = await givenBegunPayment(world.partner, world.invoice);
    await payment.decide(decision);
    await payment.follow();
    expect((await payment.row()).status).toBe(decision === "fail" ? "failed" : "cancelled");
    expect(await accountOf(world)).toEqual([]);
    await creditAndRetractInvoice(db, world.partner.actor, world.invoice.id, retraction);
  });

  test("changes nothing if it is outdated", async () => {
    const world = await given();
    const payment = await givenBegunPayment(world.partner, world.invoice);
    for (const state of ["paid", "open", "failed", "expired", "paid", "pending", "cancelled"] as const) {
      await recordPaymentOutcome(db, world.partner.actor, await payment.row(), state);
    }
    expect(await accountOf(world)).toEqual(["PAYMENT-LINE -4500"]);
    for (const state of ["charged_back", "paid", "charged_back", "failed"] as const) {
      await recordPaymentOutcome(db, world.partner.actor, await payment.row(), state);
    }
    expect(await accountOf(world)).toEqual(["PAYMENT-LINE -4500", "CHARGEBACK-LINE 4500"]);
  });

  test("is the provider's answer, not a claim by the caller of the webhook", async () => {
    const world = await given();
    const payment = await givenBegunPayment(world.partner, world.invoice);
    await followPaymentAfterWebhook(db, "simulated_bank", payment.reference);
    await followPaymentAfterWebhook(db, "simulated_bank", "f".repeat(48));
    expect((await payment.row()).status).toBe("pending");
  });

  test("is recorded without any webhook", async () => {
    const world = await given();
    const payment = await givenBegunPayment(world.partner, world.invoice);
    await payment.decide("pay");
    await db.update(payments).set({ nextAskAt: sql`now() - interval '1 second'` }).where(eq(payments.id, payment.id));
    await followDuePayments(db);
    expect(await payment.row()).toMatchObject({ status: "paid", nextAskAt: expect.any(Date) });
  });
});

describe("an abandoned payment", () => {
  async function abandoned(begin: (payment: Awaited<ReturnType<typeof givenBegunPayment>>) => Promise<unknown> = async () => {}) {
    const world = await given({ isSandbox: true });
    const payment = await givenBegunPayment(world.partner, world.invoice);
    await begin(payment);
    await db
      .update(partners)
      .set({ clockOffsetMs: 2 * 60 * 60 * 1_000 })
      .where(eq(partners.id, world.partner.id));
    await payment.follow();
    return { ...world, payment };
  }

  test("expires at its provider too, and no longer prevents a retraction", async () => {
    const { partner, invoice, payment } = await abandoned();
    expect((await payment.row()).status).toBe("expired");
    expect(await payment.decide("pay")).toBe(false);
    await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
  });

  test("is not cancelled once the customer has decided: a pending payment stays in progress, a paid one stays paid", async () => {
    const onItsWay = await abandoned((payment) => payment.decide("wait"));
    expect((await onItsWay.payment.row()).status).toBe("pending");
    const arrived = await abandoned((payment) => payment.decide("pay"));
    expect((await arrived.payment.row()).status).toBe("paid");
  });

  test("stays in progress while its provider cannot be asked", async () => {
    const { partner, invoice } = await given({ isSandbox: true });
    const payment = await givenBegunPayment(partner, invoice);
    await db
      .update(partners)
      .set({ clockOffsetMs: 2 * 60 * 60 * 1_000 })
      .where(eq(partners.id, partner.id));
    const silent = { ...simulatedBank(db), cancel: () => Promise.reject(new Error("no answer")) };
    await expect(followPayment(db, { partnerId: partner.id, id: payment.id }, () => silent)).rejects.toThrow("no answer");
    expect((await payment.row()).status).toBe("pending");
  });
});

describe("money that arrives", () => {
  test("for an invoice that has been paid since is booked, and marked as surplus", async () => {
    const world = await given();
    const first = await givenBegunPayment(world.partner, world.invoice, "ideal");
    const second = await givenBegunPayment(world.partner, world.invoice, "paypal");
    await Promise.all([first.decide("pay"), second.decide("pay")]);
    await Promise.all([first.follow(), second.follow()]);
    expect(await accountOf(world)).toEqual(["PAYMENT-LINE -4500", "PAYMENT-LINE -4500"]);
    const flagged = (await paymentsOf(world.invoice)).map(({ surplusCents }) => surplusCents).sort();
    expect(flagged).toEqual([0, 4_500]);
  });

  test("after the attempt was cancelled and the invoice retracted is accepted, and owed to the customer", async () => {
    const world = await given();
    const payment = await givenBegunPayment(world.partner, world.invoice, "bank_transfer");
    await recordPaymentOutcome(db, world.partner.actor, await payment.row(), "expired");
    await creditAndRetractInvoice(db, world.partner.actor, world.invoice.id, retraction);
    await payment.decide("pay");
    await payment.follow();
    expect(await payment.row()).toMatchObject({ status: "paid", surplusCents: 4_500 });
    expect(await accountOf(world)).toEqual(["CREDIT-LINE -4500", "PAYMENT-LINE -4500"]);
  });
});

describe("a chargeback", () => {
  async function chargedBack(
    world: Awaited<ReturnType<typeof given>>,
    before: (invoice: InvoiceDetails) => Promise<unknown> = async () => {},
  ) {
    const payment = await givenBegunPayment(world.partner, world.invoice, "sdd");
    await payment.decide("pay");
    await payment.follow();
    await before(world.invoice);
    await payment.decide("charge_back");
    await Promise.all([payment.follow(), payment.follow()]);
    return payment;
  }

  test("reverses the payment once, with the configured fee", async () => {
    const world = await givenWithFee(750);
    const payment = await chargedBack(world);
    expect(await accountOf(world)).toEqual(["PAYMENT-LINE -4500", "CHARGEBACK-LINE 4500", "CHARGEBACK-FEE-LINE 750"]);
    expect(await payment.row()).toMatchObject({ status: "paid", chargedBackAt: expect.any(Date), nextAskAt: null });
  });

  test("costs nothing if no fee is configured", async () => {
    const world = await given();
    await chargedBack(world);
    expect(await accountOf(world)).toEqual(["PAYMENT-LINE -4500", "CHARGEBACK-LINE 4500"]);
  });

  test("of a payment on an invoice that has been retracted since is credited immediately, so that nothing is demanded, and costs nothing", async () => {
    const world = await givenWithFee(750);
    await chargedBack(world, ({ id }) => creditAndRetractInvoice(db, world.partner.actor, id, retraction));
    expect(await accountOf(world)).toEqual(["PAYMENT-LINE -4500", "CHARGEBACK-LINE 4500", "CREDIT-LINE -4500"]);
    expect(await getInvoice(db, world.partner.actor, world.invoice.id)).toMatchObject({ amountTotalCents: 0 });
  });

  test("of money that came after the retraction leaves nothing owed to either side", async () => {
    const world = await given();
    const payment = await givenBegunPayment(world.partner, world.invoice, "bank_transfer");
    await recordPaymentOutcome(db, world.partner.actor, await payment.row(), "expired");
    await creditAndRetractInvoice(db, world.partner.actor, world.invoice.id, retraction);
    await recordPaymentOutcome(db, world.partner.actor, await payment.row(), "charged_back");
    expect(await accountOf(world)).toEqual(["CREDIT-LINE -4500", "PAYMENT-LINE -4500", "CHARGEBACK-LINE 4500"]);
  });

  test("makes the fees that it had paid unpaid again: a retraction credits them as fees, another payment pays them as fees", async () => {
    const withLateFee = { events: [{ type: "LATE-PAYMENT-FEE-LINE" as const, amountCents: 250 }] };
    const retracted = await given(withLateFee);
    await chargedBack(retracted);
    await creditAndRetractInvoice(db, retracted.partner.actor, retracted.invoice.id, retraction);
    expect((await accountOf(retracted)).slice(-2)).toEqual(["CREDIT-LINE -250", "CREDIT-LINE -4500"]);

    const paidAgain = await given(withLateFee);
    await chargedBack(paidAgain);
    const second = await givenBegunPayment(paidAgain.partner, paidAgain.invoice, "ideal");
    await second.decide("pay");
    await second.follow();
    expect((await accountOf(paidAgain)).slice(-2)).toEqual(["LATE-PAYMENT-FEE-PAYMENT-LINE -250", "PAYMENT-LINE -4500"]);
  });

  test("counts together with its payment if both are reported at once", async () => {
    const world = await given();
    const payment = await givenBegunPayment(world.partner, world.invoice, "bacs");
    await payment.decide("pay");
    await payment.decide("charge_back");
    await payment.follow();
    expect(await accountOf(world)).toEqual(["PAYMENT-LINE -4500", "CHARGEBACK-LINE 4500"]);
  });
});
