import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { partners } from "@/db/schema/partners";
import { statementWaits } from "@/db/schema/statement-waits";
import { listEntries } from "@/server/bank/entries/list-entries";
import { acceptStatement } from "@/server/bank/statements/accept-statement";
import { listStatements } from "@/server/bank/statements/list-statements";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { newId } from "@/server/platform/id";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled, lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { camtFile, type MadeEntry, type MadeStatement, type StatementStyle } from "@/server/testing/statement-files";
import { describeWithdrawal } from "./describe-withdrawal";
import { withdrawStatement } from "./withdraw-statement";

const page = { companyId: null, pageNumber: 1, pageSize: 50 };
const filter = { outcome: null, category: null, sort: "place", direction: "asc" } as const;
const all = { ...filter, pageNumber: 1, pageSize: 50, paymentId: null };

/** An account, two people, and an invoice of 150.00. */
async function given() {
  const company = await givenBankingCompany();
  const { partner, iban } = company;
  const [author, colleague] = await Promise.all([givenMember(partner), givenMember(partner)]);
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
  const people = { author: author.actor, colleague: colleague.actor };
  return { ...company, ...people, invoice, reference, bring, statements, idOf, withdraw, rowsOf, outstanding, states };
}

test("an entry that another statement contains as well counts there after the withdrawal, decided or not", async () => {
  const { author, bring, idOf, withdraw, rowsOf, outstanding, states, reference } = await given();
  const paid = { cents: 15_000, reference, bankReference: "B1" };
  const [small, other, later] = [700, 800, 900].map((cents) => ({ cents, bankReference: `R${cents}` }));
  if (!small || !other || !later) throw new Error("three entries");
  await bring("W", [small, paid, other]);
  expect(await bring("N", [paid, small, later], { style: "notification8" })).toBe(1);
  expect(await outstanding()).toBe(0);
  const withdrawnId = await idOf("W");
  expect(await describeWithdrawal(db, author, withdrawnId)).toEqual({ entries: 3, aloneEntries: 1, decided: [] });
  const placesBefore = (await rowsOf(await idOf("N"))).map(({ amountCents, line }) => ({ amountCents, line }));

  await withdraw("W");
  expect(await states()).toEqual(["700 open", "15000 booked", "800 withdrawn", "900 open"]);
  expect(await outstanding()).toBe(0);
  const rows = await rowsOf(await idOf("N"));
  expect(rows.map(({ amountCents, outcome, countedIn }) => [amountCents, outcome, countedIn])).toEqual([
    [15_000, "booked", null],
    [700, "open", null],
    [900, "open", null],
  ]);
  // Each entry has the line of the statement in which it counts now.
  expect(rows.map(({ line }) => line)).toEqual(rows.map(({ line }) => line).toSorted((one, next) => one - next));
  expect(rows.map(({ amountCents }) => amountCents)).toEqual(placesBefore.map(({ amountCents }) => amountCents));
  expect((await rowsOf(withdrawnId)).map(({ amountCents, outcome, countedIn }) => [amountCents, outcome, countedIn])).toEqual([
    [700, "repeated", "N"],
    [15_000, "repeated", "N"],
    [800, "withdrawn", null],
  ]);

  // The statement comes again: only what nobody else has is new. Then it has the entries when the notification is withdrawn.
  expect(await bring("W", [small, paid, other])).toBe(1);
  expect((await describeWithdrawal(db, author, await idOf("N"))).aloneEntries).toBe(1);
  await withdraw("N");
  expect(await states()).toEqual(["700 open", "15000 booked", "800 withdrawn", "900 withdrawn", "800 open"]);
  expect((await rowsOf(await idOf("W"))).map(({ outcome }) => outcome)).toEqual(["open", "booked", "open"]);
});

test("money that waited for a second person waits on, if another statement of its author contains it as well", async () => {
  const { partner, author, colleague, bring, idOf, withdraw, outstanding, states, reference } = await given();
  await db.update(partners).set({ secondPersonAboveCents: 10_000 }).where(eq(partners.id, partner.id));
  const paid = { cents: 15_000, reference, bankReference: "B1" };
  await bring("W", [paid]);
  await bring("N", [paid], { style: "notification8" });
  await withdraw("W");
  await lookAtDesk(partner);
  expect(await states()).toEqual(["15000 waiting"]);
  expect(await outstanding()).toBe(15_000);
  await expect(acceptStatement(db, author, await idOf("N"))).rejects.toMatchObject({ code: "bank_statement_is_own" });
  await expect(acceptStatement(db, colleague, await idOf("W"))).rejects.toMatchObject({ code: "bank_statement_withdrawn" });
  await acceptStatement(db, colleague, await idOf("N"));
  await lookAtDesk(partner);
  expect(await outstanding()).toBe(0);
});

test("payments of a statement that contradicted another one are matched, if a statement that does not contains them as well", async () => {
  const { bring, withdraw, outstanding, states, reference } = await given();
  await bring("S1", [{ cents: 100, bankReference: "A1" }], { opening: 0 });
  const paid = { cents: 15_000, reference, on: "2026-11-26", bankReference: "B1" };
  await bring("W", [paid], { on: "2026-11-26", opening: 77_700 });
  await bring("N", [paid], { on: "2026-11-26", style: "notification8" });
  expect(await states()).toEqual(["100 open", "15000 waiting"]);
  await withdraw("W");
  expect(await states()).toEqual(["100 open", "15000 new"]);
  expect(await outstanding()).toBe(15_000);
});

test("a statement that waited because it contradicted the withdrawn one is matched; one that contradicts another one as well waits on", async () => {
  const { partner, bring, idOf, statements, withdraw, outstanding, reference } = await given();
  await bring("W", [{ cents: 100, bankReference: "A1" }], { opening: 55_500 });
  const paid = { cents: 15_000, reference, on: "2026-11-26", bankReference: "B1" };
  await bring("S2", [paid], { on: "2026-11-26", opening: 10_000 });
  expect(await outstanding()).toBe(15_000);
  await withdraw("W");
  await lookAtDesk(partner);
  expect(await outstanding()).toBe(0);
  const next = (await statements()).find(({ number }) => number === "S2");
  expect(next).toMatchObject({ wait: null, gap: null });
  const waits = await db
    .select()
    .from(statementWaits)
    .where(eq(statementWaits.statementId, await idOf("S2")));
  expect(waits).toMatchObject([{ because: "opening_contradicts", acceptedBy: expect.stringMatching(/^person:/) }]);

  // Two statements end with the balance that the next one contradicts.
  for (const number of ["V1", "V2"])
    await bring(number, [{ cents: 1, on: "2026-11-27", bankReference: number }], { on: "2026-11-27", opening: 25_000 });
  await bring("S3", [{ cents: 2, on: "2026-11-28", bankReference: "C1" }], { on: "2026-11-28", opening: 999 });
  const waitOfLast = async () => (await statements()).find(({ number }) => number === "S3")?.wait;
  expect(await waitOfLast()).toMatchObject({ contradicts: { closingCents: 25_001 } });
  await withdraw("V1");
  expect(await waitOfLast()).toMatchObject({ contradicts: { closingCents: 25_001 } });
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
