import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { listRequests } from "@/server/tenancy/api-requests/list-requests";
import { invoiceBody } from "@/server/testing/bodies";
import { call } from "@/server/testing/client";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";

test("a partner's requests are logged with their outcome, without bodies and query strings", async () => {
  const partner = await givenPartner();
  const other = await givenPartner();
  const invoice = await givenInvoice(partner, { company: await givenCompany(partner) });
  const { id: importId } = await givenImport(partner);
  const headers = { "Idempotency-Key": "retry-1" };
  const canary = "Canary-Brandsma-4711";
  await call("GET", `/invoices/${invoice.id}`, { key: partner.apiKey });
  await call("GET", `/invoices/${invoice.id}?api:key=${partner.apiKey}&search=${canary}`);
  const made = await call("POST", "/invoices", { key: partner.apiKey, headers, body: invoiceBody(importId, { reference: canary }) });
  await call("DELETE", `/invoices/${"0".repeat(40)}`, { key: partner.apiKey });
  await call("GET", `/invoices/${"x".repeat(5_000)}`, { key: partner.apiKey });

  const entries = await vi.waitFor(
    async () => {
      const { entries } = await listRequests(db, partner.actor, { pageSize: 10 });
      expect(entries).toHaveLength(5);
      return entries;
    },
    { timeout: 20_000, interval: 200 },
  );
  const path = `/api/v2/invoices/${invoice.id}`;
  const keyName = "test";
  expect(entries).toEqual([
    expect.objectContaining({ method: "GET", path: `/api/v2/invoices/${"x".repeat(283)}`, status: 404 }),
    expect.objectContaining({ method: "DELETE", status: 404, error: "invalid_invoice_id", keyName }),
    expect.objectContaining({ method: "POST", path: "/api/v2/invoices", status: 200, error: null, idempotencyKey: "retry-1", keyName }),
    expect.objectContaining({ method: "GET", path, status: 200, idempotencyKey: null }),
    expect.objectContaining({ method: "GET", path, status: 200, idempotencyKey: null }),
  ]);
  expect(entries[2]?.requestId).toBe(made.headers.get("x-request-id"));
  expect(entries.every(({ durationMs }) => durationMs > 0)).toBe(true);
  expect(JSON.stringify(entries)).not.toContain(canary);
  expect(JSON.stringify(entries)).not.toContain(partner.apiKey);
  expect((await listRequests(db, other.actor, { pageSize: 10 })).entries).toEqual([]);
});

test.each([
  ["that it makes now", (key: string) => key],
  ["with ics_", () => `ics_${"0123456789abcdef".repeat(4)}`],
  ["of the oldest shape", () => "fedcba9876543210".repeat(4)],
])("a key of the shape %s, sent where something else belongs, is not in the partner's log", async (_, shape) => {
  const partner = await givenPartner();
  const key = shape(partner.apiKey);
  const headers = { "Idempotency-Key": key, "X-Request-Id": key };

  // In the second path, the log cuts the text within the key.
  await call("GET", `/invoices/${key}`, { key: partner.apiKey, headers });
  await call("GET", `/invoices/${"x".repeat(230)}/${key}`, { key: partner.apiKey, headers });

  const entries = await vi.waitFor(
    async () => {
      const { entries } = await listRequests(db, partner.actor, { pageSize: 10 });
      expect(entries).toHaveLength(2);
      return entries;
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(JSON.stringify(entries)).not.toContain(key.slice(0, 30));
  expect(entries.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["…", "…"]);
  expect(entries[1]?.path).toBe("/api/v2/invoices/…");
});
