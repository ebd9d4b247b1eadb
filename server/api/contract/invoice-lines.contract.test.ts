import { describe, expect, test } from "vitest";
import { type Body, inputs, invoiceBody, withField, withJson } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { invoiceIn, outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const { id } = await givenImport(partner);
  const client = clientOf(partner);
  const create = (more: Body) => client.post("/invoices", invoiceBody(id, more));
  return { partner, client, body: invoiceBody(id), create };
}

const lines = (...amounts: number[]) => ({
  invoice_lines: amounts.map((amount_cents) => ({ amount_cents })),
  amount_total_cents: amounts.reduce((sum, amount) => sum + amount, 0),
});

const MOST = Number.MAX_SAFE_INTEGER;

describe("invoice_lines", () => {
  test.each(
    inputs<unknown>(
      undefined,
      null,
      "",
      "x",
      1,
      true,
      {},
      [],
      [null],
      ["x"],
      [5],
      [[]],
      [[{ amount_cents: 1 }]],
      [{ amount_cents: 4_500 }, null],
    ),
  )("%j is invalid_invoice_lines", async (invoice_lines) => {
    const { create } = await ready();

    expect(outcome(await create({ invoice_lines }))).toBe("422 invalid_invoice_lines");
  });

  test("may be 1,000, which keep their order, but not 1,001", async () => {
    const { create } = await ready();
    const amounts = Array.from({ length: 1_001 }, (_, index) => (index * 7_919) % 1_001);

    const created = invoiceIn(await create(lines(...amounts.slice(0, 1_000))));

    expect(created.invoice_lines.map((line) => line.amount_cents)).toEqual(amounts.slice(0, 1_000));
    expect(outcome(await create(lines(...amounts)))).toBe("422 invalid_invoice_lines");
  });

  test("are listed in the order in which they were sent, not by date", async () => {
    const { client, create } = await ready();
    const dates = ["2026-03-01", "2026-01-01", "2026-02-01"].map((day) => `${day}T00:00:00.000Z`);

    const { invoice_id } = invoiceIn(
      await create({ invoice_lines: dates.map((date) => ({ amount_cents: 1, date })), amount_total_cents: 3 }),
    );

    expect(invoiceIn(await client.get(`/invoices/${invoice_id}`)).invoice_lines.map((line) => line.date)).toEqual(dates);
  });

  test("have one type even if another was sent; unknown fields are ignored", async () => {
    const { create } = await ready();
    const line = { amount_cents: 4_500, type: "CREDIT-LINE", payment_method: "ideal", subtype: "x", constructor: "y" };

    expect(Object.keys(invoiceIn(await create({ invoice_lines: [line] })).invoice_lines[0] ?? {})).toEqual([
      "invoice_line_id",
      "type",
      "amount_cents",
      "description",
      "date",
    ]);
    for (const type of [null, "INVOICE-LINE", 5, {}]) {
      expect(invoiceIn(await create({ invoice_lines: [{ ...line, type }] })).invoice_lines[0]?.type).toBe("INVOICE-LINE");
    }
  });
});

describe("amounts", () => {
  test.each([
    [[4_500]],
    [[0]],
    [[-4_500]],
    [[5_000, -500]],
    [[500, -5_000]],
    [[MOST]],
    [[-MOST]],
    [[MOST, -MOST, 1]],
    [[MOST, MOST, -MOST, -MOST, MOST - 1, 1]],
  ])("%j are taken exactly", async (amounts) => {
    const { create } = await ready();
    const total = Number(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));

    const created = invoiceIn(await create({ ...lines(...amounts), amount_total_cents: total }));

    expect(created.invoice_lines.map((line) => line.amount_cents)).toEqual(amounts);
    expect(created.amount_total_cents).toBe(total);
  });

  test.each(["4500.0", "4.5e3", "45E2"])("%s is an integer too", async (amount) => {
    const { client, body } = await ready();
    const sent = `{"amount_cents":${amount}}`;

    expect(invoiceIn(await client.post("/invoices", withJson(body, "invoice_lines.0", sent))).amount_total_cents).toBe(4_500);
  });

  const wrong = [
    "null",
    '""',
    '"4500"',
    "true",
    "[]",
    "{}",
    "45.5",
    "1e400",
    "-1e400",
    "9007199254740992",
    "-9007199254740992",
    "12345678901234567890",
  ];

  test.each([...wrong, undefined])("of a line: %s is invalid_amount_cents", async (amount) => {
    const { client, body } = await ready();
    const sent =
      amount === undefined
        ? withField(body, "invoice_lines.0.amount_cents", undefined)
        : withJson(body, "invoice_lines.0.amount_cents", amount);

    expect(outcome(await client.post("/invoices", sent))).toBe("422 invalid_amount_cents");
  });

  test.each([...wrong, undefined])("of the invoice: %s is invalid_amount_total_cents", async (amount) => {
    const { client, body } = await ready();
    const sent = amount === undefined ? withField(body, "amount_total_cents", undefined) : withJson(body, "amount_total_cents", amount);

    expect(outcome(await client.post("/invoices", sent))).toBe("422 invalid_amount_total_cents");
  });

  test.each([
    [[4_500], 4_501],
    [[4_500], -4_500],
    [[4_500], 0],
    [[1, 2, 3], 5],
    [[MOST, 1], MOST],
    [[MOST, MOST], MOST],
    [[MOST, MOST, -MOST], MOST - 1],
  ])("%j are not %d in sum", async (amounts, amount_total_cents) => {
    const { create } = await ready();

    expect(outcome(await create({ ...lines(...amounts), amount_total_cents }))).toBe("422 invalid_amount_total_cents");
  });
});

describe("invoice_line_id", () => {
  const named = (...ids: unknown[]) => ({
    invoice_lines: ids.map((invoice_line_id) => ({ amount_cents: 1, invoice_line_id })),
    amount_total_cents: ids.length,
  });

  test.each([undefined, null, "", "  "])("%j is given by the service", async (id) => {
    const { create } = await ready();

    const created = invoiceIn(await create(named(id, id)));

    for (const line of created.invoice_lines) expect(line.invoice_line_id).toMatch(/^[0-9a-f]{40}$/);
  });

  test("of another line of the same request is duplicate_invoice_line_id", async () => {
    const { create } = await ready();

    expect(outcome(await create(named("L-1", "L-2", "L-1")))).toBe("422 duplicate_invoice_line_id");
    expect(outcome(await create(named("12", 12)))).toBe("422 duplicate_invoice_line_id");
  });

  test("of another invoice of the partner, in any import, is duplicate_invoice_line_id", async () => {
    const { partner, create, client } = await ready();
    const elsewhere = await givenImport(partner);
    await create(named("L-1"));

    expect(outcome(await create(named("L-2", "L-1")))).toBe("422 duplicate_invoice_line_id");
    expect(outcome(await client.post("/invoices", invoiceBody(elsewhere.id, named("L-1"))))).toBe("422 duplicate_invoice_line_id");
    expect(outcome(await create(named("L-2", "l-1")))).toBe("200");
  });

  test("assigned by the service counts as taken, too", async () => {
    const { create } = await ready();
    const given = invoiceIn(await create({})).invoice_lines[0]?.invoice_line_id;

    expect(outcome(await create(named(given)))).toBe("422 duplicate_invoice_line_id");
  });

  test("of another partner is free", async () => {
    const [one, other] = [await ready(), await ready()];
    await one.create(named("L-1"));

    expect(outcome(await other.create(named("L-1")))).toBe("200");
  });

  test("is free again after its invoice was deleted", async () => {
    const { create, client } = await ready();
    const { invoice_id } = invoiceIn(await create(named("L-1")));
    await client.delete(`/invoices/${invoice_id}`);

    expect(outcome(await create(named("L-1")))).toBe("200");
  });

  test("is taken once if two requests send it at the same time", async () => {
    const { create } = await ready();

    const outcomes = (await Promise.all(times(10, () => create(named("L-1"))))).map(outcome);

    expect(outcomes.filter((each) => each === "200")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "422 duplicate_invoice_line_id")).toHaveLength(9);
  });
});

test("an invoice refused because of a line id takes none of its ids", async () => {
  const { partner, create } = await ready();
  await givenInvoice(partner, {
    invoice: { lines: [{ id: "taken", amountCents: 1, description: null, date: null }], amountTotalCents: 1 },
  });
  const both = [
    { amount_cents: 1, invoice_line_id: "free" },
    { amount_cents: 1, invoice_line_id: "taken" },
  ];

  expect(outcome(await create({ invoice_lines: both, amount_total_cents: 2 }))).toBe("422 duplicate_invoice_line_id");
  expect(outcome(await create({ invoice_lines: both.slice(0, 1), amount_total_cents: 1 }))).toBe("200");
});
