import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankStatements, repeatedEntries, statementEntries } from "@/db/schema/bank-statements";
import { listEntries } from "@/server/bank/entries/list-entries";
import { acceptStatement } from "@/server/bank/statements/accept-statement";
import { listStatements } from "@/server/bank/statements/list-statements";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { newId } from "@/server/platform/id";
import { givenCompany } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled, lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { camtFile, type MadeEntry, type MadeStatement, type StatementStyle } from "@/server/testing/statement-files";
import { describeWithdrawal } from "./describe-withdrawal";
import { withdrawStatement } from "./withdraw-statement";

const page = { companyId: null, pageNumber: 1, pageSize: 50 };
const filter = { outcome: null, category: null, sort: "place", direction: "asc" } as const;
const all = { ...filter, pageNumber: 1, pageSize: 50, paymentId: null };

/** An account, a person, and an invoice of 150.00. */
async function given() {
  const company = await givenBankingCompany();
  const { partner, iban } = company;
  const author = await givenMember(partner);
  const { invoice, reference } = await givenBilled(company, { amountCents: 15_000 });
  /** Stores a statement with this number. Returns how many entries were new. */
  const bring = async (id: string, entries: MadeEntry[], { style, ...made }: Partial<MadeStatement> & { style?: StatementStyle } = {}) => {
    const file = receivedFile(camtFile([{ iban, id, entries, ...made }], style));
    const { statements } = await storeStatementFile(db, author.actor, { name: `${id}.xml` }, file);
    await lookAtDesk(partner);
    return statements[0]?.newEntries;
  };
  const statements = async () => (await listStatements(db, author.actor, page)).entries;
  /** Id of the last statement with this number. */
  const idOf = async (number: string) => {
    const ids = (await statements()).filter((statement) => statement.number === number).map(({ id }) => id);
    return ids.toSorted().at(-1) ?? "";
  };
  const withdraw = async (number: string) => withdrawStatement(db, author.actor, { statementId: await idOf(number), reason: "wrong" });
  const rowsOf = async (statementId: string) => {
    const { entries } = await listEntries(db, author.actor, { ...all, statementId });
    return entries.map(({ amountCents, outcome, countedIn, line }) => ({
      amountCents,
      outcome,
      countedIn: countedIn?.number ?? null,
      line,
    }));
  };
  const outstanding = async () => (await getInvoice(db, partner.actor, invoice.id)).amountTotalCents;
  const states = async () => (await company.transactions()).map(({ amountCents, state }) => `${amountCents} ${state}`);
  return { ...company, author: author.actor, invoice, reference, bring, statements, idOf, withdraw, rowsOf, outstanding, states };
}

test("a statement is kept while another one contains entries of it; that one is withdrawn first, then both can be stored again", async () => {
  const { author, bring, idOf, withdraw, rowsOf, states } = await given();
  const [shared, own, later] = [700, 800, 900].map((cents) => ({ cents, bankReference: `R${cents}` }));
  if (!shared || !own || !later) throw new Error("three entries");
  await bring("W", [shared, own]);
  expect(await bring("N", [shared, later], { style: "notification8" })).toBe(1);
  const sharing = { isVisible: true, statementId: await idOf("N"), number: "N" };
  expect(await describeWithdrawal(db, author, await idOf("W"))).toMatchObject({ entries: 2, ownEntries: 2, sharing });
  expect(await describeWithdrawal(db, author, await idOf("N"))).toMatchObject({ entries: 2, ownEntries: 1, sharing: null });
  await expect(withdraw("W")).rejects.toMatchObject({ code: "bank_statement_shared" });
  expect(await states()).toEqual(["700 open", "800 open", "900 open"]);

  await withdraw("N");
  expect(await states()).toEqual(["700 open", "800 open", "900 withdrawn"]);
  expect((await rowsOf(await idOf("N"))).map(({ outcome, countedIn }) => [outcome, countedIn])).toEqual([
    ["repeated", "W"],
    ["withdrawn", null],
  ]);
  await withdraw("W");
  expect(await states()).toEqual(["700 withdrawn", "800 withdrawn", "900 withdrawn"]);
  expect(await bring("N", [shared, later], { style: "notification8" })).toBe(2);
  expect(await bring("W", [shared, own])).toBe(1);
});

test("a statement is kept while the next one numbers its entries on from it, because that one would count again if it came again", async () => {
  const { bring, withdraw, states } = await given();
  const coffee = { cents: 700, text: "coffee", on: "2026-11-25" };
  await bring("P", [coffee], { opening: 0 });
  await bring("S2", [coffee], { on: "2026-11-26", opening: 700 });
  expect(await states()).toEqual(["700 open", "700 open"]);
  await expect(withdraw("P")).rejects.toMatchObject({ code: "bank_statement_shared" });
  await withdraw("S2");
  await withdraw("P");
  expect(await states()).toEqual(["700 withdrawn", "700 withdrawn"]);
});

test("the number of another company's statement, which contains entries as well, is not shown to people who do not see it", async () => {
  const { partner, company, author, bring, idOf, withdraw } = await given();
  await bring("W", [{ cents: 100, bankReference: "A1" }]);
  const [stored] = await db
    .select()
    .from(bankStatements)
    .where(eq(bankStatements.id, await idOf("W")));
  const [entry] = await db
    .select()
    .from(statementEntries)
    .where(eq(statementEntries.statementId, stored?.id ?? ""));
  if (!stored || !entry) throw new Error("Nothing is stored");
  const elsewhere = await givenCompany(partner);
  const account = await givenBankAccount(partner, elsewhere);
  const other = { ...stored, id: newId(), companyId: elsewhere.id, bankAccountId: account.id, number: "secret" };
  await db.insert(bankStatements).values(other);
  await db.insert(repeatedEntries).values({ partnerId: partner.id, statementId: other.id, entryId: entry.id, line: 1 });
  const limited = { ...author, companyIds: [company.id] };
  expect((await describeWithdrawal(db, limited, stored.id)).sharing).toEqual({ isVisible: false });
  expect((await describeWithdrawal(db, author, stored.id)).sharing).toMatchObject({ number: "secret" });
  await expect(withdraw("W")).rejects.toMatchObject({ code: "bank_statement_shared" });
});

test("a statement that waited because it contradicted the withdrawn one is still accepted by a person", async () => {
  const { partner, author, bring, idOf, withdraw, outstanding, reference } = await given();
  await bring("W", [{ cents: 100, bankReference: "A1" }], { opening: 55_500 });
  const paid = { cents: 15_000, reference, on: "2026-11-26", bankReference: "B1" };
  await bring("S2", [paid], { on: "2026-11-26", opening: 10_000 });
  await withdraw("W");
  await lookAtDesk(partner);
  expect(await outstanding()).toBe(15_000);
  await acceptStatement(db, author, await idOf("S2"));
  await lookAtDesk(partner);
  expect(await outstanding()).toBe(0);
});

test("after a withdrawal, a file is read again whose other statement had been stored again, or had come in another file", async () => {
  const { partner, company, iban, store, withdraw, states } = await given();
  const other = (await givenBankAccount(partner, company)).current?.iban ?? "";
  const ofTwo = camtFile([
    { iban, id: "A", entries: [{ cents: 100, bankReference: "A1" }] },
    { iban: other, id: "B", entries: [{ cents: 200, bankReference: "B1" }] },
  ]);
  for (const withdrawn of [null, "A", "B"]) {
    if (withdrawn) await withdraw(withdrawn);
    await store(ofTwo);
  }
  expect((await states()).map((each) => each.replace(/new|open/, "counts"))).toEqual([
    "100 withdrawn",
    "200 withdrawn",
    "100 counts",
    "200 counts",
  ]);

  const day1 = { iban, id: "D1", on: "2026-11-26", opening: 100, entries: [{ cents: 300, on: "2026-11-26", bankReference: "D1" }] };
  const day2 = { iban, id: "D2", on: "2026-11-27", opening: 400, entries: [{ cents: 400, on: "2026-11-27", bankReference: "D2" }] };
  const week = camtFile([day1, day2]);
  await store(camtFile([day1]));
  await store(week);
  await withdraw("D1");
  const { isRepeated, statements } = await store(week);
  expect([isRepeated, statements.reduce((sum, { newEntries }) => sum + newEntries, 0)]).toEqual([false, 1]);
});

test("a withdrawn statement does not make others wait, and hides no gap", async () => {
  const { bring, statements, withdraw } = await given();
  await bring("W", [{ cents: 100, bankReference: "A1" }], { opening: 55_500 });
  await withdraw("W");
  await bring("S2", [{ cents: 200, on: "2026-11-26", bankReference: "B1" }], { on: "2026-11-26", opening: 10_000 });
  expect(await statements()).toMatchObject([
    { number: "S2", wait: null, gap: null },
    { number: "W", wait: null, gap: null },
  ]);
});

test("a statement is kept if a later one may contain its entries without a record of which", async () => {
  const { partner, bring, idOf, withdraw } = await given();
  await bring("W", [{ cents: 100, bankReference: "A1" }]);
  const [stored] = await db
    .select()
    .from(bankStatements)
    .where(eq(bankStatements.id, await idOf("W")));
  if (!stored) throw new Error("Nothing is stored");
  await db.insert(bankStatements).values({ ...stored, partnerId: partner.id, id: newId(), number: "before records" });
  await expect(withdraw("W")).rejects.toMatchObject({ code: "bank_statement_may_be_shared" });
});
