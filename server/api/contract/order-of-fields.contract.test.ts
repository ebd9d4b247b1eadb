import { describe, expect, test } from "vitest";
import { type Body, companyBody, invoiceBody, retractionBody, withField } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { outcome } from "@/server/testing/replies";

/** One fault in a body: code, path and value, in the order of the contract's table. */
type Wrong = [code: string, path: string, value: unknown];

const LONG = "x".repeat(256);

const wrongRecipient: Wrong[] = [
  ["invalid_external_invoice_number", "external_invoice_number", ""],
  ["invalid_reference", "reference", LONG],
  ["invalid_federation_membership_number", "federation_membership_number", LONG],
  ["invalid_club_membership_number", "club_membership_number", true],
  ["invalid_member_external_id", "member_external_id", LONG],
  ["invalid_external_membership_number", "external_membership_number", []],
  ["invalid_locale", "locale", "es"],
  ["invalid_customer", "customer", "Brandsma"],
  ["invalid_customer_name", "customer.name.prefix", LONG],
  ["invalid_customer_last_name", "customer.name.last_name", ""],
  ["invalid_customer_email", "customer.email.email_address", "nobody"],
  ["invalid_customer_phone", "customer.phone.phone_number", "none"],
  ["invalid_customer_address", "customer.address.country_code", "XX"],
];

const wrongInvoice: Wrong[] = [
  ["invalid_import_id", "import_id", "0".repeat(40)],
  ...wrongRecipient,
  ["invalid_invoice_lines", "invoice_lines", []],
  ["invalid_invoice_line_id", "invoice_lines.0.invoice_line_id", LONG],
  ["invalid_amount_cents", "invoice_lines.0.amount_cents", 1.5],
  ["invalid_description", "invoice_lines.0.description", []],
  ["invalid_date", "invoice_lines.0.date", "tomorrow"],
  ["invalid_amount_total_cents", "amount_total_cents", 1],
  ["duplicate_invoice_line_id", "invoice_lines.0.invoice_line_id", "taken"],
];

const wrongCompany: Wrong[] = [
  ["invalid_name", "name", ""],
  ["invalid_brand", "brand", "brand_code_6"],
  ["invalid_email", "email", "nobody"],
  ["invalid_locale", "locale", "es"],
  ["invalid_country_code", "country_code", "FR"],
  ["invalid_currency", "currency", "USD"],
  ["invalid_address1", "address1", LONG],
  ["invalid_address2", "address2", LONG],
  ["invalid_house_number", "house_number", LONG],
  ["invalid_zipcode", "zipcode", LONG],
  ["invalid_city", "city", LONG],
  ["invalid_vat_percentage", "vat_percentage", 101],
  ["invalid_partnership_page_url", "partnership_page_url", "ftp://northbank.example"],
  ["invalid_enterprise_number", "enterprise_number", "0123.456.748"],
];

const wrongRetraction: Wrong[] = [
  ["invalid_external_invoice_number", "external_invoice_number", ""],
  ["invalid_description", "description", ""],
  ["invalid_retraction_reason", "retraction_reason", "x".repeat(2_001)],
  ["invalid_show_retraction_reason_to_customer", "show_retraction_reason_to_customer", "yes"],
];

/** Returns the body with several faults; if two overlap, the first applies. */
const withWrongs = (body: Body, wrongs: Wrong[]) =>
  wrongs.toReversed().reduce((wrong, [, path, value]) => withField(wrong, path, value), body);

/** Pairs each fault with the faults after it. */
const pairs = (wrongs: Wrong[]) =>
  wrongs.map((first, index) => ({ first, code: first[0], later: wrongs.slice(index + 1).filter(([code]) => code !== first[0]) }));

async function send(how: keyof typeof senders, { first, later }: { first: Wrong; later: Wrong[] }) {
  const { body, post } = await senders[how]();
  return Promise.all(
    [[], ...later.map((wrong) => [wrong]), later].map(async (others) => outcome(await post(withWrongs(body, [first, ...others])))),
  );
}

const senders = {
  "POST /invoices": async () => {
    const partner = await givenPartner();
    const into = await givenImport(partner);
    await givenInvoice(partner, {
      import: into,
      invoice: { lines: [{ id: "taken", amountCents: 1, description: null, date: null }], amountTotalCents: 1 },
    });
    return { body: invoiceBody(into.id), post: (body: Body) => clientOf(partner).post("/invoices", body) };
  },
  "PUT /invoices/:id": async () => {
    const partner = await givenPartner();
    const { id } = await givenInvoice(partner);
    return { body: { external_invoice_number: "A-1" }, post: (body: Body) => clientOf(partner).put(`/invoices/${id}`, body) };
  },
  "POST /companies": async () => {
    const partner = await givenPartner();
    return { body: companyBody(), post: (body: Body) => clientOf(partner).post("/companies", body) };
  },
  "PUT /companies/:id": async () => {
    const partner = await givenPartner();
    const { id } = await givenCompany(partner);
    return { body: companyBody(), post: (body: Body) => clientOf(partner).put(`/companies/${id}`, body) };
  },
  "POST /invoices/:id/credit_and_retract": async () => {
    const partner = await givenPartner();
    const { id } = await givenInvoice(partner);
    await clientOf(partner).post(`/invoices/${id}/credit_and_retract`, retractionBody);
    return { body: retractionBody, post: (body: Body) => clientOf(partner).post(`/invoices/${id}/credit_and_retract`, body) };
  },
};

describe.each([
  { how: "POST /invoices", wrongs: wrongInvoice },
  { how: "PUT /invoices/:id", wrongs: wrongRecipient },
  { how: "POST /companies", wrongs: wrongCompany },
  { how: "PUT /companies/:id", wrongs: wrongCompany },
  { how: "POST /invoices/:id/credit_and_retract", wrongs: wrongRetraction },
] as const)("$how", ({ how, wrongs }) => {
  test.each(pairs(wrongs))("$code is the answer, even if a later row is wrong, too", async (pair) => {
    expect(new Set(await send(how, pair))).toEqual(new Set([`422 ${pair.code}`]));
  });
});

describe("a fault of the record takes precedence over faults of fields", () => {
  const missing = "0".repeat(40);

  test.each([
    ["PUT", `/invoices/${missing}`, "404 invalid_invoice_id"],
    ["POST", `/invoices/${missing}/credit_and_retract`, "404 invalid_invoice_id"],
    ["POST", `/invoices/${missing}/tickets`, "404 invalid_invoice_id"],
    ["PUT", `/companies/${missing}`, "404 invalid_company_id"],
    ["PUT", `/imports/${missing}`, "404 invalid_import_id"],
    ["POST", "/invoices/nothing/tickets", "404 invalid_invoice_id"],
    ["PUT", "/companies/nothing", "404 invalid_company_id"],
    ["PUT", "/imports/nothing", "404 invalid_import_id"],
  ])("%s %s with no field right is %s", async (method, path, expected) => {
    const client = clientOf(await givenPartner());
    const body = { external_invoice_number: [], title: [], name: [], message: [] };

    expect(outcome(method === "PUT" ? await client.put(path, body) : await client.post(path, body))).toBe(expected);
  });

  test("a transmitted import takes precedence over every field of an invoice and of the import", async () => {
    const partner = await givenPartner();
    const { importId } = await givenInvoice(partner, { transmitted: true });
    const client = clientOf(partner);

    for (const wrong of wrongInvoice.slice(1)) {
      expect(outcome(await client.post("/invoices", withWrongs(invoiceBody(importId), [wrong])))).toBe("422 import_already_transmitted");
    }
    expect(outcome(await client.put(`/imports/${importId}`, { title: [] }))).toBe("422 import_already_transmitted");
  });

  test("a missing company takes precedence over the fields of an import", async () => {
    const client = clientOf(await givenPartner());

    for (const company_id of [missing, "x", null, 5]) {
      expect(outcome(await client.post("/imports", { company_id, title: [], expected_invoices_count: -1 }))).toBe("422 invalid_company_id");
    }
  });

  test("a title takes precedence over an expected count", async () => {
    const partner = await givenPartner();
    const { id, companyId } = await givenImport(partner);
    const wrong = { company_id: companyId, title: [], expected_invoices_count: -1 };

    expect(outcome(await clientOf(partner).post("/imports", wrong))).toBe("422 invalid_title");
    expect(outcome(await clientOf(partner).put(`/imports/${id}`, wrong))).toBe("422 invalid_title");
  });

  test("a refused request stores nothing", async () => {
    const partner = await givenPartner();
    const { id, companyId } = await givenImport(partner, { title: "Spring" });
    const client = clientOf(partner);
    const before = (await client.get(`/imports/${id}`)).text;

    await Promise.all(
      times(wrongInvoice.length, (index) => client.post("/invoices", withWrongs(invoiceBody(id), wrongInvoice.slice(index, index + 1)))),
    );
    await client.put(`/imports/${id}`, { title: "Autumn", expected_invoices_count: -1 });
    await client.post("/imports", { company_id: companyId, expected_invoices_count: -1 });

    // "taken" is wrong only together with another line of that name, and that line was stored.
    const { invoice_ids, ...after } = (await client.get(`/imports/${id}`)).body;
    expect(invoice_ids).toHaveLength(1);
    expect(JSON.parse(before)).toMatchObject(after);
    expect((await client.get(`/companies/${companyId}/imports`)).body.imports).toHaveLength(1);
  });
});
