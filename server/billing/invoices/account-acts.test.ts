import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { dailyRollups } from "@/db/schema/rollups";
import { addAmount } from "@/server/billing/collection/add-amount";
import { rebuildRollups } from "@/server/billing/figures/rebuild-rollups";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { changesOf } from "@/server/testing/changes-of";
import { givenInvoice, givenPartner, givenPayment, times } from "@/server/testing/given";
import { creditAmount } from "./credit-amount";
import { creditAndRetractInvoice } from "./credit-and-retract-invoice";
import { describeInvoice } from "./describe-invoice";
import { getInvoice } from "./find-invoice";
import type { InvoiceDetails } from "./invoice";

const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };

async function given(options: Parameters<typeof givenInvoice>[1] = {}) {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 4_500, transmitted: true, ...options });
  return { partner, invoice, actor: partner.actor };
}

type Given = Awaited<ReturnType<typeof given>>;

const acts = {
  "recording a payment": async ({ actor, invoice }: Given, amountCents: number, seenLines = 1) => {
    await recordExternalPayment(db, actor, invoice.id, seenLines, { amountCents, reason: "Statement 12", mayExceed: true });
  },
  "adding an amount": ({ actor, invoice }: Given, amountCents: number, seenLines = 1) =>
    addAmount(db, actor, invoice.id, seenLines, { amountCents, description: "Kit" }),
  "crediting an amount": ({ actor, invoice }: Given, amountCents: number, seenLines = 1) =>
    creditAmount(db, actor, invoice.id, seenLines, { amountCents, description: "Left early" }),
};

const linesOf = async ({ actor, invoice }: Given) => (await getInvoice(db, actor, invoice.id)).lines;
const amountsOf = (lines: InvoiceDetails["lines"]) => lines.map(({ type, amountCents }) => [type, amountCents]);

describe.each(Object.entries(acts))("%s", (_, act) => {
  test("happens once, even if confirmed several times at once", async () => {
    const world = await given();
    const outcomes = await Promise.allSettled(times(20, () => act(world, 1_000)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.status === "rejected" && outcome.reason.code === "changed_meanwhile")).toHaveLength(19);
    expect(await linesOf(world)).toHaveLength(2);
  });

  test("is announced to the partner's systems as a change of the invoice", async () => {
    const world = await given();
    const changes = await changesOf(world.partner.id, () => act(world, 1_000));
    expect(changes).toEqual([{ record: "invoice", recordId: world.invoice.id, kind: "line_added", actor: "system", requestId: null }]);
  });

  test("is refused before the transmission", async () => {
    await expect(act(await given({ transmitted: false }), 1_000)).rejects.toMatchObject({ code: "invoice_not_transmitted" });
  });

  test("leaves an account that adds up, and figures that agree with it", async () => {
    const world = await given();
    await act(world, 1_000);
    const { account } = await describeInvoice(db, world.actor, world.invoice.id);
    expect(account.billedCents + account.feesCents - account.paidCents - account.creditedCents).toBe(account.outstandingCents);

    await rebuildRollups(db, world.partner.id, world.invoice.companyId);
    const [day] = await db
      .select()
      .from(dailyRollups)
      .where(and(eq(dailyRollups.partnerId, world.partner.id), eq(dailyRollups.companyId, world.invoice.companyId)));
    const { billedCents, paidCents: collectedCents, creditedCents } = account;
    expect(day).toMatchObject({ billedCents, collectedCents, creditedCents });
  });
});

async function givenRetracted(): Promise<Given> {
  const world = await given();
  await creditAndRetractInvoice(db, world.actor, world.invoice.id, retraction);
  return world;
}

test.each(["adding an amount", "crediting an amount"] as const)("%s is refused after a retraction", async (name) => {
  await expect(acts[name](await givenRetracted(), 1_000, 2)).rejects.toMatchObject({ code: "already_retracted" });
});

describe("a payment received outside the service", () => {
  test("is accepted after the retraction, and owed to the customer", async () => {
    const world = await givenRetracted();
    const unsure = { amountCents: 4_500, reason: "Statement 14", mayExceed: false };
    await expect(recordExternalPayment(db, world.actor, world.invoice.id, 2, unsure)).rejects.toMatchObject({
      code: "payment_exceeds_outstanding",
    });
    await acts["recording a payment"](world, 4_500, 2);
    expect(await describeInvoice(db, world.actor, world.invoice.id)).toMatchObject({ account: { outstandingCents: -4_500 } });
    expect(await db.select().from(payments).where(eq(payments.invoiceId, world.invoice.id))).toMatchObject([{ surplusCents: 4_500 }]);
  });

  test("pays the fees first, is stored with the company's reason, and states the surplus", async () => {
    const world = await given({ events: [{ type: "CHARGEBACK-FEE-LINE", amountCents: 750 }] });
    await acts["recording a payment"](world, 6_000, 2);

    const lines = await linesOf(world);
    expect(lines.slice(2).map(({ type, amountCents, paymentMethod }) => [type, amountCents, paymentMethod])).toEqual([
      ["CHARGEBACK-FEE-PAYMENT-LINE", -750, null],
      ["PAYMENT-LINE", -5_250, "external"],
    ]);
    expect(await db.select().from(payments).where(eq(payments.invoiceId, world.invoice.id))).toMatchObject([
      { method: "external", status: "paid", amountCents: 6_000, reason: "Statement 12", surplusCents: 750 },
    ]);
  });
});

describe("an additional amount", () => {
  test("counts as billed, and appears in the timeline", async () => {
    const world = await given();
    await acts["adding an amount"](world, 1_000);
    expect(await describeInvoice(db, world.actor, world.invoice.id)).toMatchObject({
      account: { billedCents: 5_500, outstandingCents: 5_500 },
    });
    const [event] = await listTimeline(db, world.actor, world.invoice.id);
    expect(event).toMatchObject({ kind: "added", amountCents: 1_000, description: "Kit" });
  });
});

describe("a credit", () => {
  test("of everything charged settles the invoice; one cent more is refused", async () => {
    const world = await given();
    await expect(acts["crediting an amount"](world, 4_501)).rejects.toMatchObject({ code: "credit_exceeds_charged" });
    await acts["crediting an amount"](world, 4_500);
    expect(amountsOf(await linesOf(world))).toEqual([
      ["INVOICE-LINE", 4_500],
      ["CREDIT-LINE", -4_500],
    ]);
  });

  test("of paid amounts is owed to the customer; all credits together cannot exceed the charges", async () => {
    const world = await given({ events: [{ type: "LATE-PAYMENT-FEE-LINE", amountCents: 250 }] });
    await acts["recording a payment"](world, 4_750, 2);
    await acts["crediting an amount"](world, 4_000, 4);
    await expect(acts["crediting an amount"](world, 751, 5)).rejects.toMatchObject({ code: "credit_exceeds_charged" });
    await acts["crediting an amount"](world, 750, 5);
    expect(await getInvoice(db, world.actor, world.invoice.id)).toMatchObject({ amountTotalCents: -4_750 });
  });

  test("excludes the amount of a payment in progress, which would be owed to the customer on arrival", async () => {
    const world = await given();
    await givenPayment(world.invoice, { amountCents: 4_000 });
    await expect(acts["crediting an amount"](world, 501)).rejects.toMatchObject({ code: "payment_in_progress" });
    await acts["crediting an amount"](world, 500);
  });
});

test("a payment above the outstanding amount is recorded only if the person confirms that amount", async () => {
  const { actor, invoice } = await given();
  const record = (amountCents: number, mayExceed: boolean, seenLines = 1) =>
    recordExternalPayment(db, actor, invoice.id, seenLines, { amountCents, reason: "Statement 12", mayExceed });
  for (const amountCents of [4_501, 10_000_000_000])
    await expect(record(amountCents, false)).rejects.toThrow("payment_exceeds_outstanding");
  expect(await getInvoice(db, actor, invoice.id)).toMatchObject({ amountTotalCents: 4_500 });
  await record(4_500, false);
  await expect(record(1, false, 2)).rejects.toThrow("payment_exceeds_outstanding");
  await record(1, true, 2);
  expect(await getInvoice(db, actor, invoice.id)).toMatchObject({ amountTotalCents: -1 });
});
