import { describe, expect, test } from "vitest";
import { type Body, fieldAt, inputs, invoiceBody, optionalTextPaths, withField, withJson } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenImport, givenPartner } from "@/server/testing/given";
import { invoiceIn, outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const into = await givenImport(partner, { company: await givenCompany(partner, { locale: "de" }) });
  return { partner, into, body: invoiceBody(into.id), client: clientOf(partner) };
}

test("an invoice with only the required fields is created, with null and defaults for the others", async () => {
  const { into, client } = await ready();
  const before = Date.now();

  const invoice = invoiceIn(
    await client.post("/invoices", {
      import_id: into.id,
      external_invoice_number: "A-1",
      customer: { name: { last_name: "Brandsma" }, email: { email_address: "ada@members.example" } },
      invoice_lines: [{ amount_cents: 4_500 }],
      amount_total_cents: 4_500,
    }),
  );

  expect(invoice).toEqual({
    invoice_id: expect.stringMatching(/^[0-9a-f]{40}$/),
    import_id: into.id,
    external_invoice_number: "A-1",
    reference: null,
    invoice_number: expect.stringMatching(/^\d+$/),
    locale: "de",
    direct_debit_iban: null,
    federation_membership_number: null,
    club_membership_number: null,
    member_external_id: null,
    external_membership_number: null,
    customer: {
      name: { prefix: null, first_name: null, infix: null, last_name: "Brandsma", organization: null },
      address: {
        address1: null,
        address2: null,
        locality: null,
        house_number: null,
        house_number_extension: null,
        state: null,
        zipcode: null,
        city: null,
        country_code: null,
      },
      email: { email_address: "ada@members.example" },
      phone: { phone_number: null, country_code: null },
    },
    invoice_lines: [
      {
        invoice_line_id: expect.stringMatching(/^[0-9a-f]{40}$/),
        type: "INVOICE-LINE",
        amount_cents: 4_500,
        description: null,
        date: expect.any(String),
      },
    ],
    amount_total_cents: 4_500,
    messages: [],
    tickets: [],
    retracted_at: null,
    retraction_reason: null,
    show_retraction_reason_to_customer: false,
  });
  expect(Date.parse(invoice.invoice_lines[0]?.date ?? "")).toBeGreaterThanOrEqual(before - 1_000);
  expect(Date.parse(invoice.invoice_lines[0]?.date ?? "")).toBeLessThanOrEqual(Date.now() + 1_000);
});

test("the created invoice is shown identically, byte for byte", async () => {
  const { body, client } = await ready();

  const created = await client.post("/invoices", { ...body, reference: "R-1", direct_debit_iban: "NL91ABNA0417164300" });

  expect((await client.get(`/invoices/${created.body.invoice_id}`)).text).toBe(created.text);
});

test("invoice numbers are digits, unique and increasing", async () => {
  const { body, client } = await ready();
  const numbers: bigint[] = [];
  for (let index = 0; index < 5; index += 1) numbers.push(BigInt(invoiceIn(await client.post("/invoices", body)).invoice_number));

  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => (a < b ? -1 : 1)));
});

test("ids begin with the creation time and sort by age", async () => {
  const { body, client } = await ready();
  const first = invoiceIn(await client.post("/invoices", body)).invoice_id;
  const second = invoiceIn(await client.post("/invoices", body)).invoice_id;

  expect(first < second || first.slice(0, 12) === second.slice(0, 12)).toBe(true);
  expect(Math.abs(Number.parseInt(first.slice(0, 12), 16) - Date.now())).toBeLessThan(60_000);
});

test("external_invoice_number need not be unique, and may be a space", async () => {
  const { body, client } = await ready();

  expect(invoiceIn(await client.post("/invoices", { ...body, external_invoice_number: " " })).external_invoice_number).toBe(" ");
  expect(outcome(await client.post("/invoices", { ...body, external_invoice_number: " " }))).toBe("200");
});

const optionalTexts = [...optionalTextPaths, "invoice_lines.0.description"];

test.each(optionalTexts)("%s is answered as null if absent or null, and as empty text if that was sent", async (path) => {
  const { body, client } = await ready();

  for (const [sent, shown] of [
    [undefined, null],
    [null, null],
    ["", ""],
  ]) {
    const reply = await client.post("/invoices", withField(body, path, sent));
    expect(outcome(reply)).toBe("200");
    expect(fieldAt(reply.body, path)).toBe(shown);
  }
});

test("an empty e-mail address is answered as empty text", async () => {
  const { body, client } = await ready();
  const byPhone = withField(body, "customer.phone.phone_number", "06 1234 5678");

  for (const sent of [null, ""]) {
    const reply = await client.post("/invoices", withField(byPhone, "customer.email.email_address", sent));
    expect(fieldAt(reply.body, "customer.email.email_address")).toBe(sent);
  }
});

describe("locale", () => {
  test.each(["de", "en", "fr", "it", "nl"])("%s is taken in any letter case and answered in lower case", async (locale) => {
    const { body, client } = await ready();

    expect(invoiceIn(await client.post("/invoices", { ...body, locale })).locale).toBe(locale);
    expect(invoiceIn(await client.post("/invoices", { ...body, locale: locale.toUpperCase() })).locale).toBe(locale);
  });

  test.each(inputs(undefined, null, "", "  "))("%j is the company's", async (locale) => {
    const { body, client } = await ready();

    expect(invoiceIn(await client.post("/invoices", { ...body, locale })).locale).toBe("de");
  });

  test.each(inputs<unknown>("es", "nl-NL", "deutsch", 5, true, ["nl"], {}, "n\0l", "\ud83d"))("%j is invalid_locale", async (locale) => {
    const { body, client } = await ready();

    expect(outcome(await client.post("/invoices", { ...body, locale }))).toBe("422 invalid_locale");
  });
});

describe("direct_debit_iban", () => {
  test.each([
    ["NL91ABNA0417164300", "NL91ABNA0417164300"],
    ["nl91 abna 0417 1643 00", "NL91ABNA0417164300"],
    ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
    ["gb29nwbk60161331926819", "GB29NWBK60161331926819"],
  ])("%s is answered as %s", async (sent, shown) => {
    const { body, client } = await ready();

    expect(invoiceIn(await client.post("/invoices", { ...body, direct_debit_iban: sent })).direct_debit_iban).toBe(shown);
  });

  test.each([
    "NL92ABNA0417164300",
    "XX91ABNA0417164300",
    "an account",
    "",
    " ",
    null,
    91,
    true,
    {},
    [],
    "NL91\0",
    "\ud83d",
    "N".repeat(300),
  ])("%j is no error, and answered as null", async (sent) => {
    const { body, client } = await ready();

    expect(invoiceIn(await client.post("/invoices", { ...body, direct_debit_iban: sent })).direct_debit_iban).toBeNull();
  });
});

describe("import_id", () => {
  test.each(inputs<unknown>(undefined, null, "", "x", "0".repeat(40), 5, true, {}, [], "\0", "a".repeat(3_000)))(
    "%j is invalid_import_id",
    async (sent) => {
      const { body, client } = await ready();

      expect(outcome(await client.post("/invoices", { ...body, import_id: sent }))).toBe("422 invalid_import_id");
    },
  );

  test("of another partner is invalid_import_id", async () => {
    const { body, client } = await ready();
    const { id } = await givenImport(await givenPartner());

    expect(outcome(await client.post("/invoices", { ...body, import_id: id }))).toBe("422 invalid_import_id");
  });

  test("of an import that was transmitted is import_already_transmitted", async () => {
    const { body, client } = await ready();
    await client.post("/invoices", body);
    await client.put(`/imports/${body.import_id}/transmit`);

    expect(outcome(await client.post("/invoices", body))).toBe("422 import_already_transmitted");
  });
});

test.each(inputs<unknown>(undefined, null, "", "text", 5, true, [], [{}]))("customer %j is invalid_customer", async (customer) => {
  const { body, client } = await ready();

  expect(outcome(await client.post("/invoices", { ...body, customer }))).toBe("422 invalid_customer");
});

test.each([
  ["name", "invalid_customer_name"],
  ["email", "invalid_customer_email"],
  ["phone", "invalid_customer_phone"],
  ["address", "invalid_customer_address"],
])("customer.%s that is neither object nor null is %s", async (part, code) => {
  const { body, client } = await ready();

  for (const sent of ["text", "", 5, true, false, [], ["a"]]) {
    expect(outcome(await client.post("/invoices", withField(body, `customer.${part}`, sent))), JSON.stringify(sent)).toBe(`422 ${code}`);
  }
});

test("a customer without any part has no last name", async () => {
  const { body, client } = await ready();

  expect(outcome(await client.post("/invoices", { ...body, customer: {} }))).toBe("422 invalid_customer_last_name");
});

test.each([null, undefined, {}])("customer.name %j has no last name", async (name) => {
  const { body, client } = await ready();

  expect(outcome(await client.post("/invoices", withField(body, "customer.name", name)))).toBe("422 invalid_customer_last_name");
});

test("unknown fields are ignored, even with special names", async () => {
  const { body, client } = await ready();
  const unknown: Body = {
    invoice_number: "1",
    company_id: "x",
    messages: "none",
    retracted_at: true,
    constructor: 1,
    toString: {},
    "": [],
  };

  const plain = invoiceIn(await client.post("/invoices", { ...body, ...unknown }));
  const proto = invoiceIn(await client.post("/invoices", withJson(body, "mark", '1,"__proto__":{"reference":"R","locale":"fr"}')));

  expect(plain.invoice_number).not.toBe("1");
  expect(proto).toMatchObject({ reference: null, locale: "de", retracted_at: null });
});

test("a customer within __proto__ does not count", async () => {
  const { body, client } = await ready();
  const inherited = `{"__proto__":${JSON.stringify(body.customer)}}`;

  expect(outcome(await client.post("/invoices", withJson(body, "customer", inherited)))).toBe("422 invalid_customer_last_name");
});
