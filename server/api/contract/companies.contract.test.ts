import { describe, expect, test } from "vitest";
import { type Body, companyBody, inputs, withJson } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { companyIn, outcome } from "@/server/testing/replies";

const whole = {
  address1: "Quay 1",
  address2: "Floor 2",
  house_number: "1a",
  zipcode: "1011 AB",
  city: "Amsterdam",
  vat_percentage: 21,
  partnership_page_url: "https://northbank.example/join?x=1#top",
  enterprise_number: "0123.456.749",
};

const nothing = Object.fromEntries(Object.keys(whole).map((name) => [name, null]));

async function ready() {
  const partner = await givenPartner();
  const client = clientOf(partner);
  const company = companyIn(await client.post("/companies", companyBody(whole)));
  const path = `/companies/${company.company_id}`;
  return {
    client,
    company,
    path,
    create: (more: Body) => client.post("/companies", companyBody(more)),
    update: (more: Body) => client.put(path, companyBody(more)),
  };
}

test("a company is created, shown and changed, with all fields as sent", async () => {
  const { client, company, path, update } = await ready();

  expect(company).toEqual({ company_id: expect.stringMatching(/^[0-9a-f]{40}$/), ...companyBody(whole) });
  expect((await client.get(path)).body).toEqual(company);
  const changed = {
    name: "Southbank",
    brand: "brand_code_5",
    email: "x@southbank.example",
    locale: "en",
    country_code: "GB",
    currency: "GBP",
  };
  const updated = companyIn(await update({ ...changed, vat_percentage: 0 }));
  expect(updated).toEqual({ ...company, ...changed, vat_percentage: 0 });
  expect((await client.get(path)).body).toEqual(updated);
});

test("absent optional fields and null are answered as null", async () => {
  const { create } = await ready();

  expect((await create({})).body).toMatchObject(nothing);
  expect((await create(nothing)).body).toMatchObject(nothing);
});

test("optional fields with empty text are answered as empty text, but numbers as null", async () => {
  const { create } = await ready();
  const empty = Object.fromEntries(Object.keys(whole).map((name) => [name, ""]));

  expect((await create(empty)).body).toMatchObject({ ...empty, vat_percentage: null, enterprise_number: null });
});

test.each(Object.keys(whole))("%s consisting of white space counts as empty", async (name) => {
  const { create, update } = await ready();

  expect(outcome(await create({ [name]: "  " }))).toBe("200");
  expect(outcome(await update({ [name]: "  " }))).toBe("200");
});

test.each(Object.keys(whole))("an absent %s keeps its value on update, and null clears it", async (name) => {
  const { company, update } = await ready();

  expect((await update({})).body).toEqual(company);
  expect((await update({ [name]: null })).body).toEqual({ ...company, [name]: null });
});

const required = ["name", "brand", "email", "locale", "country_code", "currency"];

test.each(required)("%s is required for create and update", async (name) => {
  const { create, update, client, path, company } = await ready();

  for (const value of [undefined, null, "", "  "]) {
    expect(outcome(await create({ [name]: value })), `${value}`).toBe(`422 invalid_${name}`);
    expect(outcome(await update({ [name]: value })), `${value}`).toBe(`422 invalid_${name}`);
  }
  expect((await client.get(path)).body).toEqual(company);
});

describe("takes", () => {
  test.each([
    ...["brand_code_1", "brand_code_2", "brand_code_3", "brand_code_4", "brand_code_5"].map((code) => ["brand", code, code]),
    ...["de", "en", "fr", "it", "nl", "NL", "Fr"].map((code) => ["locale", code, code.toLowerCase()]),
    ...["AT", "BE", "CH", "DE", "GB", "IE", "NL", "nl", "gB"].map((code) => ["country_code", code, code.toUpperCase()]),
    ...["EUR", "GBP", "CHF", "eur", "Chf"].map((code) => ["currency", code, code.toUpperCase()]),
    ["email", "Office+1@north-bank.example", "Office+1@north-bank.example"],
    ["partnership_page_url", "http://northbank.example", "http://northbank.example"],
  ])("%s %s as %s", async (name, sent, shown) => {
    const { create, update } = await ready();

    expect((await create({ [name]: sent })).body[name]).toBe(shown);
    expect((await update({ [name]: sent })).body[name]).toBe(shown);
  });

  test.each([0, 0.5, 7.7, 21, 99.99, 100])("a vat_percentage of %d", async (vat_percentage) => {
    const { create, update } = await ready();

    expect(companyIn(await create({ vat_percentage })).vat_percentage).toBe(vat_percentage);
    expect(companyIn(await update({ vat_percentage })).vat_percentage).toBe(vat_percentage);
  });
});

describe("refuses", () => {
  test.each([
    ["name", inputs<unknown>(true, [], {}, "a\0")],
    ["brand", inputs<unknown>("brand_code_6", "BRAND_CODE_1", "brand", 1, true, [], {}, "__proto__")],
    ["email", inputs<unknown>("office", "@northbank.example", "a b@northbank.example", "a@b.example\0", 5, true, [], {})],
    ["locale", inputs<unknown>("es", "nl_NL", 5, true, [], ["nl"], {})],
    ["country_code", inputs<unknown>("FR", "US", "NLD", 31, true, [], ["NL"], {})],
    ["currency", inputs<unknown>("USD", "EURO", "€", 978, true, [], ["EUR"], {})],
    ["vat_percentage", inputs<unknown>(-0.01, 100.01, "high", true, false, [], {})],
    [
      "partnership_page_url",
      inputs<unknown>(
        "northbank.example",
        "ftp://northbank.example",
        "javascript:alert(1)",
        "//northbank.example",
        "http://",
        5,
        true,
        [],
        {},
      ),
    ],
    ["enterprise_number", inputs<unknown>("0123.456.748", "NL0123456749", "2123.456.749", "1", 5, true, [], {})],
  ])("a wrong %s", async (name, values) => {
    const { create, update, client, path, company } = await ready();

    for (const [value] of values) {
      expect(outcome(await create({ [name]: value })), JSON.stringify(value)).toBe(`422 invalid_${name}`);
      expect(outcome(await update({ [name]: value })), JSON.stringify(value)).toBe(`422 invalid_${name}`);
    }
    expect((await client.get(path)).body).toEqual(company);
  });

  test.each(["1e400", "-1e400", "12345678901234567890"])("a vat_percentage of %s", async (json) => {
    const { client } = await ready();

    expect(outcome(await client.post("/companies", withJson(companyBody(), "vat_percentage", json)))).toBe("422 invalid_vat_percentage");
  });

  test("an enterprise number is answered in one spelling, kept if absent and cleared by null", async () => {
    const { create, update, client, path } = await ready();

    expect((await create({ enterprise_number: "BE 0123 456 749" })).body.enterprise_number).toBe("0123.456.749");
    expect((await create({})).body.enterprise_number).toBeNull();
    await update({ enterprise_number: "123456749" });
    expect((await update({})).body.enterprise_number).toBe("0123.456.749");
    await update({ enterprise_number: null });
    expect((await client.get(path)).body.enterprise_number).toBeNull();
  });

  test("a page's address of more than 255 characters", async () => {
    const { create } = await ready();
    const page = "https://northbank.example/";

    expect(outcome(await create({ partnership_page_url: page.padEnd(255, "a") }))).toBe("200");
    expect(outcome(await create({ partnership_page_url: page.padEnd(256, "a") }))).toBe("422 invalid_partnership_page_url");
  });
});

test.each(["0".repeat(40), "x", "0".repeat(41)])("a company %s that does not exist is invalid_company_id", async (id) => {
  const { client } = await ready();

  expect(outcome(await client.get(`/companies/${id}`))).toBe("404 invalid_company_id");
  expect(outcome(await client.put(`/companies/${id}`, companyBody()))).toBe("404 invalid_company_id");
});

test("a company's locale applies to invoices created afterwards", async () => {
  const partner = await givenPartner();
  const { id } = await givenCompany(partner, { locale: "nl" });
  const client = clientOf(partner);
  await client.put(`/companies/${id}`, companyBody({ locale: "it" }));
  const { import_id } = (await client.post("/imports", { company_id: id })).body;

  const created = await client.post("/invoices", {
    import_id,
    external_invoice_number: "A-1",
    customer: { name: { last_name: "Brandsma" }, phone: { phone_number: "1" } },
    invoice_lines: [{ amount_cents: 0 }],
    amount_total_cents: 0,
  });

  expect(created.body.locale).toBe("it");
});
