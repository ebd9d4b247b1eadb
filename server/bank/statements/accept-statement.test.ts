import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { securityEvents } from "@/db/schema/security-events";
import { statementWaits } from "@/db/schema/statement-waits";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { listTransactions } from "@/server/bank/payments/list-transactions";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, type MadeStatement } from "@/server/testing/statement-files";
import { acceptStatement } from "./accept-statement";
import { listStatements } from "./list-statements";

/** An account with 1,100.00 on 25 November, an invoice, and the bank's next statement. */
async function given() {
  const company = await givenBankingCompany();
  const { iban, partner, store } = company;
  const { invoice, reference } = await givenBilled(company);
  await store(camtFile([{ iban, opening: 100_000, entries: [{ cents: 10_000, text: "before" }] }]));
  const next = (opening: number, made: Partial<MadeStatement> = {}) =>
    camtFile([{ iban, id: "S2", on: "2026-11-26", opening, entries: [{ cents: 1_500, reference, on: "2026-11-26" }], ...made }]);
  const match = () => matchNewTransactions(db, { scope: { partnerId: partner.id } });
  const outstanding = async () => (await getInvoice(db, partner.actor, invoice.id)).amountTotalCents;
  const states = async () => (await company.transactions()).filter(({ text }) => text !== "before").map(({ state }) => state);
  const statementId = async () => {
    const waits = await db.select().from(statementWaits).where(eq(statementWaits.partnerId, partner.id));
    return waits[0]?.statementId ?? "";
  };
  return { ...company, next, match, outstanding, states, statementId, invoice, reference };
}

const page = { companyId: null, pageNumber: 1, pageSize: 50 };

test("a statement whose opening balance contradicts the last closing one is not booked until a person accepts it", async () => {
  const { partner, company, store, next, match, outstanding, states, statementId } = await given();
  expect((await store(next(120_000))).statements.map(({ waitsBecause }) => waitsBecause)).toEqual(["opening_contradicts"]);
  await match();
  expect(await states()).toEqual(["waiting"]);
  expect(await outstanding()).toBe(4_500);
  const { entries: statements } = await listStatements(db, partner.actor, page);
  const contradicts = { closingCents: 110_000, closingOn: "2026-11-25" };
  const wait = { openingCents: 120_000, contradicts, aboveLimit: [], blocker: null };
  expect(statements.map((statement) => statement.wait)).toEqual([expect.objectContaining(wait), null]);

  const { actor } = await givenMember(partner);
  await acceptStatement(db, actor, await statementId());
  await match();
  expect(await states()).toEqual(["booked"]);
  expect(await outstanding()).toBe(3_000);
  expect((await listStatements(db, partner.actor, page)).entries.map((statement) => statement.wait)).toEqual([null, null]);
  const where = and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "bank_statement_accepted"));
  expect(await db.select().from(securityEvents).where(where)).toMatchObject([
    { actor: `person:${actor.id}`, about: `company:${company.id}`, after: { because: "opening_contradicts" } },
  ]);
});

test("waiting payments are shown at the desk with the reason, and cannot be booked by hand", async () => {
  const { partner, store, next, transactions, invoice } = await given();
  await store(next(120_000));
  const { entries, counts } = await listTransactions(db, partner.actor, { ...page, tab: "open" });
  expect([entries.length, counts.open]).toEqual([2, 2]);
  const { id } = (await transactions()).at(-1) ?? { id: "" };
  expect((await describeTransaction(db, partner.actor, id)).wait).toMatchObject({
    openingCents: 120_000,
    contradicts: { closingCents: 110_000 },
  });
  const seen = { transactionId: id, seenDecisions: 0 };
  await expect(bookAsSeen(db, partner.actor, seen, [{ invoiceId: invoice.id, amountCents: 1_500 }])).rejects.toMatchObject({
    code: "bank_statement_waits",
  });
});

test.each([
  ["continues it", 110_000, {}],
  ["comes after a gap", 120_000, { id: "S4", on: "2026-11-28" }],
  [
    "overlaps another one",
    90_000,
    {
      entries: [
        { cents: 10_000, text: "before" },
        { cents: 20, on: "2026-11-26" },
      ],
    },
  ],
  ["is older than one already stored", 7_000, { on: "2026-11-20" }],
])("a statement that %s does not wait", async (_, opening, made) => {
  const { store, next } = await given();
  expect((await store(next(opening, made))).statements.map(({ waitsBecause }) => waitsBecause)).toEqual([null]);
});

test("a notification of a single entry does not wait, because it has no balances", async () => {
  const { store, iban, states } = await given();
  await store(camtFile([{ iban, id: "N1", on: "2026-11-26", entries: [{ cents: 1, on: "2026-11-26" }] }], "notification8"));
  expect(await states()).toEqual(["new"]);
});

test("a statement does not wait for the balance of an intraday report, because the report's day goes on", async () => {
  const { store, iban, next, states } = await given();
  await store(camtFile([{ iban, id: "I1", opening: 110_000, on: "2026-11-26", entries: [{ cents: 500, on: "2026-11-26" }] }], "report8"));
  const after = camtFile([{ iban, id: "S3", on: "2026-11-27", opening: 111_500, entries: [{ cents: 9, on: "2026-11-27" }] }]);
  expect((await store(after)).statements.map(({ waitsBecause }) => waitsBecause)).toEqual([null]);
  expect((await store(next(110_000))).statements.map(({ waitsBecause }) => waitsBecause)).toEqual([null]);
  expect(new Set(await states())).toEqual(new Set(["new"]));
});

test("payments that another file adds to a waiting statement also wait; the payments of the next statement do not", async () => {
  const { store, next, iban, states } = await given();
  await store(next(120_000));
  expect((await store(`${next(120_000)}\n`)).statements.map(({ waitsBecause }) => waitsBecause)).toEqual(["opening_contradicts"]);
  await store(mt940File({ iban, entries: [{ cents: 10_000, text: "before" }] }));
  const after = camtFile([{ iban, id: "S3", on: "2026-11-27", opening: 121_500, entries: [{ cents: 9, on: "2026-11-27" }] }]);
  expect((await store(after)).statements.map(({ waitsBecause }) => waitsBecause)).toEqual([null]);
  expect((await states()).filter((state) => state === "waiting")).toHaveLength(1);
});

test("of two simultaneous acceptances one succeeds; a person without access to the company gets invalid_bank_statement_id", async () => {
  const { partner, store, next, statementId } = await given();
  await store(next(120_000));
  const { actor: limited } = await givenMember(partner, { companyIds: [(await givenBankingCompany(partner)).company.id] });
  const id = await statementId();
  await expect(acceptStatement(db, limited, id)).rejects.toMatchObject({ code: "invalid_bank_statement_id" });
  await expect(acceptStatement(db, (await givenBankingCompany()).partner.actor, id)).rejects.toMatchObject({
    code: "invalid_bank_statement_id",
  });
  const outcomes = await Promise.allSettled([acceptStatement(db, partner.actor, id), acceptStatement(db, partner.actor, id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(acceptStatement(db, partner.actor, id)).rejects.toMatchObject({ code: "bank_statement_not_waiting" });
});

test("the reason for waiting stays on record", async () => {
  const { partner, store, next, statementId } = await given();
  await store(next(120_000));
  await acceptStatement(db, partner.actor, await statementId());
  const where = eq(statementWaits.partnerId, partner.id);
  await expect(db.update(statementWaits).set({ acceptedAt: new Date() }).where(where)).rejects.toThrow();
  await expect(db.delete(statementWaits).where(where)).rejects.toThrow();
});
