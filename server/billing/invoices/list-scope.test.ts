import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { countInvoicesByFact } from "./count-invoices-by-fact";
import { type ExportWords, exportColumns, exportInvoices } from "./export-invoices";
import { findNeighbours } from "./find-neighbours";
import { type InvoiceFilter, invoiceQuery } from "./invoice-filter";
import { listInvoices } from "./list-invoices";
import { summarizeInvoices } from "./summarize-invoices";

const words = { headers: Object.fromEntries(exportColumns.map((column) => [column, column])), states: {}, facts: {} } as ExportWords;

/** All services that reveal matching invoices, with the number that each reveals. */
const answers: [string, (actor: Actor, filter: InvoiceFilter) => Promise<number>][] = [
  ["the list", async (actor, filter) => (await listInvoices(db, actor, invoiceQuery.parse(filter))).length],
  ["the sums", async (actor, filter) => (await summarizeInvoices(db, actor, filter)).totalEntries],
  ["the counts", async (actor, filter) => (await countInvoicesByFact(db, actor, filter)).all],
  ["the export", async (actor, filter) => linesIn(await text(exportInvoices(db, actor, { filter, ids: null, locale: "en", words }))) - 1],
];

const linesIn = (file: string) => file.split("\r\n").length - 1;

/** Filters that match everything, each by a different query. */
const filters: [string, (mine: { companyId: string; importId: string; id: string }[]) => InvoiceFilter][] = [
  ["no filter", () => ({})],
  ["a search", () => ({ search: "brandsma" })],
  ["a search of two letters", () => ({ search: "da" })],
  ["the companies by name", (all) => ({ companyIds: all.map(({ companyId }) => companyId) })],
  ["a fact", () => ({ fact: "not_transmitted" })],
  ["amounts", () => ({ amount: { of: "billed", fromCents: 0 } })],
  ["days", () => ({ period: { of: "created", from: "2020-01-01" } })],
];

describe("a person limited to one company sees only its invoices:", () => {
  test.each(answers.flatMap(([answer, count]) => filters.map(([filter, of]) => [answer, filter, count, of] as const)))(
    "%s by %s",
    async (_, __, count, of) => {
      const partner = await givenPartner();
      const [mine, other] = [await givenInvoice(partner), await givenInvoice(partner)];
      const stranger = await givenPartner();
      const filter = of([mine, other]);
      const limitedTo = (...companyIds: string[]) => ({ ...partner.actor, companyIds });

      expect(await count(partner.actor, filter)).toBe(2);
      expect(await count(limitedTo(mine.companyId), filter)).toBe(1);
      expect(await count(limitedTo(), filter)).toBe(0);
      expect(await count(stranger.actor, filter)).toBe(0);
      expect(await count({ ...stranger.actor, companyIds: [mine.companyId] }, filter)).toBe(0);
    },
  );

  test("another company's import or id finds nothing", async () => {
    const partner = await givenPartner();
    const [mine, other] = [await givenInvoice(partner), await givenInvoice(partner)];
    const limited = { ...partner.actor, companyIds: [mine.companyId] };

    for (const [, count] of answers) {
      expect(await count(limited, { importId: other.importId })).toBe(0);
      expect(await count(limited, { search: other.id })).toBe(0);
      expect(await count(limited, { companyIds: [other.companyId] })).toBe(0);
      expect(await count(limited, { search: mine.id })).toBe(1);
    }
  });

  test("other companies' invoices do not appear as neighbours", async () => {
    const partner = await givenPartner();
    const [other, mine] = [await givenInvoice(partner), await givenInvoice(partner)];
    await givenInvoice(partner);
    const limited = { ...partner.actor, companyIds: [mine.companyId] };

    expect(await findNeighbours(db, limited, invoiceQuery.parse({}), mine.id)).toEqual({
      previousId: null,
      nextId: null,
      position: 1,
      totalEntries: 1,
    });
    expect(await findNeighbours(db, limited, invoiceQuery.parse({}), other.id)).toBeNull();
  });
});
