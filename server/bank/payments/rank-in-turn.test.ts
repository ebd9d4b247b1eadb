import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, inject, test } from "vitest";
import { connect, db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { deskRankings } from "@/db/schema/probable-payments";
import { isDeskRanked } from "@/server/billing/invoices/desk-gate";
import { failStatements } from "@/server/testing/failing-statements";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { lockRow } from "@/server/testing/lock-row";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { rankDesk } from "./rank-desk";

const ownerUrl = givenOwnDatabase("ranking_in_turn");

beforeAll(async () => {
  // A new database has none of the time-outs of the one that it is copied from. Before the first query, so that all connections have it.
  const admin = connect(inject("adminUrl"), { max: 1 });
  await admin.db.execute(sql`alter database ranking_in_turn set lock_timeout = '300ms'`);
  await admin.close();
});

/** A partner with this many payments at the desk, which are to be ranked again. */
async function givenQueued(count: number) {
  const { partner, told, transactions } = await givenBankingCompany();
  await told(Array.from({ length: count }, (_, index) => ({ cents: 100 + index, name: "Somebody", bankReference: `B${index}` })));
  const ids = (await transactions()).map(({ id }) => id);
  await db.update(bankTransactions).set({ rankedAt: sql`now() - interval '10 minutes'` }).where(eq(bankTransactions.partnerId, partner.id));
  await db.insert(deskRankings).values(ids.map((bankTransactionId) => ({ partnerId: partner.id, bankTransactionId })));
  return {
    partner,
    ids,
    isRanked: () => isDeskRanked(db, partner.id),
    rankedLately: async () =>
      (await transactions()).filter(({ rankedAt }) => rankedAt && Date.now() - rankedAt.getTime() < 300_000).map(({ id }) => id),
    queued: async () => await db.select().from(deskRankings).where(eq(deskRankings.partnerId, partner.id)).orderBy(deskRankings.id),
  };
}

test("a payment that others lock stays queued at the end, and holds up neither the partner's other payments nor other partners", async () => {
  const [held, other] = [await givenQueued(3), await givenQueued(2)];
  const release = await lockRow(bankTransactions, held.ids[0] ?? "");
  expect(await rankDesk(db)).toBe(4);
  expect([await held.isRanked(), await other.isRanked()]).toEqual([false, true]);
  expect(await held.queued()).toMatchObject([{ bankTransactionId: held.ids[0], timeouts: 0 }]);
  for (let run = 0; run < 6; run += 1) await rankDesk(db);
  // However long others lock it, it is not given up.
  expect(await held.isRanked()).toBe(false);
  await release();
  await rankDesk(db);
  expect(await held.isRanked()).toBe(true);
  expect(await held.rankedLately()).toEqual(held.ids);
});

test("a payment whose ranking always takes too long is given up after five attempts, so that the partner's invoices are collected", async () => {
  const bank = await givenBankingCompany();
  const { partner, told, transactions } = bank;
  await told([{ cents: 4_500, name: "Ilse Namerow", text: "contribution" }]);
  const bankTransactionId = (await transactions())[0]?.id ?? "";
  const condition = `new.bank_transaction_id = '${bankTransactionId}'`;
  const stop = await failStatements(ownerUrl, { table: "probable_payments", event: "insert", condition, code: "57014" });
  // Its transmission queues all payments at the desk.
  await givenBilled(bank, { invoice: { customerLastName: "Namerow", customerFirstName: "Ilse" } });
  const whereQueued = eq(deskRankings.partnerId, partner.id);
  for (let attempt = 1; attempt < 5; attempt += 1) {
    await rankDesk(db);
    const queued = await db.select().from(deskRankings).where(whereQueued);
    expect(queued).toMatchObject([{ bankTransactionId, timeouts: attempt }]);
    expect(await isDeskRanked(db, partner.id)).toBe(false);
  }
  // A further change of its invoices does not begin the count again.
  await db.insert(deskRankings).values({ partnerId: partner.id, bankTransactionId });
  await rankDesk(db);
  expect(await isDeskRanked(db, partner.id)).toBe(true);
  await stop();
  expect(await rankDesk(db)).toBe(0);
  await db.update(bankTransactions).set({ rankedAt: sql`now() - interval '61 minutes'` }).where(eq(bankTransactions.id, bankTransactionId));
  expect(await rankDesk(db)).toBe(1);
});

test("after three payments that are held up, the partner's others are left for the next run", async () => {
  const held = await givenQueued(6);
  const releases = await Promise.all(held.ids.slice(0, 4).map((id) => lockRow(bankTransactions, id)));
  await rankDesk(db);
  const [a, b, c, ...left] = held.ids;
  expect((await held.queued()).map(({ bankTransactionId }) => bankTransactionId)).toEqual([...left, a, b, c]);
  for (const release of releases) await release();
  await rankDesk(db);
  expect(await held.queued()).toEqual([]);
  expect(await held.rankedLately()).toEqual(held.ids);
});

test("a payment with an old ranking that others lock ends no run", async () => {
  const held = await givenQueued(1);
  await rankDesk(db);
  await db.update(bankTransactions).set({ rankedAt: null }).where(eq(bankTransactions.partnerId, held.partner.id));
  const release = await lockRow(bankTransactions, held.ids[0] ?? "");
  expect(await rankDesk(db)).toBe(0);
  await release();
  expect(await rankDesk(db)).toBe(1);
});

test("more than 100 old rankings of a partner that is held up keep no other partner's out", async () => {
  const [held, other] = [await givenQueued(101), await givenQueued(1)];
  await db.delete(deskRankings);
  const rankedAgo = (of: typeof held, ago: string) =>
    db
      .update(bankTransactions)
      .set({ rankedAt: sql`now() - ${ago}::interval` })
      .where(eq(bankTransactions.partnerId, of.partner.id));
  await rankedAgo(held, "3 hours");
  await rankedAgo(other, "2 hours");
  const condition = `new.partner_id = '${held.partner.id}'`;
  const release = await failStatements(ownerUrl, { table: "bank_transactions", event: "update", condition, code: "40P01" });
  await rankDesk(db);
  expect([await held.rankedLately(), await other.rankedLately()]).toEqual([[], other.ids]);
  await release();
});
