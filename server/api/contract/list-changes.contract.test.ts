import { describe, expect, test } from "vitest";
import { writeCursor } from "@/server/notifications/change-cursor";
import { clientOf } from "@/server/testing/client";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { outcome } from "@/server/testing/replies";

describe("GET /changes", () => {
  test("lists changes from the oldest on, then from a cursor on", async () => {
    const partner = await givenPartner();
    const client = clientOf(partner);
    const into = await givenImport(partner);
    const invoice = await givenInvoice(partner, { import: into });

    const first = await client.get("/changes");
    expect(first.body).toEqual({
      invoice_ids: [invoice.id],
      import_ids: [],
      next_cursor: expect.any(String),
      has_more: false,
    });

    const next = await client.get(`/changes?cursor=${first.body.next_cursor}`);
    expect(next.body).toMatchObject({ invoice_ids: [], import_ids: [], has_more: false });
    await client.put(`/invoices/${invoice.id}`, { external_invoice_number: "2026-0002" });
    expect((await client.get(`/changes?cursor=${next.body.next_cursor}`)).body).toMatchObject({
      invoice_ids: [invoice.id],
      import_ids: [],
    });
  });

  test("names deleted records, which then get 404", async () => {
    const partner = await givenPartner();
    const client = clientOf(partner);
    const invoice = await givenInvoice(partner);
    const { next_cursor } = (await client.get("/changes")).body;
    await client.delete(`/invoices/${invoice.id}`);

    expect((await client.get(`/changes?cursor=${next_cursor}`)).body).toMatchObject({ invoice_ids: [invoice.id], import_ids: [] });
    expect(outcome(await client.get(`/invoices/${invoice.id}`))).toBe("404 invalid_invoice_id");
  });

  test("returns as many changes as requested, at most 100, and whether there are more", async () => {
    const partner = await givenPartner();
    const client = clientOf(partner);
    const into = await givenImport(partner);
    for (let count = 0; count < 5; count += 1) await givenInvoice(partner, { import: into });

    // The contract allows both spellings of a name of several words.
    for (const query of ["page_size=2", "page:size=2"]) {
      const pages = [];
      for (let cursor = "", more = true; more; ) {
        const { body } = await client.get(`/changes?${query}&cursor=${cursor}`);
        pages.push((body.invoice_ids as string[]).length + (body.import_ids as string[]).length);
        cursor = String(body.next_cursor);
        more = body.has_more === true;
      }
      expect(pages).toEqual([2, 2, 1]);
    }
    expect((await client.get("/changes?page_size=1000")).body).toMatchObject({ has_more: false });
  });

  test.each([
    ["a strange cursor", "?cursor=strange"],
    ["a cursor that is too old", `?cursor=${writeCursor({ seen: "1:1:", position: null, answeredAt: new Date(Date.UTC(2020, 0, 1)) })}`],
  ])("%s is invalid_cursor", async (_, query) => {
    expect(outcome(await clientOf(await givenPartner()).get(`/changes${query}`))).toBe("422 invalid_cursor");
  });

  test.each(["0", "-1", "x", "1.5"])("a page size of %s is invalid_page_size", async (size) => {
    expect(outcome(await clientOf(await givenPartner()).get(`/changes?page_size=${size}`))).toBe("422 invalid_page_size");
  });

  test("lists mandates for clients that ask for them, once each, and for no others", async () => {
    const partner = await givenPartner();
    const client = clientOf(partner);
    const company = await givenCreditor(partner);
    const first = (await client.get("/changes?mandates=true")).body;
    expect(first).toEqual({ invoice_ids: [], import_ids: [], mandate_ids: [], next_cursor: expect.any(String), has_more: false });
    const [one, two] = [await givenMandate(partner, company), await givenMandate(partner, company)];
    await client.put(`/mandates/${one.id}`, { holder: "Bo Brandsma" });
    await client.put(`/mandates/${two.id}/withdraw`);

    const since = `cursor=${first.next_cursor}`;
    const told = (await client.get(`/changes?${since}&mandates=true`)).body;
    expect(told).toMatchObject({ invoice_ids: [], mandate_ids: [one.id, two.id], has_more: false });
    for (const query of [since, `${since}&mandates=false`, `${since}&mandates=`, `${since}&mandates=1`])
      expect((await client.get(`/changes?${query}`)).body).toEqual({
        ...{ invoice_ids: [], import_ids: [], next_cursor: expect.any(String), has_more: false },
      });

    const later = `/changes?cursor=${told.next_cursor}&mandates=true`;
    await client.put(`/mandates/${one.id}`, { holder: "Bo Brandsma" });
    await client.put(`/mandates/${two.id}/withdraw`);
    expect((await client.get(later)).body).toMatchObject({ mandate_ids: [] });
    const paged = (await client.get("/changes?mandates=true&page_size=1")).body;
    expect(paged).toMatchObject({ mandate_ids: [one.id], has_more: true });
  });

  test("does not show another partner's", async () => {
    await givenInvoice(await givenPartner());
    expect((await clientOf(await givenPartner()).get("/changes")).body).toMatchObject({ invoice_ids: [], import_ids: [] });
  });

  test("has no other methods", async () => {
    const reply = await clientOf(await givenPartner()).post("/changes", {});
    expect(outcome(reply)).toBe("405 method_not_allowed");
  });
});
