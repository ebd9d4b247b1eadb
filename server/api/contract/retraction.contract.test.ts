import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { type Body, inputs, retractionBody } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenInvoice, givenPartner, givenPayment, times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { invoiceIn, outcome } from "@/server/testing/replies";

type Options = Parameters<typeof givenInvoice>[1];
type Event = NonNullable<NonNullable<Options>["events"]>[number];

async function ready(options: Options = {}) {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true, ...options });
  const client = clientOf(partner);
  const path = `/invoices/${invoice.id}`;
  const retract = (body: Body = {}) => client.post(`${path}/credit_and_retract`, { ...retractionBody, ...body });
  return { invoice, client, path, retract };
}

const paid = (amountCents: number): Event => ({ type: "PAYMENT-LINE", amountCents: -amountCents, paymentMethod: "ideal" });
const chargedBack = (amountCents: number): Event => ({ type: "CHARGEBACK-LINE", amountCents });
const credited = (amountCents: number): Event => ({ type: "CREDIT-LINE", amountCents: -amountCents, description: "Discount" });
const chargebackFee = (amountCents: number): Event => ({ type: "CHARGEBACK-FEE-LINE", amountCents });
const chargebackFeePaid = (amountCents: number): Event => ({ type: "CHARGEBACK-FEE-PAYMENT-LINE", amountCents: -amountCents });
const lateFee = (amountCents: number): Event => ({ type: "LATE-PAYMENT-FEE-LINE", amountCents });
const lateFeePaid = (amountCents: number): Event => ({
  type: "LATE-PAYMENT-FEE-PAYMENT-LINE",
  amountCents: -amountCents,
  paymentMethod: "bank_transfer",
});
const instalmentFee = (amountCents: number): Event => ({ type: "INSTALLMENT-FEE-LINE", amountCents });
const instalmentFeePaid = (amountCents: number): Event => ({
  type: "INSTALLMENT-FEE-PAYMENT-LINE",
  amountCents: -amountCents,
  paymentMethod: "sdd",
});

interface Case {
  what: string;
  amountCents?: number;
  events?: Event[];
  /** Amounts of the credit lines that the retraction adds, in cents. */
  credits: number[];
  total?: number;
}

describe("credits the outstanding amount", () => {
  test.each<Case>([
    { what: "nothing happened: all of it", credits: [-4_500] },
    { what: "part was paid: the rest", events: [paid(1_000)], credits: [-3_500] },
    { what: "part was credited before: the rest", events: [credited(1_000)], credits: [-3_500] },
    { what: "all was paid: nothing", events: [paid(4_500)], credits: [] },
    { what: "all was credited before: nothing", events: [credited(4_500)], credits: [] },
    { what: "more was paid: what was overpaid stays", events: [paid(5_000)], credits: [], total: -500 },
    { what: "credited after the payment: what was overpaid stays", events: [paid(4_500), credited(500)], credits: [], total: -500 },
    { what: "a payment was charged back: all of it", events: [paid(4_500), chargedBack(4_500)], credits: [-4_500] },
    { what: "a fee: in a line of its own", events: [lateFee(1_000)], credits: [-1_000, -4_500] },
    { what: "a fee in part paid: what is left of it", events: [lateFee(1_000), lateFeePaid(400)], credits: [-600, -4_500] },
    { what: "a fee paid: only the rest", events: [lateFee(1_000), lateFeePaid(1_000)], credits: [-4_500] },
    { what: "all paid but the fee: only the fee", events: [paid(4_500), lateFee(1_000)], credits: [-1_000] },
    {
      what: "fees of all kinds: together in one line",
      events: [lateFee(1_000), instalmentFee(500), chargebackFee(250), lateFeePaid(300), instalmentFeePaid(100), chargebackFeePaid(50)],
      credits: [-1_300, -4_500],
    },
    { what: "a charge-back with its fee", events: [paid(4_500), chargedBack(4_500), chargebackFee(500)], credits: [-500, -4_500] },
    { what: "overpaid, but a fee is more: what is outstanding", events: [paid(4_800), lateFee(1_000)], credits: [-700] },
    { what: "overpaid by more than the fee: nothing", events: [paid(6_000), lateFee(1_000)], credits: [], total: -500 },
    { what: "of amount 0: nothing", amountCents: 0, credits: [] },
    { what: "of amount 0 with a fee: the fee", amountCents: 0, events: [lateFee(1_000)], credits: [-1_000] },
    { what: "negative: one positive credit", amountCents: -2_000, credits: [2_000] },
    { what: "negative with a smaller fee: one positive credit", amountCents: -2_000, events: [lateFee(500)], credits: [1_500] },
    { what: "negative with a larger fee: what is outstanding", amountCents: -2_000, events: [lateFee(3_000)], credits: [-1_000] },
    {
      what: "negative, and something was paid: the payment stays to be refunded",
      amountCents: -2_000,
      events: [paid(300)],
      credits: [2_000],
      total: -300,
    },
    {
      what: "negative by a credit: that is cancelled",
      events: [credited(5_000)],
      credits: [500],
    },
  ])("$what", async ({ amountCents, events, credits, total = 0 }) => {
    const { client, path, retract, invoice } = await ready({ amountCents, events });

    const retracted = invoiceIn(await retract({ description: "Cancelled" }));

    const written = retracted.invoice_lines.slice(invoice.lines.length);
    expect(written.map((line) => line.amount_cents).sort((a, b) => b - a)).toEqual(credits);
    for (const line of written) expect(line).toMatchObject({ type: "CREDIT-LINE", description: "Cancelled" });
    expect(retracted.amount_total_cents).toBe(total);
    expect(retracted.retracted_at).not.toBeNull();
    expect((await client.get(path)).body).toEqual(retracted);
  });
});

test("an invoice is retracted with its reason, and keeps its number and lines", async () => {
  const { client, path, retract } = await ready();
  const before = invoiceIn(await client.get(path));

  const after = invoiceIn(
    await retract({ external_invoice_number: "C-1", retraction_reason: "Moved away", show_retraction_reason_to_customer: true }),
  );

  expect(after).toEqual({
    ...before,
    invoice_lines: [...before.invoice_lines, expect.objectContaining({ type: "CREDIT-LINE", amount_cents: -4_500 })],
    amount_total_cents: 0,
    retracted_at: expect.any(String),
    retraction_reason: "Moved away",
    show_retraction_reason_to_customer: true,
  });
});

test("an invoice can be retracted before its transmission", async () => {
  const { retract } = await ready({ transmitted: false });

  expect(outcome(await retract())).toBe("200");
});

test.each([
  [undefined, null],
  [null, null],
  ["", ""],
  ["Moved", "Moved"],
])("a reason of %j is answered as %j", async (sent, shown) => {
  const { retract } = await ready();

  expect(invoiceIn(await retract({ retraction_reason: sent })).retraction_reason).toBe(shown);
});

test.each([
  [undefined, false],
  [null, false],
  ["", false],
  [false, false],
  [true, true],
])("show_retraction_reason_to_customer %j is answered as %j", async (sent, shown) => {
  const { retract } = await ready();

  expect(invoiceIn(await retract({ show_retraction_reason_to_customer: sent })).show_retraction_reason_to_customer).toBe(shown);
});

describe("refuses", () => {
  test.each([
    ["external_invoice_number", "invalid_external_invoice_number", inputs<unknown>(undefined, null, "", true, [], {})],
    ["description", "invalid_description", inputs<unknown>(undefined, null, "", "  ", true, [], {})],
    ["retraction_reason", "invalid_retraction_reason", inputs<unknown>(true, [], {})],
    ["show_retraction_reason_to_customer", "invalid_show_retraction_reason_to_customer", inputs<unknown>("true", "yes", 1, 0, [], {})],
  ])("%s as %s", async (name, code, values) => {
    const { retract, client, path } = await ready();

    for (const [value] of values) expect(outcome(await retract({ [name]: value })), JSON.stringify(value)).toBe(`422 ${code}`);
    expect(invoiceIn(await client.get(path)).retracted_at).toBeNull();
  });

  test("a second retraction as already_retracted", async () => {
    const { retract, client, path } = await ready();
    const { text } = await retract();

    expect(outcome(await retract())).toBe("422 already_retracted");
    expect((await client.get(path)).text).toBe(text);
  });

  test("while a payment is in progress, which is checked after already_retracted", async () => {
    const { retract, invoice, client, path } = await ready();
    await givenPayment(invoice, { status: "pending" });

    expect(outcome(await retract())).toBe("422 payment_in_progress");
    expect(invoiceIn(await client.get(path))).toMatchObject({ retracted_at: null, amount_total_cents: 4_500 });

    const other = await ready();
    await other.retract();
    await givenPayment(other.invoice, { status: "pending" });
    expect(outcome(await other.retract())).toBe("422 already_retracted");
  });

  test("while a customer is paying, and no longer after they cancelled", async () => {
    const partner = await givenPartner();
    const invoice = await givenInvoice(partner, { transmitted: true });
    const retract = () => clientOf(partner).post(`/invoices/${invoice.id}/credit_and_retract`, retractionBody);
    const payment = await givenBegunPayment(partner, invoice);

    expect(outcome(await retract())).toBe("422 payment_in_progress");
    await payment.decide("cancel");
    await payment.follow();
    expect(outcome(await retract())).toBe("200");
  });

  test("all but one of twenty simultaneous calls", async () => {
    const { retract, client, path } = await ready({ events: [lateFee(1_000)] });

    const outcomes = (await Promise.all(times(20, () => retract()))).map(outcome);

    expect(outcomes.sort()).toEqual(["200", ...Array.from({ length: 19 }, () => "422 already_retracted")]);
    expect(invoiceIn(await client.get(path)).invoice_lines).toHaveLength(4);
  });
});

test.each(["scheduled", "paid", "failed", "cancelled", "expired"] as const)(
  "a payment that is %s does not prevent the retraction",
  async (status) => {
    const { retract, invoice } = await ready();
    const payment = await givenPayment(invoice, { status });

    expect(outcome(await retract())).toBe("200");

    const [after] = await db.select().from(payments).where(eq(payments.id, payment.id));
    expect(after?.status).toBe(status === "scheduled" ? "cancelled" : status);
  },
);

test.each(["0".repeat(40), "x", "0".repeat(39), "F".repeat(40)])("an invoice %s that does not exist is invalid_invoice_id", async (id) => {
  const { client } = await ready();

  expect(outcome(await client.post(`/invoices/${id}/credit_and_retract`, retractionBody))).toBe("404 invalid_invoice_id");
});
