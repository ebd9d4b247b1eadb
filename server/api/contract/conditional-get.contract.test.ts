import { describe, expect, test } from "vitest";
import { companyBody, invoiceBody, retractionBody } from "@/server/testing/bodies";
import { call, clientOf } from "@/server/testing/client";
import { type GivenPartner, givenInvoice, givenMessage, givenPartner, givenTicket } from "@/server/testing/given";
import { outcome } from "@/server/testing/replies";

/** The four resources that have a version, each with the changes that produce a new one. */
const resources = {
  invoice: {
    path: ({ id }: Invoice) => `/invoices/${id}`,
    changes: async (client: Client, invoice: Invoice) => [
      () => client.put(`/invoices/${invoice.id}`, { external_invoice_number: "A-2" }),
      () => client.post(`/invoices/${invoice.id}/tickets`, { message: "Hello" }),
      () => givenTicket(invoice),
      () => givenMessage(invoice),
      () => client.post(`/invoices/${invoice.id}/credit_and_retract`, retractionBody),
    ],
  },
  lines: {
    path: ({ id }: Invoice) => `/invoices/${id}/lines`,
    changes: async (client: Client, { id }: Invoice) => [() => client.post(`/invoices/${id}/credit_and_retract`, retractionBody)],
  },
  import: {
    path: ({ importId }: Invoice) => `/imports/${importId}`,
    changes: async (client: Client, { importId }: Invoice) => [
      () => client.put(`/imports/${importId}`, { title: "Autumn" }),
      () => client.post("/invoices", invoiceBody(importId)),
      () => client.put(`/imports/${importId}/transmit`),
    ],
  },
  company: {
    path: ({ companyId }: Invoice) => `/companies/${companyId}`,
    changes: async (client: Client, { companyId }: Invoice) => [
      () => client.put(`/companies/${companyId}`, companyBody({ name: "Southbank" })),
    ],
  },
};

type Client = ReturnType<typeof clientOf>;
type Invoice = Awaited<ReturnType<typeof givenInvoice>>;

describe.each(Object.entries(resources))("GET of an %s", (_, { path, changes }) => {
  async function ready() {
    const partner: GivenPartner = await givenPartner();
    const invoice = await givenInvoice(partner);
    const client = clientOf(partner);
    const address = path(invoice);
    const first = await client.get(address);
    const get = (known: string) => client.get(address, undefined, { "If-None-Match": known });
    return { partner, invoice, client, address, first, etag: first.headers.get("etag") ?? "", get };
  }

  test("has the same ETag until something changes", async () => {
    const { client, address, etag } = await ready();

    expect(etag).toMatch(/^(W\/)?"[\x21\x23-\x7e]+"$/);
    expect((await client.get(address)).headers.get("etag")).toBe(etag);
  });

  test("is 304 without a body if the caller has the current version", async () => {
    const { get, etag } = await ready();
    const opaque = etag.replace(/^W\//, "");

    for (const known of [etag, opaque, `W/${opaque}`, "*", `"other", ${etag}`, `${etag}, "other"`, `W/"a",W/${opaque} , "b"`]) {
      const reply = await get(known);
      expect([reply.status, reply.text], known).toEqual([304, ""]);
      expect(reply.headers.get("etag")).toBe(etag);
      expect(reply.headers.get("content-type")).toBeNull();
    }
  });

  test("is complete if the caller has another version", async () => {
    const { get, etag, first } = await ready();

    for (const known of ['"other"', 'W/"other", "another"', "", etag.replaceAll('"', ""), `"${etag}"`, "nonsense"]) {
      expect((await get(known)).text, known).toBe(first.text);
    }
  });

  test("is complete and has another ETag after every change", async () => {
    const { client, invoice, get, address, etag } = await ready();
    const etags = [etag];

    for (const change of await changes(client, invoice)) {
      await change();
      const reply = await get(etags.at(-1) ?? "");
      expect(reply.status).toBe(200);
      expect(reply.text).toBe((await client.get(address)).text);
      etags.push(reply.headers.get("etag") ?? "");
    }
    expect(new Set(etags).size).toBe(etags.length);
  });

  test("is 304 for HEAD, too", async () => {
    const { partner, address, etag } = await ready();
    const reply = await call("HEAD", address, { key: partner.apiKey, headers: { "If-None-Match": etag } });

    expect([reply.status, reply.headers.get("etag")]).toEqual([304, etag]);
  });

  test("is not found if the record does not exist", async () => {
    const { client, address } = await ready();
    const reply = await client.get(address.replace(/[0-9a-f]{40}/, "0".repeat(40)), undefined, { "If-None-Match": "*" });

    expect(reply.status).toBe(404);
    expect(reply.headers.has("etag")).toBe(false);
  });
});

test("If-None-Match has no effect on a change", async () => {
  const partner = await givenPartner();
  const { id } = await givenInvoice(partner);

  expect(outcome(await clientOf(partner).put(`/invoices/${id}`, { external_invoice_number: "A-2" }, { "If-None-Match": "*" }))).toBe("200");
});
