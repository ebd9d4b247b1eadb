import { expect, test } from "vitest";
import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { countBankWork } from "./count-bank-work";
import { setAside } from "./decide-transaction";
import { describeTransaction } from "./describe-transaction";
import { listTransactions, type TransactionQuery } from "./list-transactions";
import { setCategory } from "./set-category";

const page = { tab: "open", companyId: null, pageNumber: 1, pageSize: 50 } as const;

const list = (actor: Actor, query: Partial<TransactionQuery> = {}) => listTransactions(db, actor, { ...page, ...query });

test("the desk is searched by name, text, account and amount; tabs and sums count what is found", async () => {
  const { partner, told } = await givenBankingCompany();
  await told([
    { cents: 12_650, name: "Jürgen Müller", text: "Beitrag 2026", iban: "NL20TEST0987654321" },
    { cents: 4_500, name: "Ada Brandsma", text: "for Mia", iban: "" },
    { cents: -9_900, name: "Landlord", text: "rent of Mia's boathouse" },
  ]);
  const found = async (search: string) => (await list(partner.actor, { search })).entries.map(({ name }) => name);
  expect(await found("")).toEqual(["Jürgen Müller", "Ada Brandsma"]);
  for (const search of ["muller", "Mueller jürgen", "beitrag", "NL20 TEST 0987 6543 21", "126.50", "126,50", "Müller, 2026"])
    expect(await found(search)).toEqual(["Jürgen Müller"]);
  for (const search of ["mia brandsma", "45,00"]) expect(await found(search)).toEqual(["Ada Brandsma"]);
  for (const search of ["nobody", "mia müller", "45", "100%", "_", "\\"]) expect(await found(search)).toEqual([]);

  const { counts, totalEntries, sums } = await list(partner.actor, { search: "mia" });
  expect([counts.open, counts.noted, totalEntries]).toEqual([1, 1, 1]);
  expect(sums).toMatchObject([{ currency: "EUR", count: 1, cameCents: 4_500, wentCents: 0 }]);
});

test("payments are summed up by company, also while one is chosen, and only those that the reader sees", async () => {
  const one = await givenBankingCompany();
  const other = await givenBankingCompany(one.partner);
  const stranger = await givenBankingCompany();
  await one.told([
    { cents: 1_000, name: "A" },
    { cents: 2_000, name: "B" },
  ]);
  await other.told([{ cents: 700, name: "C" }]);
  await stranger.told([{ cents: 9_000, name: "D" }]);
  const { actor } = one.partner;
  const sumsOf = async (of: Actor, companyId: string | null = null) =>
    new Map((await list(of, { companyId })).sums.map((sum) => [sum.companyId, [sum.count, sum.cameCents]]));
  const all = new Map([
    [one.company.id, [2, 3_000]],
    [other.company.id, [1, 700]],
  ]);
  expect(await sumsOf(actor)).toEqual(all);
  expect(await sumsOf(actor, other.company.id)).toEqual(all);
  expect((await list(actor, { companyId: other.company.id })).entries).toHaveLength(1);
  expect(await sumsOf({ ...actor, companyIds: [other.company.id] })).toEqual(new Map([[other.company.id, [1, 700]]]));
});

test("payments that came in another statement as well are listed, but not in the sums, unless the list is filtered by them; what came and what went is not set off", async () => {
  const { partner, told, transactions } = await givenBankingCompany();
  await told([
    { cents: -700, name: "Rent" },
    { cents: -700, name: "Rent again" },
    { cents: 900, name: "Gift" },
  ]);
  const [, again, gift] = await transactions();
  await setAside(db, partner.actor, { transactionId: gift?.id ?? "", seenDecisions: 0 }, "noted", { category: "donations" });
  const seen = { transactionId: again?.id ?? "", seenDecisions: again?.decisions ?? 0 };
  await setCategory(db, partner.actor, seen, { category: "duplicate", text: null });
  const noted = (query: Partial<TransactionQuery> = {}) => list(partner.actor, { tab: "noted", ...query });
  expect((await noted()).sums).toMatchObject([{ count: 3, cameCents: 900, wentCents: -700 }]);
  expect((await noted({ category: "duplicate" })).sums).toMatchObject([{ count: 1, cameCents: 0, wentCents: -700 }]);
  expect((await noted({ category: "none" })).sums).toMatchObject([{ count: 1, cameCents: 0, wentCents: -700 }]);
});

test("a payment's own account is told if its company has several", async () => {
  const { partner, company, iban, told, transactions } = await givenBankingCompany();
  await told([{ cents: 700, name: "Ada" }]);
  const [payment] = await transactions();
  const described = () => describeTransaction(db, partner.actor, payment?.id ?? "");
  expect(await described()).toMatchObject({ hasSeveralAccounts: false });
  await givenBankAccount(partner, company);
  expect(await described()).toMatchObject({ hasSeveralAccounts: true, statement: { iban } });
});

test("the menu counts the payments of the selected company alone, as the desk does", async () => {
  const one = await givenBankingCompany();
  const other = await givenBankingCompany(one.partner);
  await one.told([{ cents: 1_000, name: "A" }]);
  await other.told([
    { cents: 700, name: "B" },
    { cents: 800, name: "C" },
  ]);
  for (const [companyId, count] of [
    [one.company.id, 1],
    [other.company.id, 2],
    [null, 3],
  ] as const) {
    expect((await countBankWork(db, one.partner.actor, companyId)).toDecide.count).toBe(count);
    expect((await list(one.partner.actor, { companyId })).counts.open).toBe(count);
  }
});
