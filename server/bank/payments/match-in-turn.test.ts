import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, inject, test } from "vitest";
import { connect, db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { invoices } from "@/db/schema/invoices";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { camtFile } from "@/server/testing/statement-files";
import { matchNewTransactions } from "./match-new-transactions";

givenOwnDatabase("matching_in_turn");

beforeAll(async () => {
  // A new database has none of the time-outs of the one that it is copied from. Before the first query, so that all connections have it.
  const admin = connect(inject("adminUrl"), { max: 1 });
  await admin.db.execute(sql`alter database matching_in_turn set lock_timeout = '500ms'`);
  await admin.close();
});

const payments = (count: number) => Array.from({ length: count }, (_, index) => ({ cents: 100 + index, bankReference: `B${index}` }));

async function givenPayments(count: number) {
  const { partner, iban, store, transactions } = await givenBankingCompany();
  await store(camtFile([{ iban, entries: payments(count) }]));
  const states = async () => (await transactions()).map(({ state }) => state);
  return { partner, states, left: async () => (await states()).filter((state) => state === "new").length };
}

test("a partner's many payments do not delay others' few, and all are matched in order", async () => {
  const many = await givenPayments(60);
  const [few, other] = [await givenPayments(3), await givenPayments(3)];
  let asked = 0;
  expect(await matchNewTransactions(db, { isStopping: () => asked++ === 3, atOnce: 10 })).toBe(16);
  expect([await many.left(), await few.left(), await other.left()]).toEqual([50, 0, 0]);
  expect((await many.states()).slice(8, 12)).toEqual(["open", "open", "new", "new"]);
  expect(await matchNewTransactions(db, { atOnce: 10 })).toBe(50);
  expect(await many.left()).toBe(0);
});

test("two workers at once match each payment once", async () => {
  const partners = [await givenPayments(30), await givenPayments(5)];
  const looked = await Promise.all([matchNewTransactions(db), matchNewTransactions(db)]);
  // A worker skips payments locked by the other.
  expect(looked[0] + looked[1]).toBe(35);
  for (const { left } of partners) expect(await left()).toBe(0);
  expect(await db.$count(bankTransactions, eq(bankTransactions.state, "new"))).toBe(0);
});

test("a payment whose invoice another transaction holds stays new, and the other partners' payments are matched", async () => {
  const held = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(held);
  await held.store(camtFile([{ iban: held.iban, entries: [{ cents: 4_500, reference, bankReference: "B0" }, ...payments(2)] }]));
  const others = [await givenPayments(3), await givenPayments(3)];
  const states = async () => (await held.transactions()).map(({ state }) => state);
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction(async (tx) => {
    await tx.select().from(invoices).where(eq(invoices.id, invoice.id)).for("update");
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  await matchNewTransactions(db);
  expect((await states())[0]).toBe("new");
  for (const { left } of others) expect(await left()).toBe(0);
  release.resolve();
  await holding;
  await matchNewTransactions(db);
  expect(await states()).toEqual(["booked", "open", "open"]);
}, 30_000);
