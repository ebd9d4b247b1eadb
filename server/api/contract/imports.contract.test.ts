import { describe, expect, test } from "vitest";
import { type Body, inputs, invoiceBody, withJson } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { importIn, outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
  const client = clientOf(partner);
  const created = importIn(await client.post("/imports", { company_id: company.id, title: "Spring" }));
  const path = `/imports/${created.import_id}`;
  return {
    partner,
    company,
    client,
    created,
    path,
    create: (more: Body) => client.post("/imports", { company_id: company.id, ...more }),
    update: (body: Body) => client.put(path, body),
    addInvoice: () => client.post("/invoices", invoiceBody(created.import_id)),
    transmit: () => client.put(`${path}/transmit`),
  };
}

test("an import is created and shown", async () => {
  const { created, company, client, path } = await ready();

  expect(created).toEqual({
    import_id: expect.stringMatching(/^[0-9a-f]{40}$/),
    company_id: company.id,
    title: "Spring",
    transmitted: false,
    transmitted_at: null,
    prepaid_amount_cents: 0,
    prepaid_amount_currency: "CHF",
    settled_amount_cents: 0,
    settled_amount_currency: "CHF",
    expected_invoices_count: null,
    invoice_ids: [],
  });
  expect((await client.get(path)).body).toEqual(created);
});

test.each([undefined, null, "", "  "])("without a title (%j) it is named for its day", async (title) => {
  const { create } = await ready();
  const days = [new Date().toISOString().slice(0, 10)];

  const named = importIn(await create({ title })).title;

  // The test may run across midnight.
  days.push(new Date().toISOString().slice(0, 10));
  expect(days.map((day) => `Import ${day}`)).toContain(named);
});

describe("expected_invoices_count", () => {
  test.each([
    [undefined, null],
    [null, null],
    ["", null],
    [" ", null],
    [0, 0],
    ["0", 0],
    [1, 1],
    ["12", 12],
    [100_000, 100_000],
    ["100000", 100_000],
  ])("%j is answered as %j, on create and on update", async (sent, shown) => {
    const { create, update, client, path } = await ready();

    expect(importIn(await create({ expected_invoices_count: sent })).expected_invoices_count).toBe(shown);
    expect(importIn(await update({ expected_invoices_count: sent })).expected_invoices_count).toBe(shown);
    expect(importIn(await client.get(path)).expected_invoices_count).toBe(shown);
  });

  test.each(inputs<unknown>(-1, 1.5, "-1", "1.5", "1e3", "ten", "٣", true, [], {}, "1\0", "0x10", Number.MAX_SAFE_INTEGER))(
    "%j is invalid_expected_invoices_count",
    async (sent) => {
      const { create, update } = await ready();

      expect(outcome(await create({ expected_invoices_count: sent }))).toBe("422 invalid_expected_invoices_count");
      expect(outcome(await update({ expected_invoices_count: sent }))).toBe("422 invalid_expected_invoices_count");
    },
  );

  test.each(["1e400", "12345678901234567890"])("%s is invalid_expected_invoices_count", async (json) => {
    const { client, path } = await ready();

    expect(outcome(await client.put(path, withJson({}, "expected_invoices_count", json)))).toBe("422 invalid_expected_invoices_count");
  });

  test("keeps its value if absent, and null clears it", async () => {
    const { update } = await ready();
    await update({ expected_invoices_count: 5 });

    expect(importIn(await update({ title: "Autumn" }))).toMatchObject({ title: "Autumn", expected_invoices_count: 5 });
    expect(importIn(await update({ expected_invoices_count: null }))).toMatchObject({ title: "Autumn", expected_invoices_count: null });
  });
});

test.each([undefined, null, ""])("a title of %j is left as it is on update", async (title) => {
  const { update, created } = await ready();

  expect((await update({ title })).body).toEqual(created);
});

test.each(inputs<unknown>(undefined, null, "", "x", "0".repeat(40), 5, true, [], {}))(
  "company_id %j is invalid_company_id",
  async (company_id) => {
    const { create } = await ready();

    expect(outcome(await create({ company_id }))).toBe("422 invalid_company_id");
  },
);

test("another partner's company is invalid_company_id", async () => {
  const { create } = await ready();
  const { id } = await givenCompany(await givenPartner());

  expect(outcome(await create({ company_id: id }))).toBe("422 invalid_company_id");
});

test("company, transmission and amounts in an update are ignored", async () => {
  const { update, created, partner } = await ready();
  const other = await givenCompany(partner);

  expect(
    (await update({ company_id: other.id, transmitted: true, transmitted_at: "2026-01-01", settled_amount_cents: 5, invoice_ids: [] }))
      .body,
  ).toEqual(created);
});

describe("transmitting", () => {
  test("marks every invoice as transmitted, only once", async () => {
    const { addInvoice, transmit, client, path, created } = await ready();
    const ids = [(await addInvoice()).body.invoice_id, (await addInvoice()).body.invoice_id];

    const transmitted = importIn(await transmit());

    expect(transmitted).toEqual({ ...created, transmitted: true, transmitted_at: expect.any(String), invoice_ids: ids });
    expect((await client.get(path)).body).toEqual(transmitted);
    for (const id of ids) expect(outcome(await client.delete(`/invoices/${id}`))).toBe("422 invoice_already_transmitted");
    expect(outcome(await transmit())).toBe("422 import_already_transmitted");
    expect((await client.get(path)).body).toEqual(transmitted);
  });

  test("is refused for an empty import, also after its invoices were deleted", async () => {
    const { addInvoice, transmit, client, update } = await ready();
    expect(outcome(await transmit())).toBe("422 import_is_empty");
    await client.delete(`/invoices/${(await addInvoice()).body.invoice_id}`);
    await update({ expected_invoices_count: 5 });

    expect(outcome(await transmit())).toBe("422 import_is_empty");
  });

  test("is refused until the expected number of invoices is there", async () => {
    const { addInvoice, transmit, update } = await ready();
    await update({ expected_invoices_count: 2 });
    await addInvoice();

    expect(outcome(await transmit())).toBe("422 expected_invoices_count_not_reached");
    await addInvoice();
    expect(outcome(await transmit())).toBe("200");
  });

  test.each([0, 1, null])("allows more than the expected %j", async (expected_invoices_count) => {
    const { addInvoice, transmit, update } = await ready();
    await update({ expected_invoices_count });
    await addInvoice();
    await addInvoice();

    expect(outcome(await transmit())).toBe("200");
  });

  test("ends changes, deletion and further invoices", async () => {
    const { addInvoice, transmit, update, client, path } = await ready();
    await addInvoice();
    await transmit();

    expect(outcome(await update({ title: "Autumn" }))).toBe("422 import_already_transmitted");
    expect(outcome(await update({}))).toBe("422 import_already_transmitted");
    expect(outcome(await client.delete(path))).toBe("422 import_already_transmitted");
    expect(outcome(await addInvoice())).toBe("422 import_already_transmitted");
  });

  test("succeeds once of twenty at the same time", async () => {
    const { addInvoice, transmit } = await ready();
    await addInvoice();

    const outcomes = (await Promise.all(times(20, transmit))).map(outcome);

    expect(outcomes.sort()).toEqual(["200", ...Array.from({ length: 19 }, () => "422 import_already_transmitted")]);
  });

  test("and creating an invoice at once: the invoice is part of it or refused", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { addInvoice, transmit, client, path } = await ready();
      await addInvoice();

      const [created, transmitted] = await Promise.all([addInvoice(), transmit()]);

      expect(outcome(transmitted)).toBe("200");
      expect(["200", "422 import_already_transmitted"]).toContain(outcome(created));
      expect(importIn(await client.get(path)).invoice_ids).toHaveLength(created.status === 200 ? 2 : 1);
    }
  });
});

describe("deleting", () => {
  test("deletes all its invoices, and frees their line ids", async () => {
    const { partner, client, path, created } = await ready();
    const lines = [{ amount_cents: 1, invoice_line_id: "L-1" }];
    const body = invoiceBody(created.import_id, { invoice_lines: lines, amount_total_cents: 1 });
    const { invoice_id } = (await client.post("/invoices", body)).body;

    const deleted = await client.delete(path);

    expect(deleted.status).toBe(204);
    expect(outcome(await client.get(path))).toBe("404 invalid_import_id");
    expect(outcome(await client.get(`/invoices/${invoice_id}`))).toBe("404 invalid_invoice_id");
    const other = await givenImport(partner);
    expect(outcome(await client.post("/invoices", { ...body, import_id: other.id }))).toBe("200");
    expect(outcome(await client.post("/invoices", body))).toBe("422 invalid_import_id");
  });

  test("leaves the company's other imports", async () => {
    const { partner, company, client, path, created } = await ready();
    const { importId } = await givenInvoice(partner, { company });
    await client.delete(path);

    const { imports } = (await client.get(`/companies/${company.id}/imports`)).body;
    expect(imports).toMatchObject([{ import_id: importId }]);
    expect(outcome(await client.delete(`/imports/${created.import_id}`))).toBe("404 invalid_import_id");
  });
});

test.each(["0".repeat(40), "x"])("an import %s that does not exist is invalid_import_id", async (id) => {
  const { client } = await ready();

  for (const reply of [
    await client.get(`/imports/${id}`),
    await client.put(`/imports/${id}`, { title: "x" }),
    await client.put(`/imports/${id}/transmit`),
    await client.delete(`/imports/${id}`),
  ]) {
    expect(outcome(reply)).toBe("404 invalid_import_id");
  }
});

test("a company's list of imports does not contain invoice ids", async () => {
  const { partner, company, client } = await ready();
  await givenInvoice(partner, { company });

  for (const listed of (await client.get(`/companies/${company.id}/imports`)).body.imports as Body[]) {
    expect(listed).not.toHaveProperty("invoice_ids");
  }
});
