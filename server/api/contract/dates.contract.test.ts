import { expect, test } from "vitest";
import { type Body, inputs, invoiceBody } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenImport, givenPartner } from "@/server/testing/given";
import { invoiceIn, outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const { id } = await givenImport(partner);
  const client = clientOf(partner);
  return { client, create: (more: Body) => client.post("/invoices", invoiceBody(id, more)) };
}

test.each([
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2026-11-20T09:30", "2026-11-20T09:30:00.000Z"],
  ["2026-11-20T09:30:15", "2026-11-20T09:30:15.000Z"],
  ["2026-11-20T09:30:15.123", "2026-11-20T09:30:15.123Z"],
  ["2026-11-20T09:30Z", "2026-11-20T09:30:00.000Z"],
  ["2026-11-20T09:30:15.123Z", "2026-11-20T09:30:15.123Z"],
  ["2026-11-20T09:30+01", "2026-11-20T08:30:00.000Z"],
  ["2026-11-20T09:30:15+01:30", "2026-11-20T08:00:15.000Z"],
  ["2026-11-20T23:30:15.001-05:00", "2026-11-21T04:30:15.001Z"],
  ["2026-01-01T00:00:00+14:00", "2025-12-31T10:00:00.000Z"],
  ["1970-01-01", "1970-01-01T00:00:00.000Z"],
  ["0099-12-31", "0099-12-31T00:00:00.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
])("%s is answered as %s", async (date, shown) => {
  const { client, create } = await ready();

  const created = invoiceIn(await create({ invoice_lines: [{ amount_cents: 4_500, date }] }));

  expect(created.invoice_lines[0]?.date).toBe(shown);
  expect(invoiceIn(await client.get(`/invoices/${created.invoice_id}`)).invoice_lines[0]?.date).toBe(shown);
});

test.each([undefined, null, "", " "])("%j is now", async (date) => {
  const { create } = await ready();
  const before = Date.now();

  const shown = invoiceIn(await create({ invoice_lines: [{ amount_cents: 4_500, date }] })).invoice_lines[0]?.date ?? "";

  expect(Math.abs(Date.parse(shown) - before)).toBeLessThan(60_000);
});

test.each(
  inputs<unknown>(
    "tomorrow",
    "2026",
    "2026-11",
    "20261120",
    "2026-W47-5",
    "2026-324",
    "20-11-2026",
    "11/20/2026",
    "2026-11-20 09:30",
    "2026-11-20T09",
    "2026-11-20T0930",
    "2026-11-20T09:30+0100",
    "2026-11-20T09:30:15,123",
    "2026-11-20T09:30:15.123456Z",
    "2026-11-20T24:00",
    "2026-11-20T09:60",
    "2026-11-20T09:30:60Z",
    "2026-02-30",
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-11-00",
    "2026-11-31",
    "0000-01-01",
    "+002026-11-20",
    "-0001-11-20",
    "12026-11-20",
    "2026-11-20T09:30 Z",
    "2026-11-20T09:30+25:00",
    "2026-11-20T09:30+01:60",
    "2026-11-20\0",
    "٢٠٢٦-11-20",
    1_763_629_800,
    0,
    true,
    {},
    [],
  ),
)("%j is invalid_date", async (date) => {
  const { create } = await ready();

  expect(outcome(await create({ invoice_lines: [{ amount_cents: 4_500, date }] }))).toBe("422 invalid_date");
});
