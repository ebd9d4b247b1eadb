import { expect, test } from "vitest";
import { changesOf } from "@/server/testing/changes-of";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenImport, givenInvoice, givenPartner, givenPayment, givenTicket } from "@/server/testing/given";

const company = { name: "Club", brand: "brand_code_1", email: "office@club.example", locale: "nl", country_code: "NL", currency: "EUR" };
const customer = { name: { last_name: "Brandsma" }, email: { email_address: "ada@members.example" } };
const newInvoice = (importId: string) => ({
  import_id: importId,
  external_invoice_number: "1",
  customer,
  invoice_lines: [{ amount_cents: 100 }, { amount_cents: 200 }],
  amount_total_cents: 300,
});
const retraction = { external_invoice_number: "C-1", description: "Cancelled" };
const REQUEST = { "X-Request-Id": "the-request" };

async function givenEverything() {
  const partner = await givenPartner();
  const existing = await givenCompany(partner);
  const open = await givenImport(partner, { company: existing });
  const invoice = await givenInvoice(partner, { import: open });
  const transmitted = await givenInvoice(partner, { company: existing, transmitted: true });
  const client = clientOf(partner);
  return { partner, company: existing, open, invoice, transmitted, client };
}
type Everything = Awaited<ReturnType<typeof givenEverything>>;

const writes: [string, (given: Everything) => Promise<unknown>, (given: Everything) => string[]][] = [
  ["creating a company", ({ client }) => client.post("/companies", company, REQUEST), () => ["company created"]],
  [
    "updating a company",
    ({ client, company: { id } }) => client.put(`/companies/${id}`, { ...company, name: "New" }, REQUEST),
    () => ["company updated"],
  ],
  ["creating an import", ({ client, company: { id } }) => client.post("/imports", { company_id: id }, REQUEST), () => ["import created"]],
  [
    "updating an import",
    ({ client, open }) => client.put(`/imports/${open.id}`, { title: "New" }, REQUEST),
    ({ open }) => [`import updated ${open.id}`],
  ],
  [
    "transmitting an import",
    ({ client, open }) => client.put(`/imports/${open.id}/transmit`, undefined, REQUEST),
    ({ open }) => [`import transmitted ${open.id}`],
  ],
  [
    "deleting an import with its invoices",
    ({ client, open }) => client.delete(`/imports/${open.id}`, undefined, REQUEST),
    ({ open }) => [`import deleted ${open.id}`],
  ],
  ["creating an invoice", ({ client, open }) => client.post("/invoices", newInvoice(open.id), REQUEST), () => ["invoice created"]],
  [
    "updating an invoice",
    ({ client, invoice }) => client.put(`/invoices/${invoice.id}`, { external_invoice_number: "2" }, REQUEST),
    ({ invoice }) => [`invoice updated ${invoice.id}`],
  ],
  [
    "deleting an invoice",
    ({ client, invoice }) => client.delete(`/invoices/${invoice.id}`, undefined, REQUEST),
    ({ invoice }) => [`invoice deleted ${invoice.id}`],
  ],
  [
    "crediting and retracting",
    ({ client, transmitted }) => client.post(`/invoices/${transmitted.id}/credit_and_retract`, retraction, REQUEST),
    ({ transmitted }) => [`invoice line_added ${transmitted.id}`, `invoice retracted ${transmitted.id}`],
  ],
  [
    "replying",
    async ({ client, invoice }) => client.post(`/invoices/${invoice.id}/tickets`, { message: "Yes" }, REQUEST),
    ({ invoice }) => [`invoice ticket_added ${invoice.id}`],
  ],
  [
    "assigning to support",
    ({ client, invoice }) => client.post(`/invoices/${invoice.id}/tickets/actions/assign_to_support`, undefined, REQUEST),
    ({ invoice }) => [`invoice assigned_to_support ${invoice.id}`],
  ],
];

test.each(writes)("%s adds exactly its rows, with the key and the request that caused them", async (_, write, expected) => {
  const given = await givenEverything();

  const changes = await changesOf(given.partner.id, () => write(given));

  const described = changes.map(({ record, kind, recordId }) => `${record} ${kind} ${recordId}`);
  const wanted = expected(given);
  expect(described).toHaveLength(wanted.length);
  for (const [index, start] of wanted.entries()) expect(described[index]).toContain(start);
  for (const change of changes) {
    expect(change.actor).toMatch(/^key:[0-9a-f]{40}$/);
    expect(change.requestId).toBe("the-request");
  }
});

test("answering and archiving a conversation record the new status of its tickets", async () => {
  const { partner, client, invoice } = await givenEverything();
  await givenTicket(invoice);
  await client.post(`/invoices/${invoice.id}/tickets/actions/assign_to_support`);

  const answering = await changesOf(partner.id, () => client.post(`/invoices/${invoice.id}/tickets`, { message: "Yes" }));
  expect(answering.map(({ kind }) => kind)).toEqual(["tickets_answered", "ticket_added"]);
  const archiving = await changesOf(partner.id, () => client.post(`/invoices/${invoice.id}/tickets/actions/archive`));
  expect(archiving.map(({ kind }) => kind)).toEqual(["tickets_archived", "left_support"]);
  const again = await changesOf(partner.id, () => client.post(`/invoices/${invoice.id}/tickets/actions/archive`));
  expect(again).toEqual([]);
});

const refused: [string, number, (given: Everything) => Promise<{ status: number }>][] = [
  ["a company with a wrong currency", 422, ({ client }) => client.post("/companies", { ...company, currency: "USD" })],
  ["an unknown company", 404, ({ client }) => client.put(`/companies/${"0".repeat(40)}`, company)],
  ["an import of an unknown company", 422, ({ client }) => client.post("/imports", { company_id: "0".repeat(40) })],
  ["a change of a transmitted import", 422, ({ client, transmitted }) => client.put(`/imports/${transmitted.importId}`, { title: "x" })],
  ["a second transmission", 422, ({ client, transmitted }) => client.put(`/imports/${transmitted.importId}/transmit`)],
  ["the deletion of a transmitted import", 422, ({ client, transmitted }) => client.delete(`/imports/${transmitted.importId}`)],
  ["an invoice in a transmitted import", 422, ({ client, transmitted }) => client.post("/invoices", newInvoice(transmitted.importId))],
  ["an invoice with a wrong total", 422, ({ client, open }) => client.post("/invoices", { ...newInvoice(open.id), amount_total_cents: 1 })],
  [
    "an invoice with a line id that is taken",
    422,
    ({ client, open, invoice }) =>
      client.post("/invoices", {
        ...newInvoice(open.id),
        invoice_lines: [{ invoice_line_id: invoice.lines[0]?.id, amount_cents: 300 }],
      }),
  ],
  [
    "an update that leaves the customer unreachable",
    422,
    ({ client, invoice }) => client.put(`/invoices/${invoice.id}`, { external_invoice_number: "1", customer: { email: null } }),
  ],
  ["the deletion of a transmitted invoice", 422, ({ client, transmitted }) => client.delete(`/invoices/${transmitted.id}`)],
  [
    "a retraction while a payment is in progress",
    422,
    async ({ client, transmitted }) => {
      await givenPayment(transmitted);
      return client.post(`/invoices/${transmitted.id}/credit_and_retract`, retraction);
    },
  ],
  ["an empty ticket", 422, ({ client, invoice }) => client.post(`/invoices/${invoice.id}/tickets`, { message: " " })],
  ["a ticket on no invoice", 404, ({ client }) => client.post(`/invoices/${"0".repeat(40)}/tickets`, { message: "x" })],
];

test.each(refused)("%s is refused and adds no row", async (_, status, write) => {
  const given = await givenEverything();
  const changes = await changesOf(given.partner.id, async () => expect((await write(given)).status).toBe(status));
  expect(changes).toEqual([]);
});

test("an update that changes nothing adds no change", async () => {
  const { partner, client, invoice, open, company: existing } = await givenEverything();
  const changes = await changesOf(partner.id, async () => {
    await client.put(`/invoices/${invoice.id}`, { external_invoice_number: invoice.externalInvoiceNumber });
    await client.put(`/imports/${open.id}`, { title: open.title });
    await client.put(`/companies/${existing.id}`, { ...company, name: existing.name, email: existing.email });
  });
  expect(changes).toEqual([]);
});
