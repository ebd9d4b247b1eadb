import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { startPayment } from "@/server/billing/payments/start-payment";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { changesOf } from "@/server/testing/changes-of";
import { givenCompany, givenPartner, times } from "@/server/testing/given";
import { paymentsOf } from "@/server/testing/given-bank";
import { givenCustomer } from "@/server/testing/given-customer";
import { addDonation, newDonation } from "./add-donation";
import { describeForCustomer } from "./describe-for-customer";

/** The customer of a company that takes donations, unless said otherwise. */
async function given({ donationAllowed = true, ...options }: { donationAllowed?: boolean } & Parameters<typeof givenCustomer>[1] = {}) {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  await db.update(companySettings).set({ donationAllowed }).where(eq(companySettings.companyId, company.id));
  return { partner, ...(await givenCustomer(partner, { company, ...options })) };
}

type Given = Awaited<ReturnType<typeof given>>;

const donate = ({ actor }: Given, seenLines = 1, amountCents = 1_000) =>
  addDonation(db, actor, seenLines, { amountCents, description: "Donatie" });

const linesOf = async ({ partner, invoice }: Given) => (await getInvoice(db, partner.actor, invoice.id)).lines;

const payByIdeal = ({ actor, invoice }: Given) => startPayment(db, actor, invoice.id, { method: "ideal", returnUrl: null });

const canDonate = async ({ actor }: Given) => (await describeForCustomer(db, actor)).canDonate;

describe("a donation", () => {
  test("is a line of the invoice that is billed, stands in the timeline, and is told to the partner as the customer's", async () => {
    const world = await given();
    expect(await canDonate(world)).toBe(true);
    const changes = await changesOf(world.partner.id, () => donate(world));

    const { id } = world.invoice;
    expect(changes).toEqual([
      { record: "invoice", recordId: id, kind: "line_added", actor: `customer:${world.actor.id}`, requestId: null },
    ]);
    expect((await linesOf(world)).slice(1)).toMatchObject([{ type: "INVOICE-LINE", amountCents: 1_000, description: "Donatie" }]);
    expect(await describeInvoice(db, world.partner.actor, id)).toMatchObject({ account: { billedCents: 5_500, outstandingCents: 5_500 } });
    expect((await listTimeline(db, world.partner.actor, id))[0]).toMatchObject({ kind: "added", description: "Donatie" });
  });

  test("that is sent five times at once is added once", async () => {
    const world = await given();
    const outcomes = await Promise.allSettled(times(5, () => donate(world)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.status === "rejected" && outcome.reason.code === "changed_meanwhile")).toHaveLength(4);
    expect(await linesOf(world)).toHaveLength(2);
  });

  test("is one of five in 15 minutes, however many are tried at once", async () => {
    const world = await given();
    const outcomes = await Promise.allSettled(times(20, () => donate(world)));
    expect(outcomes.filter((outcome) => outcome.status === "rejected" && outcome.reason.code === "too_many_attempts")).toHaveLength(15);
  });

  test("is not taken beside a payment in progress, whose amount stands: of both at once, one sees the other", async () => {
    const begun = await given();
    await payByIdeal(begun);
    expect(await canDonate(begun)).toBe(false);
    await expect(donate(begun)).rejects.toMatchObject({ code: "payment_in_progress" });

    for (let round = 0; round < 5; round += 1) {
      const world = await given();
      const [, donation] = await Promise.allSettled([payByIdeal(world), donate(world)]);
      const [payment] = await paymentsOf(world.invoice);
      expect(payment?.amountCents).toBe(donation.status === "fulfilled" ? 5_500 : 4_500);
      const total = (await linesOf(world)).reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(payment?.amountCents).toBe(total);
    }
  });
});

describe("no donation is taken", () => {
  test("where the import's settings, as they were transmitted, do not allow it", async () => {
    const world = await given({ donationAllowed: false });
    expect(await canDonate(world)).toBe(false);
    await expect(donate(world)).rejects.toMatchObject({ code: "not_allowed" });

    const allowed = await given();
    await db.update(companySettings).set({ donationAllowed: false }).where(eq(companySettings.companyId, allowed.invoice.companyId));
    await donate(allowed);
  });

  test("once it is paid", async () => {
    const paid = await given({ events: [{ amountCents: -4_500, paymentMethod: "ideal" }] });
    expect(await canDonate(paid)).toBe(false);
    await expect(donate(paid, 2)).rejects.toMatchObject({ code: "nothing_outstanding" });
  });

  test("once it is retracted", async () => {
    const world = await given();
    const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
    await creditAndRetractInvoice(db, world.partner.actor, world.invoice.id, retraction);
    expect(await canDonate(world)).toBe(false);
    await expect(donate(world, 2)).rejects.toMatchObject({ code: "already_retracted" });
    expect(await linesOf(world)).toHaveLength(2);
  });
});

test("a donation is from 1.00 to 1,000.00", () => {
  const read = (amountCents: unknown) => newDonation.safeParse({ amountCents, seenLines: "3" });
  expect(read(100).data).toEqual({ amountCents: 100, seenLines: 3 });
  expect(read(100_000).success).toBe(true);
  for (const wrong of [99, 100_001, 0, -1_000, 150.5, Number.NaN, "1000", undefined]) {
    expect(read(wrong).error?.issues.map(({ path, message }) => [path[0], message])).toEqual([["amountCents", "invalid_amount_cents"]]);
  }
  expect(newDonation.safeParse({ amountCents: 100, seenLines: "two" }).success).toBe(false);
});
