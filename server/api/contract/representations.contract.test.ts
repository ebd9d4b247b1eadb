import { describe, expect, test } from "vitest";
import { lineType } from "@/db/schema/invoice-lines";
import { paymentMethod } from "@/db/schema/payments";
import { companyBody, fieldAt, invoiceBody, retractionBody } from "@/server/testing/bodies";
import { clientOf, type Reply } from "@/server/testing/client";
import { givenCompany, givenImport, givenInvoice, givenMessage, givenPartner, givenTicket } from "@/server/testing/given";
import { importIn, invoiceIn, outcome } from "@/server/testing/replies";

const invoiceFields = [
  "invoice_id",
  "import_id",
  "external_invoice_number",
  "reference",
  "invoice_number",
  "locale",
  "direct_debit_iban",
  "federation_membership_number",
  "club_membership_number",
  "member_external_id",
  "external_membership_number",
  "customer",
  "invoice_lines",
  "amount_total_cents",
  "messages",
  "tickets",
  "retracted_at",
  "retraction_reason",
  "show_retraction_reason_to_customer",
];

const listedImportFields = [
  "import_id",
  "company_id",
  "title",
  "transmitted",
  "transmitted_at",
  "prepaid_amount_cents",
  "prepaid_amount_currency",
  "settled_amount_cents",
  "settled_amount_currency",
  "expected_invoices_count",
];

const companyFields = [
  "company_id",
  "name",
  "brand",
  "email",
  "locale",
  "address1",
  "address2",
  "house_number",
  "zipcode",
  "city",
  "country_code",
  "currency",
  "vat_percentage",
  "partnership_page_url",
  "enterprise_number",
];

const fieldsAt = (reply: Reply, path?: string) => Object.keys((path ? fieldAt(reply.body, path) : reply.body) as object);

describe("fields are in the contract's order, and always present", () => {
  test("of an invoice, in every answer", async () => {
    const partner = await givenPartner();
    const client = clientOf(partner);
    const into = await givenImport(partner);
    const created = await client.post("/invoices", invoiceBody(into.id));
    const path = `/invoices/${created.body.invoice_id}`;
    const invoice = await givenInvoice(partner);
    await givenTicket(invoice);
    await givenMessage(invoice);

    for (const reply of [
      created,
      await client.get(path),
      await client.get(`/invoices/${invoice.id}`),
      await client.put(path, { external_invoice_number: "A-1" }),
      await client.post(`${path}/credit_and_retract`, retractionBody),
    ]) {
      expect(fieldsAt(reply)).toEqual(invoiceFields);
      expect(fieldsAt(reply, "customer")).toEqual(["name", "address", "email", "phone"]);
      expect(fieldsAt(reply, "customer.name")).toEqual(["prefix", "first_name", "infix", "last_name", "organization"]);
      expect(fieldsAt(reply, "customer.address")).toEqual([
        "address1",
        "address2",
        "locality",
        "house_number",
        "house_number_extension",
        "state",
        "zipcode",
        "city",
        "country_code",
      ]);
      expect(fieldsAt(reply, "customer.email")).toEqual(["email_address"]);
      expect(fieldsAt(reply, "customer.phone")).toEqual(["phone_number", "country_code"]);
      expect(fieldsAt(reply, "invoice_lines.0")).toEqual(["invoice_line_id", "type", "amount_cents", "description", "date"]);
    }
    const shown = await client.get(`/invoices/${invoice.id}`);
    expect(fieldsAt(shown, "tickets.0")).toEqual(["ticket_id", "message", "sender", "date"]);
    expect(fieldsAt(shown, "messages.0")).toEqual(["message_id", "type", "description", "date"]);
  });

  test("of an invoice's lines", async () => {
    const partner = await givenPartner();
    const { id } = await givenInvoice(partner, { events: [{ type: "PAYMENT-LINE", amountCents: -1, paymentMethod: "sdd" }] });
    const reply = await clientOf(partner).get(`/invoices/${id}/lines`);

    expect(fieldsAt(reply)).toEqual(["import_id", "invoice_id", "invoice_lines", "amount_total_cents"]);
    expect(fieldsAt(reply, "invoice_lines.1")).toEqual([
      "invoice_line_id",
      "type",
      "amount_cents",
      "description",
      "date",
      "payment_method",
    ]);
  });

  test("of a company and of an import, in every answer", async () => {
    const partner = await givenPartner();
    const client = clientOf(partner);
    const company = await client.post("/companies", companyBody());
    const path = `/companies/${company.body.company_id}`;
    const created = await client.post("/imports", { company_id: company.body.company_id });
    const importPath = `/imports/${created.body.import_id}`;

    for (const reply of [company, await client.get(path), await client.put(path, companyBody())]) {
      expect(fieldsAt(reply)).toEqual(companyFields);
    }
    for (const reply of [created, await client.get(importPath), await client.put(importPath, { title: "Spring" })]) {
      expect(fieldsAt(reply)).toEqual([...listedImportFields, "invoice_ids"]);
    }
    const list = await client.get(`${path}/imports`);
    expect(fieldsAt(list)).toEqual(["imports", "page"]);
    expect(fieldsAt(list, "imports.0")).toEqual(listedImportFields);
    await client.post("/invoices", invoiceBody(String(created.body.import_id)));
    expect(fieldsAt(await client.put(`${importPath}/transmit`))).toEqual([...listedImportFields, "invoice_ids"]);
  });

  test("of listed tickets, and of their page", async () => {
    const partner = await givenPartner();
    const invoice = await givenInvoice(partner);
    await givenTicket(invoice);
    const reply = await clientOf(partner).get(`/companies/${invoice.companyId}/tickets/unanswered`);

    expect(fieldsAt(reply)).toEqual(["tickets", "page"]);
    expect(fieldsAt(reply, "tickets.0")).toEqual(["invoice_id", "ticket_id", "message", "sender", "date"]);
    expect(fieldsAt(reply, "page")).toEqual(["page_number", "page_size", "total_entries", "total_pages"]);
  });
});

describe("lists are in recorded order, not by date", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));

  test("lines", async () => {
    const partner = await givenPartner();
    const events = [3, 1, 2].map((day) => ({
      type: "PAYMENT-LINE" as const,
      amountCents: -day,
      paymentMethod: "ideal" as const,
      date: at(day),
    }));
    const { id } = await givenInvoice(partner, { events });
    const client = clientOf(partner);

    for (const path of [`/invoices/${id}`, `/invoices/${id}/lines`]) {
      expect((await client.get(path)).body.invoice_lines).toMatchObject([4_500, -3, -1, -2].map((amount_cents) => ({ amount_cents })));
    }
  });

  test("messages and tickets", async () => {
    const partner = await givenPartner();
    const invoice = await givenInvoice(partner);
    for (const day of [3, 1, 2]) {
      await givenMessage(invoice, { description: `${day}`, createdAt: at(day) });
      await givenTicket(invoice, { message: `${day}`, createdAt: at(day) });
    }
    const client = clientOf(partner);
    const shown = invoiceIn(await client.get(`/invoices/${invoice.id}`));

    expect(shown.messages.map((message) => message.description)).toEqual(["3", "1", "2"]);
    expect(shown.tickets.map((ticket) => ticket.message)).toEqual(["3", "1", "2"]);
    expect((await client.get(`/invoices/${invoice.id}/tickets`)).body.tickets).toEqual(shown.tickets);
  });

  test("invoice_ids", async () => {
    const partner = await givenPartner();
    const into = await givenImport(partner);
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) ids.push((await givenInvoice(partner, { import: into })).id);

    expect(importIn(await clientOf(partner).get(`/imports/${into.id}`)).invoice_ids).toEqual(ids);
  });
});

const METHODS_STAND_ON = ["PAYMENT-LINE", "LATE-PAYMENT-FEE-PAYMENT-LINE", "INSTALLMENT-FEE-PAYMENT-LINE"];

/** Amount with the sign that the interface requires for the type. */
const sampleAmount = (type: string) => (type.endsWith("PAYMENT-LINE") || type === "CREDIT-LINE" ? -100 : 100);

test("there are exactly the ten line types of the interface", () => {
  expect([...lineType.enumValues].sort()).toEqual(
    [
      "INVOICE-LINE",
      "CREDIT-LINE",
      "PAYMENT-LINE",
      "CHARGEBACK-LINE",
      "CHARGEBACK-FEE-LINE",
      "CHARGEBACK-FEE-PAYMENT-LINE",
      "LATE-PAYMENT-FEE-LINE",
      "LATE-PAYMENT-FEE-PAYMENT-LINE",
      "INSTALLMENT-FEE-LINE",
      "INSTALLMENT-FEE-PAYMENT-LINE",
    ].sort(),
  );
});

test.each(lineType.enumValues)("a %s has a payment method exactly if the interface requires one, and a signed amount", async (type) => {
  const partner = await givenPartner();
  const amountCents = sampleAmount(type);
  const hasMethod = METHODS_STAND_ON.includes(type);
  const { id } = await givenInvoice(partner, { events: [{ type, amountCents, paymentMethod: hasMethod ? "ideal" : null }] });
  const client = clientOf(partner);

  const expected = { type, amount_cents: amountCents, description: null, ...(hasMethod && { payment_method: "ideal" }) };
  for (const path of [`/invoices/${id}`, `/invoices/${id}/lines`]) {
    const { invoice_line_id, date, ...line } = fieldAt((await client.get(path)).body, "invoice_lines.1") as Record<string, unknown>;
    expect(line).toEqual(expected);
    expect((await client.get(path)).body.amount_total_cents).toBe(4_500 + amountCents);
  }
});

test("the nine payment methods are answered under the interface's names", async () => {
  const methods = ["ideal", "sdd", "bank_transfer", "credit_card", "bancontact", "bacs", "sofort", "paypal", "external"] as const;
  const partner = await givenPartner();
  const events = methods.map((paymentMethod) => ({ type: "PAYMENT-LINE" as const, amountCents: -1, paymentMethod }));
  const { id } = await givenInvoice(partner, { events });

  const shown = invoiceIn(await clientOf(partner).get(`/invoices/${id}`)).invoice_lines.slice(1);

  expect(shown.map((line) => line.payment_method)).toEqual(methods);
  expect([...paymentMethod.enumValues].sort()).toEqual([...methods].sort());
});

test("the three message types are answered under the interface's names", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  for (const type of ["EMAIL", "SMS", "LETTER"] as const) await givenMessage(invoice, { type });

  const { messages } = invoiceIn(await clientOf(partner).get(`/invoices/${invoice.id}`));
  expect(messages.map((message) => message.type)).toEqual(["EMAIL", "SMS", "LETTER"]);
});

test.each(["", "/lines", "/tickets"])("an invoice that does not exist has no %s", async (rest) => {
  const client = clientOf(await givenPartner());

  for (const id of ["0".repeat(40), "x", "A".repeat(40)])
    expect(outcome(await client.get(`/invoices/${id}${rest}`))).toBe("404 invalid_invoice_id");
});

test("a company with pounds has imports with pounds", async () => {
  const partner = await givenPartner();
  const { id } = await givenImport(partner, { company: await givenCompany(partner, { currency: "GBP", countryCode: "GB" }) });

  expect(importIn(await clientOf(partner).get(`/imports/${id}`))).toMatchObject({
    prepaid_amount_cents: 0,
    prepaid_amount_currency: "GBP",
    settled_amount_cents: 0,
    settled_amount_currency: "GBP",
  });
});
