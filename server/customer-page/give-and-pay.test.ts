import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { followPayment } from "@/server/billing/payments/follow-payment";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import { givenCompany, givenPartner, times } from "@/server/testing/given";
import { paymentsOf } from "@/server/testing/given-bank";
import { givenCustomer } from "@/server/testing/given-customer";
import { describeForCustomer } from "./describe-for-customer";
import { giveAndPay, newDonation } from "./give-and-pay";

/** A customer who owes 45.00 to a company that takes donations, unless stated otherwise. */
async function given({
  donationAllowed = true,
  chargebackFeeCents = 0,
  ...options
}: { donationAllowed?: boolean; chargebackFeeCents?: number } & Parameters<typeof givenCustomer>[1] = {}) {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  await db.update(companySettings).set({ donationAllowed, chargebackFeeCents }).where(eq(companySettings.companyId, company.id));
  return { partner, ...(await givenCustomer(partner, { company, ...options })) };
}

type Given = Awaited<ReturnType<typeof given>>;

const byIdeal = { method: "ideal", returnUrl: null } as const;
const give = ({ actor }: Given, amountCents = 1_000) => giveAndPay(db, actor, { amountCents, description: "Donatie" }, byIdeal);
const linesOf = async ({ partner, invoice }: Given) =>
  (await getInvoice(db, partner.actor, invoice.id)).lines
    .slice(1)
    .map(({ type, amountCents, description }) => [type, amountCents, description]);
const canDonate = async ({ actor }: Given) => (await describeForCustomer(db, actor)).canDonate;

/** Decides the only payment at the simulated bank, and polls for the outcome. */
async function bankSays({ partner, invoice }: Given, decision: Parameters<typeof decide>[2]): Promise<void> {
  const [payment] = await paymentsOf(invoice);
  await decide(db, payment?.providerReference ?? "", decision);
  await followPayment(db, { partnerId: partner.id, id: payment?.id ?? "" });
}

const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };

describe("a donation", () => {
  test("is billed when it is paid, together with the rest, and never before", async () => {
    const world = await given();
    expect(await canDonate(world)).toBe(true);
    await give(world);
    expect((await paymentsOf(world.invoice))[0]).toMatchObject({ amountCents: 5_500, giftCents: 1_000, status: "pending" });
    expect(await linesOf(world)).toEqual([]);
    await bankSays(world, "pay");
    expect(await linesOf(world)).toEqual([
      ["INVOICE-LINE", 1_000, "Donatie"],
      ["PAYMENT-LINE", -5_500, null],
    ]);
    expect(await describeInvoice(db, world.partner.actor, world.invoice.id)).toMatchObject({
      account: { billedCents: 5_500, outstandingCents: 0 },
    });
    expect((await paymentsOf(world.invoice))[0]?.surplusCents).toBe(0);
  });

  test.each(["fail", "cancel"] as const)("that is not paid is not asked for (%s)", async (decision) => {
    const world = await given();
    await give(world);
    await bankSays(world, decision);
    expect(await linesOf(world)).toEqual([]);
    expect(await canDonate(world)).toBe(true);
  });

  test("that the bank takes back is credited, so that only the former debt is owed again", async () => {
    const world = await given({ chargebackFeeCents: 375 });
    await give(world);
    await bankSays(world, "pay");
    await bankSays(world, "charge_back");
    expect((await linesOf(world)).slice(2)).toEqual([
      ["CHARGEBACK-LINE", 5_500, null],
      ["CREDIT-LINE", -1_000, "Donatie"],
      ["CHARGEBACK-FEE-LINE", 375, null],
    ]);
    expect(await describeInvoice(db, world.partner.actor, world.invoice.id)).toMatchObject({ account: { outstandingCents: 4_875 } });
  });

  test("that is sent five times at once becomes one payment", async () => {
    const world = await given();
    const outcomes = await Promise.allSettled(times(5, () => give(world)));
    expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await paymentsOf(world.invoice)).toHaveLength(1);
  });

  test("is limited to five in 15 minutes, also at once", async () => {
    const world = await given();
    const outcomes = await Promise.allSettled(times(20, () => give(world)));
    expect(outcomes.filter((outcome) => outcome.status === "rejected" && outcome.reason.code === "too_many_attempts")).toHaveLength(15);
  });

  test("for an invoice paid or retracted in between is either given or owed back, as the account shows", async () => {
    const paid = await given();
    await give(paid);
    await recordExternalPayment(db, paid.partner.actor, paid.invoice.id, 1, { amountCents: 4_500, reason: "Desk", mayExceed: false });
    await bankSays(paid, "pay");
    // The donation is given, and the rest was paid twice.
    expect(await describeInvoice(db, paid.partner.actor, paid.invoice.id)).toMatchObject({
      account: { billedCents: 5_500, outstandingCents: -4_500 },
    });

    const retracted = await given();
    await give(retracted);
    await bankSays(retracted, "cancel");
    await creditAndRetractInvoice(db, retracted.partner.actor, retracted.invoice.id, retraction);
    const [payment] = await paymentsOf(retracted.invoice);
    expect(payment?.status).toBe("cancelled");
    expect(await canDonate(retracted)).toBe(false);
  });
});

describe("no donation is accepted", () => {
  test("if the import's settings at the transmission do not allow it", async () => {
    const world = await given({ donationAllowed: false });
    expect(await canDonate(world)).toBe(false);
    await expect(give(world)).rejects.toMatchObject({ code: "not_allowed" });

    const allowed = await given();
    await db.update(companySettings).set({ donationAllowed: false }).where(eq(companySettings.companyId, allowed.invoice.companyId));
    await give(allowed);
  });

  test("during a payment in progress", async () => {
    const world = await given();
    await startPayment(db, world.actor, world.invoice.id, byIdeal);
    expect(await canDonate(world)).toBe(false);
    await expect(give(world)).rejects.toMatchObject({ code: "payment_in_progress" });
  });

  test("once the invoice is paid or retracted", async () => {
    const paid = await given({ events: [{ amountCents: -4_500, paymentMethod: "ideal" }] });
    expect(await canDonate(paid)).toBe(false);
    await expect(give(paid)).rejects.toMatchObject({ code: "nothing_outstanding" });
    const world = await given();
    await creditAndRetractInvoice(db, world.partner.actor, world.invoice.id, retraction);
    await expect(give(world)).rejects.toMatchObject({ code: "already_retracted" });
  });
});

test("a donation can be from 1.00 to 1,000.00", () => {
  const read = (amountCents: unknown) => newDonation.safeParse({ amountCents });
  expect(read(100).data).toEqual({ amountCents: 100 });
  expect(read(100_000).success).toBe(true);
  for (const wrong of [99, 100_001, 0, -1_000, 150.5, Number.NaN, "1000", undefined]) {
    expect(read(wrong).error?.issues.map(({ path, message }) => [path[0], message])).toEqual([["amountCents", "invalid_amount_cents"]]);
  }
});
