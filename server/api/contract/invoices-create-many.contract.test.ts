import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Body, inputs, invoiceBody, withField } from "@/server/testing/bodies";
import { changesOf } from "@/server/testing/changes-of";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenImport, givenPartner, times } from "@/server/testing/given";
import { createdIn, importIn, invoiceIn, outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const into = await givenImport(partner, { company: await givenCompany(partner, { locale: "de" }) });
  const client = clientOf(partner);
  const path = `/imports/${into.id}/invoices`;
  return {
    partner,
    into,
    client,
    path,
    create: (invoices: unknown, headers?: Record<string, string>) => client.post(path, { invoices }, headers),
    invoiceIds: async () => importIn(await client.get(`/imports/${into.id}`)).invoice_ids,
  };
}

/** Body as a partner sends it, with the import in the path. */
function one(more: Body = {}): Body {
  const { import_id, ...body } = invoiceBody("", more);
  return body;
}

const many = <Made>(count: number, make: (nth: number) => Made): Made[] => Array.from({ length: count }, (_, nth) => make(nth));

const lineOf = (id: string): Body => ({ invoice_lines: [{ invoice_line_id: id, amount_cents: 4_500 }] });

test("each invoice is created as by itself, in the order in which they were sent", async () => {
  const { into, client, create, invoiceIds } = await ready();
  const sent = [
    one({ external_invoice_number: "A-1", reference: "R-1", direct_debit_iban: "NL91ABNA0417164300", locale: "fr" }),
    one({ external_invoice_number: "A-2", member_external_id: "M-7", invoice_lines: [{ amount_cents: 5_000 }, { amount_cents: -500 }] }),
    one({
      external_invoice_number: "A-3",
      customer: { name: { last_name: "Ünal" }, phone: { phone_number: "612345678", country_code: "31" } },
    }),
  ];

  const created = createdIn(await create(sent));

  expect(created.map(({ external_invoice_number, error }) => [external_invoice_number, error])).toEqual([
    ["A-1", null],
    ["A-2", null],
    ["A-3", null],
  ]);
  expect(await invoiceIds()).toEqual(created.map(({ invoice_id }) => invoice_id));
  for (const [place, { invoice_id, invoice_number }] of created.entries()) {
    const invoice = invoiceIn(await client.get(`/invoices/${invoice_id}`));
    const alone = invoiceIn(await client.post("/invoices", { ...sent[place], import_id: into.id }));
    const comparable = ({ invoice_lines, ...rest }: typeof invoice) => ({
      ...rest,
      invoice_id: null,
      invoice_number: null,
      invoice_lines: invoice_lines.map((line) => ({ ...line, invoice_line_id: null, date: null })),
    });
    expect(comparable(invoice)).toEqual(comparable(alone));
    expect(invoice.invoice_number).toBe(invoice_number);
  }
});

test("an error in one does not stop the others", async () => {
  const { create, invoiceIds } = await ready();
  const created = createdIn(
    await create([
      one({ external_invoice_number: "" }),
      one({ external_invoice_number: "B-2" }),
      withField(one(), "customer.name.last_name", " "),
      one({ amount_total_cents: 1 }),
      one({ external_invoice_number: 7, invoice_lines: [] }),
      one({ external_invoice_number: "B-6" }),
    ]),
  );
  expect(created.map(({ external_invoice_number, error }) => [external_invoice_number, error])).toEqual([
    ["", "invalid_external_invoice_number"],
    ["B-2", null],
    ["2026-0001", "invalid_customer_last_name"],
    ["2026-0001", "invalid_amount_total_cents"],
    [null, "invalid_invoice_lines"],
    ["B-6", null],
  ]);
  expect(await invoiceIds()).toEqual(created.flatMap(({ invoice_id }) => invoice_id ?? []));
});

test("if all are wrong, none is created", async () => {
  const { create, invoiceIds } = await ready();
  expect(createdIn(await create([one({ locale: "xx" })]))).toMatchObject([{ invoice_id: null, error: "invalid_locale" }]);
  expect(await invoiceIds()).toEqual([]);
});

describe("a line id that is taken", () => {
  test("by an earlier invoice of the same request refuses the later one", async () => {
    const { create } = await ready();
    const created = createdIn(await create([one(lineOf("L-1")), one(lineOf("L-1")), one(lineOf("L-2"))]));
    expect(created.map(({ error }) => error)).toEqual([null, "duplicate_invoice_line_id", null]);
  });

  test("by a refused invoice is free for the next", async () => {
    const { create } = await ready();
    const refused = one({
      invoice_lines: [...(lineOf("L-1").invoice_lines as Body[]), ...(lineOf("L-1").invoice_lines as Body[])],
      amount_total_cents: 9_000,
    });
    const created = createdIn(await create([refused, one(lineOf("L-1"))]));
    expect(created.map(({ error }) => error)).toEqual(["duplicate_invoice_line_id", null]);
  });

  test("by an earlier invoice", async () => {
    const { into, client, create } = await ready();
    await client.post("/invoices", invoiceBody(into.id, lineOf("L-1")));
    expect(createdIn(await create([one(lineOf("L-1")), one()])).map(({ error }) => error)).toEqual(["duplicate_invoice_line_id", null]);
  });

  test("by simultaneous requests: each id is taken once, and every request is answered", async () => {
    const { create, invoiceIds } = await ready();
    const invoices = many(20, (nth) => one(lineOf(`L-${nth}`)));
    const replies = await Promise.all(times(5, (nth) => create(nth % 2 ? invoices : invoices.toReversed())));
    const created = replies.flatMap(createdIn).filter(({ error }) => error === null);
    expect(created).toHaveLength(20);
    expect((await invoiceIds()).toSorted()).toEqual(created.map(({ invoice_id }) => invoice_id).toSorted());
  });
});

test.each(
  inputs<unknown>(
    undefined,
    null,
    [],
    {},
    "",
    [[]],
    ["one"],
    [null],
    many(1_001, () => ({})),
  ),
)("without a list of 1 to 1,000 objects the request is refused as a whole", async (invoices) => {
  const { create } = await ready();
  expect(outcome(await create(invoices))).toBe("422 invalid_invoices");
});

test("a thousand are created at once, each with its change", async () => {
  const { partner, create, invoiceIds } = await ready();
  const changes = await changesOf(partner.id, async () => {
    const created = createdIn(await create(many(1_000, (nth) => one({ external_invoice_number: `C-${nth}` }))));
    expect(created.filter(({ error }) => error === null)).toHaveLength(1_000);
  });
  expect(changes.map(({ kind }) => kind)).toEqual(many(1_000, () => "created"));
  expect(new Set(changes.map(({ recordId }) => recordId))).toEqual(new Set(await invoiceIds()));
});

describe("only the partner's own open import accepts invoices", () => {
  test("another partner's does not exist, even for a wrong body", async () => {
    const { path, create } = await ready();
    const stranger = clientOf(await givenPartner());
    for (const invoices of [[one()], []]) expect(outcome(await stranger.post(path, { invoices }))).toBe("404 invalid_import_id");
    expect(createdIn(await create([one()]))).toHaveLength(1);
  });

  test("a transmitted one refuses them", async () => {
    const { into, client, create } = await ready();
    await create([one()]);
    await client.put(`/imports/${into.id}/transmit`);
    for (const invoices of [[one()], [], [one({ locale: "xx" })]])
      expect(outcome(await create(invoices))).toBe("422 import_already_transmitted");
  });

  test("during its transmission: invoices answered as created are part of it, and none is added later", async () => {
    const { into, client, create, invoiceIds } = await ready();
    await create([one()]);
    const [transmission, ...replies] = await Promise.all([
      client.put(`/imports/${into.id}/transmit`),
      ...times(6, () => create([one(), one()])),
    ]);
    expect(transmission.status).toBe(200);
    const transmitted = importIn(transmission).invoice_ids;
    const answered = replies.flatMap((reply) => (reply.status === 200 ? createdIn(reply).map(({ invoice_id }) => invoice_id) : []));
    expect(transmitted).toEqual(expect.arrayContaining(answered));
    expect(await invoiceIds()).toEqual(transmitted);
  });
});

test("the same request with the same idempotency key creates no invoice twice, and gets the same answer", async () => {
  const { create, invoiceIds } = await ready();
  const headers = { "Idempotency-Key": randomUUID() };
  const invoices = [one(lineOf("L-1")), one({ locale: "xx" })];
  const first = await create(invoices, headers);
  const second = await create(invoices, headers);
  expect([second.text, second.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
  expect(await invoiceIds()).toHaveLength(1);
  expect(outcome(await create([one()], headers))).toBe("422 idempotency_key_reused");
});
