import { expect, test } from "vitest";
import { db } from "@/db/client";
import { DAY_MS } from "@/server/domain/formats/time";
import { beginChange, changeOverlapping } from "@/server/testing/begin-change";
import { type GivenPartner, givenImport, givenInvoice, givenMessage, givenPartner, times } from "@/server/testing/given";
import { readCursor, writeCursor } from "./change-cursor";
import { type ChangesPage, listChanges } from "./list-changes";

/** Reads everything after a cursor, page by page. */
async function readOn({ actor }: GivenPartner, from: string | null = null, pageSize = 100): Promise<ChangesPage & { pages: number }> {
  const read = { invoiceIds: [] as string[], importIds: [] as string[], nextCursor: from, hasMore: true, pages: 0 };
  while (read.hasMore) {
    const page = await listChanges(db, actor, { cursor: read.nextCursor, pageSize });
    read.invoiceIds.push(...page.invoiceIds);
    read.importIds.push(...page.importIds);
    read.nextCursor = page.nextCursor;
    read.hasMore = page.hasMore;
    read.pages += 1;
  }
  return { ...read, mandateIds: null, nextCursor: read.nextCursor ?? "" };
}

test("without a cursor, all changes are returned from the oldest on, in order, page by page", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const created = [];
  for (let count = 0; count < 7; count += 1) created.push((await givenInvoice(partner, { import: into })).id);

  const whole = await readOn(partner);
  expect(whole).toMatchObject({ invoiceIds: created, importIds: [], pages: 1 });
  expect(await readOn(partner, null, 3)).toMatchObject({ invoiceIds: created, importIds: [], pages: 3 });
  expect(await readOn(partner, null, 7)).toMatchObject({ invoiceIds: created, pages: 1 });
});

test("with a cursor, only later changes are returned, with one id for several changes of a record", async () => {
  const partner = await givenPartner();
  const [one] = [await givenInvoice(partner), await givenInvoice(partner)];
  const { nextCursor } = await readOn(partner);
  expect(await readOn(partner, nextCursor)).toMatchObject({ invoiceIds: [], importIds: [] });

  await givenMessage(one);
  await givenMessage(one);
  expect(await readOn(partner, nextCursor)).toMatchObject({ invoiceIds: [one.id], importIds: [] });
  expect(await readOn(partner, nextCursor)).toMatchObject({ invoiceIds: [one.id], importIds: [] });
});

test("the change of a transaction that begins before another one and commits after it is not skipped, and does not delay the other", async () => {
  const partner = await givenPartner();
  const [early, late] = [await givenInvoice(partner), await givenInvoice(partner)];
  const { nextCursor } = await readOn(partner);
  const commit = await beginChange(early);
  await givenMessage(late);

  const first = await readOn(partner, nextCursor);
  expect(first.invoiceIds).toEqual([late.id]);
  await commit();
  expect((await readOn(partner, first.nextCursor)).invoiceIds).toEqual([early.id]);
});

test("a change committed between two pages is not skipped, regardless of when its transaction began", async () => {
  const partner = await givenPartner();
  const [early, ...others] = await Promise.all(times(4, () => givenInvoice(partner)));
  if (!early) throw new Error("too few");
  const { nextCursor } = await readOn(partner);
  const commit = await beginChange(early);
  for (const other of others) await givenMessage(other);
  const first = await listChanges(db, partner.actor, { cursor: nextCursor, pageSize: 1 });
  await commit();

  const rest = await readOn(partner, first.nextCursor, 1);
  expect([...first.invoiceIds, ...rest.invoiceIds]).toEqual([...others.map(({ id }) => id), early.id]);
});

test("a reader misses no change of eight writers whose transactions overlap at random", async () => {
  const partner = await givenPartner();
  const invoices = await Promise.all(times(24, () => givenInvoice(partner)));
  const { nextCursor } = await readOn(partner);
  let isWriting = true;
  const seen = new Set<string>();
  let cursor = nextCursor;
  const read = async () => {
    const { invoiceIds, nextCursor } = await readOn(partner, cursor, 2);
    for (const id of invoiceIds) seen.add(id);
    cursor = nextCursor;
  };
  const reading = (async () => {
    while (isWriting) await read();
  })();
  await changeOverlapping(invoices);
  isWriting = false;
  await reading;
  await read();

  expect([...seen].sort()).toEqual(invoices.map(({ id }) => id).sort());
}, 60_000);

test("another partner's cursor does not return that partner's changes", async () => {
  const [partner, stranger] = [await givenPartner(), await givenPartner()];
  await givenInvoice(stranger);
  expect(await readOn(partner)).toMatchObject({ invoiceIds: [], importIds: [] });
  const { nextCursor } = await readOn(stranger);
  const invoice = await givenInvoice(partner);
  expect((await readOn(partner, nextCursor)).invoiceIds).toEqual([invoice.id]);
});

test("a cursor is valid for 30 days", async () => {
  const partner = await givenPartner();
  const { nextCursor: cursor } = await readOn(partner);
  const ask = (days: number) => listChanges(db, partner.actor, { cursor, pageSize: 1 }, new Date(Date.now() + days * DAY_MS));
  expect(await ask(29.9)).toMatchObject({ hasMore: false });
  await expect(ask(30.1)).rejects.toThrow("invalid_cursor");
});

test("a cursor ahead of the database is refused, because it would skip the changes in between", async () => {
  const partner = await givenPartner();
  const ahead = writeCursor({ seen: "4000000000:4000000000:", position: null, answeredAt: new Date() });
  await expect(listChanges(db, partner.actor, { cursor: ahead, pageSize: 1 })).rejects.toThrow("invalid_cursor");
});

const now = Date.now();
const strange = [
  "",
  "x",
  "%00",
  "null",
  "0".repeat(5_000),
  ...[
    `${now}`,
    `${now} 1:2`,
    `${now} 2:1:`,
    `${now} 0:1:`,
    `${now} 1:1:'`,
    `${now} 5:9:7,6`,
    `${now} 5:9:9`,
    `${now} 5:9:4`,
    `${now} 5:9:,`,
    `${now} 5:9:6,,7`,
    `${now} 9999999999999999999:9999999999999999999:`,
    `${now} 1:1: 3:3: 3`,
    `${now} 1:1: 3:3: 3 9999999999999999999`,
    `9999999999999999 1:1:`,
    `${now} 1:1:; drop table changes`,
    `${now}  1:1:`,
  ].map((text) => Buffer.from(text).toString("base64url")),
];

test.each(strange.map((cursor) => [cursor]))("an invented cursor is refused (%#)", async (cursor) => {
  const partner = await givenPartner();
  await expect(listChanges(db, partner.actor, { cursor, pageSize: 1 })).rejects.toThrow("invalid_cursor");
});

test("a cursor is decoded as it was encoded", () => {
  const answeredAt = new Date();
  for (const cursor of [
    { seen: "5:9:5,6,8", position: null, answeredAt },
    { seen: "1:1:", position: { until: "700:711:700", transactionId: "701", changeId: "12" }, answeredAt },
  ]) {
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  }
});
