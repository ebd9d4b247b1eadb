import { describe, expect, test } from "vitest";
import { type Body, fieldAt, inputs, invoiceBody, postalAddress, withField } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { outcome } from "@/server/testing/replies";

const email = { email_address: "ada@members.example" };
const phone = { phone_number: "06 1234 5678" };
const nobody = { customerEmail: null, customerPhoneNumber: null };
const byEmail = { ...nobody, customerEmail: "ada@members.example" };
const byPhone = { ...nobody, customerPhoneNumber: "06 1234 5678", customerPhoneCountryCode: "NL" };
const byPost = {
  ...nobody,
  customerAddress1: "Quay 1",
  customerZipcode: "1011 AB",
  customerCity: "Amsterdam",
  customerCountryCode: "NL",
};

async function create(contact: Body) {
  const partner = await givenPartner();
  const { id } = await givenImport(partner);
  const customer = { name: { last_name: "Brandsma" }, ...contact };
  return clientOf(partner).post("/invoices", invoiceBody(id, { customer }));
}

async function update(stored: Parameters<typeof givenInvoice>[1], customer: unknown) {
  const partner = await givenPartner();
  const { id } = await givenInvoice(partner, stored);
  return clientOf(partner).put(`/invoices/${id}`, { external_invoice_number: "A-1", customer });
}

describe("on create", () => {
  test.each<[string, Body, string]>([
    ["an e-mail address", { email }, "200"],
    ["a telephone number", { phone }, "200"],
    ["a whole postal address", { address: postalAddress }, "200"],
    ["an e-mail address and null for the rest", { email, phone: null, address: null }, "200"],
    ["an e-mail address and empty text for the rest", { email, phone: { phone_number: "" }, address: { address1: "", city: " " } }, "200"],
    ["all three", { email, phone, address: postalAddress }, "200"],
    ["an e-mail address and a part of a postal address", { email, address: { city: "Amsterdam" } }, "200"],
    ["a telephone number and a part of a postal address", { phone, address: { city: "Amsterdam" } }, "200"],
    ["a telephone's country and an e-mail address", { email, phone: { country_code: "NL" } }, "200"],
    ["a telephone's country and a whole postal address", { phone: { country_code: "NL" }, address: postalAddress }, "200"],
    ["nothing", {}, "422 invalid_customer_address"],
    ["null for all", { email: null, phone: null, address: null }, "422 invalid_customer_address"],
    ["empty objects", { email: {}, phone: {}, address: {} }, "422 invalid_customer_address"],
    ["null in every field", { email: { email_address: null }, phone: { phone_number: null } }, "422 invalid_customer_address"],
    ["empty text", { email: { email_address: "" }, phone: { phone_number: "", country_code: "" } }, "422 invalid_customer_address"],
    ["white space", { email: { email_address: " " }, phone: { phone_number: "\t" } }, "422 invalid_customer_address"],
    ["a postal address of white space", { address: { ...postalAddress, zipcode: " \n" } }, "422 invalid_customer_address"],
    ["a telephone's country alone", { phone: { country_code: "NL" } }, "422 invalid_customer_phone"],
    ["a telephone's country and an empty number", { phone: { phone_number: "", country_code: "NL" } }, "422 invalid_customer_phone"],
    ["a telephone's country of white space", { phone: { country_code: " " } }, "422 invalid_customer_address"],
    [
      "a telephone's country and part of an address",
      { phone: { country_code: "NL" }, address: { city: "Ams" } },
      "422 invalid_customer_phone",
    ],
    [
      "a telephone's country and an address in no country",
      { phone: { country_code: "NL" }, address: { ...postalAddress, country_code: "XX" } },
      "422 invalid_customer_phone",
    ],
    ["no e-mail address but text", { email: { email_address: "nobody" }, phone, address: postalAddress }, "422 invalid_customer_email"],
    [
      "a telephone number without a digit",
      { email, phone: { phone_number: "none" }, address: postalAddress },
      "422 invalid_customer_phone",
    ],
    ["an address in no country", { email, phone, address: { ...postalAddress, country_code: "XX" } }, "422 invalid_customer_address"],
    [
      "a wrong e-mail address and a wrong telephone",
      { email: { email_address: "x" }, phone: { phone_number: "x" } },
      "422 invalid_customer_email",
    ],
    [
      "a wrong telephone and a wrong country",
      { email, phone: { phone_number: "x" }, address: { country_code: "XX" } },
      "422 invalid_customer_phone",
    ],
  ])("%s: %s → %s", async (_, contact, expected) => {
    expect(outcome(await create(contact))).toBe(expected);
  });

  test.each(Object.keys(postalAddress))("a postal address without %s is not enough to reach the customer", async (name) => {
    for (const nothing of [undefined, null, "", "  "]) {
      expect(outcome(await create({ address: { ...postalAddress, [name]: nothing } }))).toBe("422 invalid_customer_address");
    }
  });
});

describe("an e-mail address", () => {
  test.each([
    "ada@members.example",
    "Ada.Brandsma+rowing@mail.members.example",
    "o'neil_1@members-club.example",
    "ada@bücher.example",
    "100%@members.example",
    `${"a".repeat(64)}@${"b".repeat(60)}.example`,
  ])("may be %s", async (email_address) => {
    const reply = await create({ email: { email_address } });

    expect(outcome(reply)).toBe("200");
    expect(fieldAt(reply.body, "customer.email.email_address")).toBe(email_address);
  });

  test.each(
    inputs<unknown>(
      "ada",
      "ada@",
      "@members.example",
      "ada@@members.example",
      "ada members@members.example",
      "ada@members .example",
      "ada@members.example, bob@members.example",
      "ada@members..example",
      "Ada <ada@members.example>",
      "ada@members.example\0",
      "\ud83dada@members.example",
      `${"a".repeat(250)}@members.example`,
      42,
      true,
      [],
      {},
    ),
  )("is not %j", async (email_address) => {
    expect(outcome(await create({ email: { email_address }, phone }))).toBe("422 invalid_customer_email");
    expect(outcome(await update({ invoice: byPhone }, { email: { email_address } }))).toBe("422 invalid_customer_email");
  });
});

describe("a telephone number", () => {
  test.each(["1", "06-12345678", "+31 (0)6 1234 5678 ext. 9", "0031612345678 (mother)", "٠٦١٢٣٤", "call 1"])(
    "may be %s",
    async (phone_number) => {
      const reply = await create({ phone: { phone_number } });

      expect(fieldAt(reply.body, "customer.phone.phone_number")).toBe(phone_number);
    },
  );

  test.each(["-", "none", "+()", "n.a."])("is not %s", async (phone_number) => {
    expect(outcome(await create({ email, phone: { phone_number } }))).toBe("422 invalid_customer_phone");
    expect(outcome(await update({ invoice: byEmail }, { phone: { phone_number } }))).toBe("422 invalid_customer_phone");
  });
});

describe("the country of an address", () => {
  test.each([
    ["nl", "NL"],
    ["Gb", "GB"],
    ["US", "US"],
    ["xK", null],
    ["AN", null],
    ["UK", null],
    ["EU", null],
    ["NLD", null],
    ["Netherlands", null],
  ])("%s is answered as %s, or refused", async (country_code, shown) => {
    const created = await create({ email, address: { country_code } });
    const updated = await update({ invoice: byEmail }, { address: { country_code } });

    for (const reply of [created, updated]) {
      expect(outcome(reply)).toBe(shown ? "200" : "422 invalid_customer_address");
      if (shown) expect(fieldAt(reply.body, "customer.address.country_code")).toBe(shown);
    }
  });

  test.each(inputs<unknown>(31, true, [], ["NL"], {}, "N\0", "\ud83d"))("%j is not a country", async (country_code) => {
    expect(outcome(await create({ email, address: { country_code } }))).toBe("422 invalid_customer_address");
    expect(outcome(await update({ invoice: byEmail }, { address: { country_code } }))).toBe("422 invalid_customer_address");
  });
});

describe("an update that leaves no way to reach the customer names the field that it emptied", () => {
  const emptyPost = { address: { city: null } };
  const emptyEmail = { email: { email_address: null } };
  const emptyPhone = { phone: { phone_number: null, country_code: null } };

  test.each([
    ["the e-mail address, the only channel", byEmail, emptyEmail, "invalid_customer_email"],
    ["the e-mail address, with empty text", byEmail, { email: { email_address: "" } }, "invalid_customer_email"],
    ["the e-mail address, with white space", byEmail, { email: { email_address: "  " } }, "invalid_customer_email"],
    ["the e-mail address, with null for the whole of it", byEmail, { email: null }, "invalid_customer_email"],
    ["the telephone, the only channel", byPhone, emptyPhone, "invalid_customer_phone"],
    ["the number but not its country", byPhone, { phone: { phone_number: "" } }, "invalid_customer_phone"],
    ["the telephone, with null for the whole of it", byPhone, { phone: null }, "invalid_customer_phone"],
    ["a part of the address, the only channel", byPost, emptyPost, "invalid_customer_address"],
    ["the whole address", byPost, { address: null }, "invalid_customer_address"],
    [
      "e-mail and telephone: e-mail first",
      { ...byPhone, ...byEmail, customerPhoneNumber: "1" },
      { email: null, phone: null },
      "invalid_customer_email",
    ],
    [
      "e-mail and address: e-mail first",
      { ...byPost, customerEmail: "a@b.example" },
      { address: null, email: null },
      "invalid_customer_email",
    ],
    [
      "telephone and address: telephone first",
      { ...byPost, customerPhoneNumber: "1" },
      { ...emptyPost, phone: null },
      "invalid_customer_phone",
    ],
    ["telephone, beside an e-mail that was empty", byPhone, { email: null, phone: null }, "invalid_customer_phone"],
    ["e-mail, beside an address that is incomplete", byEmail, { ...emptyEmail, address: { city: "Amsterdam" } }, "invalid_customer_email"],
    ["e-mail, beside a telephone's country alone", byEmail, { ...emptyEmail, phone: { country_code: "NL" } }, "invalid_customer_email"],
  ])("%s", async (_, invoice, customer, code) => {
    expect(outcome(await update({ invoice }, customer))).toBe(`422 ${code}`);
  });

  test.each([
    ["e-mail for a telephone", byEmail, { ...emptyEmail, phone }],
    ["a telephone for an address", byPhone, { phone: null, address: postalAddress }],
    ["an address for an e-mail", byPost, { address: null, email }],
    [
      "the rest of an address that was incomplete",
      { ...byEmail, ...byPost, customerEmail: "a@b.example", customerCity: null },
      { email: null, address: { city: "Ams" } },
    ],
  ])("but %s may be exchanged in one request", async (_, invoice, customer) => {
    expect(outcome(await update({ invoice }, customer))).toBe("200");
  });

  test("and a refused update changes nothing", async () => {
    const partner = await givenPartner();
    const { id } = await givenInvoice(partner, { invoice: byEmail });
    const client = clientOf(partner);
    const before = (await client.get(`/invoices/${id}`)).text;

    const refused = withField({ external_invoice_number: "changed" }, "customer.email", null);
    expect(outcome(await client.put(`/invoices/${id}`, refused))).toBe("422 invalid_customer_email");
    expect((await client.get(`/invoices/${id}`)).text).toBe(before);
  });
});
