import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { type ImportFilter, searchImports } from "./search-imports";
import { transmitImport } from "./transmit-import";

const page = { pageNumber: 1, pageSize: 30 };

test("a partner's imports are listed newest first, with company, contents and outstanding amount", async () => {
  const partner = await givenPartner();
  const [here, there] = [await givenCompany(partner, { name: "Here" }), await givenCompany(partner, { name: "There", currency: "GBP" })];
  const old = await givenImport(partner, { company: here, title: "Old" });
  const young = await givenImport(partner, { company: there, title: "Young", expectedInvoicesCount: 7 });
  await givenInvoice(partner, { import: old, amountCents: 1_000 });
  await givenInvoice(partner, { import: old, amountCents: 100, events: [{ amountCents: -130, paymentMethod: "sdd" }] });
  await givenInvoice(partner, { import: old, amountCents: 500, transmitted: true, events: [{ amountCents: -200, paymentMethod: "sdd" }] });

  const { entries, totalEntries, counts } = await searchImports(db, partner.actor, page);

  expect(entries).toMatchObject([
    {
      id: young.id,
      title: "Young",
      companyName: "There",
      currency: "GBP",
      expectedInvoicesCount: 7,
      transmittedAt: null,
      invoicesCount: 0,
      billedCents: 0,
      outstandingCents: null,
    },
    {
      id: old.id,
      title: "Old",
      companyId: here.id,
      companyName: "Here",
      currency: "EUR",
      transmittedAt: expect.any(Date),
      invoicesCount: 3,
      billedCents: 1_600,
      // An amount owed to one customer is not deducted from other customers' debts.
      outstandingCents: 1_300,
    },
  ]);
  expect([totalEntries, counts]).toEqual([2, { transmitted: 1, open: 1 }]);
});

test("a list is filtered by company, transmission and any part of the title, in any letter case", async () => {
  const partner = await givenPartner();
  const [here, there] = [await givenCompany(partner), await givenCompany(partner)];
  const spring = await givenImport(partner, { company: here, title: "Spring 100 %" });
  const autumn = await givenImport(partner, { company: here, title: "Autumn_1000" });
  const other = await givenImport(partner, { company: there, title: "Spring \\ there" });
  await givenInvoice(partner, { import: autumn });
  await transmitImport(db, partner.actor, autumn.id);
  const found = async (filter: ImportFilter) =>
    (await searchImports(db, partner.actor, { ...filter, ...page })).entries.map(({ id }) => id);

  expect(await found({ companyId: here.id })).toEqual([autumn.id, spring.id]);
  expect(await found({ transmitted: true })).toEqual([autumn.id]);
  expect(await found({ transmitted: false })).toEqual([other.id, spring.id]);
  expect(await found({ transmitted: false, companyId: here.id })).toEqual([spring.id]);
  expect(await found({ title: "sPRIN" })).toEqual([other.id, spring.id]);
  expect(await found({ title: "%" })).toEqual([spring.id]);
  expect(await found({ title: "_" })).toEqual([autumn.id]);
  expect(await found({ title: "\\" })).toEqual([other.id]);
  expect(await found({ title: "100" })).toEqual([autumn.id, spring.id]);
  const { counts, totalEntries } = await searchImports(db, partner.actor, { companyId: here.id, transmitted: true, ...page });
  expect([counts, totalEntries]).toEqual([{ transmitted: 1, open: 1 }, 1]);
});

test("pages have numbers, and one past the end is empty", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift((await givenImport(partner, { company })).id);
  const pageOf = (pageNumber: number) => searchImports(db, partner.actor, { pageNumber, pageSize: 2 });

  expect((await pageOf(2)).entries.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  expect((await pageOf(3)).entries.map(({ id }) => id)).toEqual(ids.slice(4));
  expect(await pageOf(4)).toMatchObject({ entries: [], totalEntries: 5, pageNumber: 4, pageSize: 2 });
});

test("imports of other partners and of hidden companies are not listed", async () => {
  const partner = await givenPartner();
  const [mine, hidden] = [await givenImport(partner), await givenImport(partner)];
  const limited = { ...partner.actor, companyIds: [mine.companyId] };
  const stranger = await givenPartner();

  expect((await searchImports(db, limited, page)).entries.map(({ id }) => id)).toEqual([mine.id]);
  expect(await searchImports(db, limited, { companyId: hidden.companyId, ...page })).toMatchObject({ entries: [], totalEntries: 0 });
  expect(await searchImports(db, stranger.actor, { companyId: mine.companyId, ...page })).toMatchObject({ entries: [], totalEntries: 0 });
});
