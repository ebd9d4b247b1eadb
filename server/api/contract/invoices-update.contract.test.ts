import { describe, expect, test } from "vitest";
import { type Body, fieldAt, inputs, optionalTextPaths, postalAddress, retractionBody, withField } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenInvoice, givenPartner } from "@/server/testing/given";
import { invoiceIn, outcome } from "@/server/testing/replies";

const whole: NonNullable<Parameters<typeof givenInvoice>[1]>["invoice"] = {
  externalInvoiceNumber: "A-1",
  reference: "R-1",
  locale: "fr",
  directDebitIban: "NL91ABNA0417164300",
  federationMembershipNumber: "F-1",
  clubMembershipNumber: "C-1",
  memberExternalId: "M-1",
  externalMembershipNumber: "E-1",
  customerPrefix: "Dr",
  customerFirstName: "Ada",
  customerInfix: "van",
  customerLastName: "Brandsma",
  customerOrganization: "Brandsma Ltd",
  customerAddress1: "Quay 1",
  customerAddress2: "Floor 2",
  customerLocality: "Harbour",
  customerHouseNumber: "1",
  customerHouseNumberExtension: "a",
  customerState: "Holland",
  customerZipcode: "1011 AB",
  customerCity: "Amsterdam",
  customerCountryCode: "NL",
  customerEmail: "ada@members.example",
  customerPhoneNumber: "06 1234 5678",
  customerPhoneCountryCode: "NL",
};

/** An invoice with all fields, of a company whose language is German. */
async function ready(options: Parameters<typeof givenInvoice>[1] = {}) {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { locale: "de" });
  const { id } = await givenInvoice(partner, { company, invoice: whole, ...options });
  const client = clientOf(partner);
  const shown = (await client.get(`/invoices/${id}`)).body;
  return { id, client, shown, update: (body: Body) => client.put(`/invoices/${id}`, { external_invoice_number: "A-1", ...body }) };
}

const clearable = [...optionalTextPaths, "direct_debit_iban", "customer.email.email_address"];

test("absent fields keep their values", async () => {
  const { update, shown } = await ready();

  expect((await update({})).body).toEqual(shown);
  expect((await update({ customer: {} })).body).toEqual(shown);
  expect((await update({ customer: { name: {}, email: {}, phone: {}, address: {} } })).body).toEqual(shown);
});

test.each(clearable)("%s is cleared by null, empty text and white space, without effect on other fields", async (path) => {
  for (const nothing of [null, "", "  "]) {
    const { update, shown, id, client } = await ready();

    const updated = await update(withField({}, path, nothing));

    expect(updated.body).toEqual(withField(shown, path, null));
    expect((await client.get(`/invoices/${id}`)).text).toBe(updated.text);
  }
});

test.each([
  ["email", ["email_address"]],
  ["phone", ["phone_number", "country_code"]],
  ["address", ["address1", "address2", "locality", "house_number", "house_number_extension", "state", "zipcode", "city", "country_code"]],
])("customer.%s that is null clears its fields", async (part, names) => {
  const { update, shown } = await ready();
  const cleared = Object.fromEntries(names.map((name) => [name, null]));

  expect((await update({ customer: { [part]: null } })).body).toEqual(withField(shown, `customer.${part}`, cleared));
});

test.each([
  ["reference", "R-2"],
  ["federation_membership_number", "F-2"],
  ["club_membership_number", "C-2"],
  ["member_external_id", "M-2"],
  ["external_membership_number", "E-2"],
  ["external_invoice_number", "A-2"],
  ["locale", "it"],
  ["direct_debit_iban", "DE89370400440532013000"],
  ...["prefix", "first_name", "infix", "last_name", "organization"].map((name) => [`customer.name.${name}`, "Other"]),
  ...["address1", "address2", "locality", "house_number", "house_number_extension", "state", "zipcode", "city"].map((name) => [
    `customer.address.${name}`,
    "Other",
  ]),
  ["customer.address.country_code", "BE"],
  ["customer.email.email_address", "other@members.example"],
  ["customer.phone.phone_number", "020 765 4321"],
  ["customer.phone.country_code", "BE"],
])("%s may be changed alone", async (path, value) => {
  const { update, shown, id, client } = await ready();

  const updated = await update(withField({}, path, value));

  expect(updated.body).toEqual(withField(shown, path, value));
  expect((await client.get(`/invoices/${id}`)).text).toBe(updated.text);
});

test("lines, amounts, import and fields assigned by the service are ignored in the body", async () => {
  const { update, shown } = await ready();

  const updated = await update({
    invoice_id: "0".repeat(40),
    import_id: "nothing",
    invoice_number: "1",
    invoice_lines: [],
    amount_total_cents: "many",
    retracted_at: "2026-01-01",
    messages: null,
    tickets: 5,
  });

  expect(updated.body).toEqual(shown);
});

describe("external_invoice_number", () => {
  test.each(inputs<unknown>(undefined, null, ""))("%j is invalid_external_invoice_number", async (external_invoice_number) => {
    const { update } = await ready();

    expect(outcome(await update({ external_invoice_number }))).toBe("422 invalid_external_invoice_number");
  });

  test("may be a space, or equal another invoice's", async () => {
    const { update } = await ready();

    expect(fieldAt((await update({ external_invoice_number: " " })).body, "external_invoice_number")).toBe(" ");
  });
});

describe("locale", () => {
  test.each([null, "", " "])("%j makes it the company's", async (locale) => {
    const { update, shown } = await ready();

    expect((await update({ locale })).body).toEqual({ ...shown, locale: "de" });
  });

  test("is accepted in any letter case", async () => {
    const { update } = await ready();

    expect(invoiceIn(await update({ locale: "IT" })).locale).toBe("it");
  });

  test.each(inputs<unknown>("es", 5, true, {}, []))("%j is invalid_locale", async (locale) => {
    const { update } = await ready();

    expect(outcome(await update({ locale }))).toBe("422 invalid_locale");
  });
});

test.each(inputs<unknown>("NL92ABNA0417164300", "an account", 5, true, {}, [], "NL91\0"))(
  "direct_debit_iban %j is not valid, and keeps the stored one",
  async (direct_debit_iban) => {
    const { update, shown } = await ready();

    expect((await update({ direct_debit_iban })).body).toEqual(shown);
  },
);

test("a valid direct_debit_iban is stored without spaces, in capitals", async () => {
  const { update } = await ready();

  expect(invoiceIn(await update({ direct_debit_iban: "de89 3704 0044 0532 0130 00" })).direct_debit_iban).toBe("DE89370400440532013000");
});

describe("customer", () => {
  test.each(inputs<unknown>("text", 5, true, [], [{}]))("%j is invalid_customer", async (customer) => {
    const { update } = await ready();

    expect(outcome(await update({ customer }))).toBe("422 invalid_customer");
  });

  test.each([
    ["name", "invalid_customer_name"],
    ["email", "invalid_customer_email"],
    ["phone", "invalid_customer_phone"],
    ["address", "invalid_customer_address"],
  ])("%s that is neither object nor null is %s", async (part, code) => {
    const { update } = await ready();

    for (const sent of ["text", 5, true, [], ["a"]]) {
      expect(outcome(await update({ customer: { [part]: sent } })), JSON.stringify(sent)).toBe(`422 ${code}`);
    }
  });

  test.each([null, "", "  "])("a last name of %j is invalid_customer_last_name", async (last_name) => {
    const { update } = await ready();

    expect(outcome(await update({ customer: { name: { last_name } } }))).toBe("422 invalid_customer_last_name");
  });

  test("a postal address may become incomplete if another channel is left", async () => {
    const { update } = await ready();

    for (const name of Object.keys(postalAddress)) expect(outcome(await update({ customer: { address: { [name]: null } } }))).toBe("200");
  });

  test("a telephone's country may stay without a number if another channel is left", async () => {
    const { update } = await ready();

    expect(fieldAt((await update({ customer: { phone: { phone_number: null } } })).body, "customer.phone")).toEqual({
      phone_number: null,
      country_code: "NL",
    });
  });
});

test("an invoice can be changed after its transmission and after its retraction", async () => {
  const { update, id, client } = await ready({ transmitted: true, invoice: whole });

  expect(fieldAt((await update({ reference: "transmitted" })).body, "reference")).toBe("transmitted");
  const retracted = await client.post(`/invoices/${id}/credit_and_retract`, retractionBody);
  expect((await update({ reference: "retracted" })).body).toEqual({ ...retracted.body, reference: "retracted" });
});

test("two simultaneous updates of different fields are both kept", async () => {
  const { update, id, client } = await ready();

  await Promise.all([update({ reference: "R-2" }), update({ club_membership_number: "C-2" })]);

  expect((await client.get(`/invoices/${id}`)).body).toMatchObject({ reference: "R-2", club_membership_number: "C-2" });
});

test("two simultaneous updates cannot together leave a customer unreachable", async () => {
  const { id, client, update } = await ready({ invoice: { customerEmail: "a@b.example", customerPhoneNumber: "1" } });

  const replies = await Promise.all([update({ customer: { email: null } }), update({ customer: { phone: null } })]);

  expect(replies.map(outcome).filter((each) => each === "200")).toHaveLength(1);
  const { customer } = invoiceIn(await client.get(`/invoices/${id}`));
  expect(customer.email.email_address ?? customer.phone.phone_number).not.toBeNull();
});
