import { expect, test } from "vitest";
import { clientOf } from "@/server/testing/client";
import { givenImport, givenInvoice, givenMessage, givenPartner, givenTicket, times } from "@/server/testing/given";
import { outcome } from "@/server/testing/replies";

async function ready(options: Parameters<typeof givenInvoice>[1] = {}) {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, options);
  return { partner, invoice, client: clientOf(partner), path: `/invoices/${invoice.id}` };
}

test("an invoice that was not transmitted is deleted with its lines, tickets and messages", async () => {
  const { client, path, invoice } = await ready();
  await givenTicket(invoice);
  await givenMessage(invoice);

  const deleted = await client.delete(path);

  expect(deleted.status).toBe(204);
  expect(deleted.headers.get("content-type")).toBeNull();
  for (const gone of [path, `${path}/lines`, `${path}/tickets`]) {
    expect(outcome(await client.get(gone))).toBe("404 invalid_invoice_id");
  }
  expect((await client.get(`/companies/${invoice.companyId}/tickets/unanswered`)).body).toMatchObject({ tickets: [] });
  expect((await client.get(`/imports/${invoice.importId}`)).body.invoice_ids).toEqual([]);
});

test("a retracted invoice that was never transmitted can be deleted", async () => {
  const { client, path } = await ready();
  await client.post(`${path}/credit_and_retract`, { external_invoice_number: "C-1", description: "Cancelled" });

  expect(outcome(await client.delete(path))).toBe("204");
});

test("other invoices stay", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const [one, other] = [await givenInvoice(partner, { import: into }), await givenInvoice(partner, { import: into })];
  const client = clientOf(partner);
  const before = (await client.get(`/invoices/${other.id}`)).text;

  await client.delete(`/invoices/${one.id}`);

  expect((await client.get(`/invoices/${other.id}`)).text).toBe(before);
  expect((await client.get(`/imports/${into.id}`)).body.invoice_ids).toEqual([other.id]);
});

test("a transmitted invoice stays: invoice_already_transmitted", async () => {
  const { client, path } = await ready({ transmitted: true });
  const before = (await client.get(path)).text;

  expect(outcome(await client.delete(path))).toBe("422 invoice_already_transmitted");
  expect((await client.get(path)).text).toBe(before);
});

test("deleting it again is invalid_invoice_id", async () => {
  const { client, path } = await ready();
  await client.delete(path);

  expect(outcome(await client.delete(path))).toBe("404 invalid_invoice_id");
});

test("one of twenty simultaneous deletions succeeds", async () => {
  const { client, path } = await ready();

  const outcomes = (await Promise.all(times(20, () => client.delete(path)))).map(outcome);

  expect(outcomes.sort()).toEqual(["204", ...Array.from({ length: 19 }, () => "404 invalid_invoice_id")]);
});

test("of transmitting and deleting at once, one succeeds", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { client, path, invoice } = await ready();

    const [deleted, transmitted] = await Promise.all([client.delete(path), client.put(`/imports/${invoice.importId}/transmit`)]);

    expect(["204 | 422 import_is_empty", "422 invoice_already_transmitted | 200"]).toContain(
      `${outcome(deleted)} | ${outcome(transmitted)}`,
    );
  }
});
