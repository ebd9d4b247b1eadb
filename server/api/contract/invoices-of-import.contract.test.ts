import { describe, expect, test } from "vitest";
import { clientOf } from "@/server/testing/client";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { outcome, partIn } from "@/server/testing/replies";

async function given(count: number) {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const ids = [];
  for (let nth = 0; nth < count; nth += 1) ids.push((await givenInvoice(partner, { import: into })).id);
  return { partner, into, ids, client: clientOf(partner) };
}

describe("GET /imports/{importId}/invoices", () => {
  test("returns all invoices of an import in pages, each as by itself", async () => {
    const { client, into, ids } = await given(5);
    const found = [];
    const sizes = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const part = partIn(await client.get(`/imports/${into.id}/invoices?page_size=2&cursor=${cursor}`));
      found.push(...part.invoices);
      sizes.push(part.invoices.length);
      cursor = part.next_cursor;
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(found).toEqual(await Promise.all(ids.map(async (id) => (await client.get(`/invoices/${id}`)).body)));
  });

  test("invoices added in between come later, and deleted ones leave no gap", async () => {
    const { partner, client, into, ids } = await given(3);
    const first = partIn(await client.get(`/imports/${into.id}/invoices?page:size=1`));
    const { id: added } = await givenInvoice(partner, { import: into });
    await client.delete(`/invoices/${ids[0]}`);
    await client.delete(`/invoices/${ids[1]}`);
    const rest = partIn(await client.get(`/imports/${into.id}/invoices?cursor=${first.next_cursor}`));
    expect(rest.invoices.map(({ invoice_id }) => invoice_id)).toEqual([ids[2], added]);
    expect(rest.next_cursor).toBeNull();
  });

  test("an import without invoices has an empty list, and another partner's does not exist", async () => {
    const { client, into } = await given(0);
    expect(partIn(await client.get(`/imports/${into.id}/invoices`))).toEqual({ invoices: [], next_cursor: null });
    const stranger = await given(1);
    for (const query of ["", "?cursor=!", "?page_size=0"]) {
      expect(outcome(await client.get(`/imports/${stranger.into.id}/invoices${query}`))).toBe("404 invalid_import_id");
    }
  });

  test.each([
    ["cursor=!", "invalid_cursor"],
    ["cursor=LTE", "invalid_cursor"],
    ["page_size=0", "invalid_page_size"],
    ["page_size=0&cursor=!", "invalid_cursor"],
  ])("refuses ?%s with %s", async (query, code) => {
    const { client, into } = await given(1);
    expect(outcome(await client.get(`/imports/${into.id}/invoices?${query}`))).toBe(`422 ${code}`);
  });
});
