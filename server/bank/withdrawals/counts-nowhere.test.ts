import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { partners } from "@/db/schema/partners";
import { deskRankings } from "@/db/schema/probable-payments";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { rankDesk } from "@/server/bank/payments/rank-desk";
import { listStatements } from "@/server/bank/statements/list-statements";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { findPaymentAtDesk } from "@/server/billing/invoices/find-payment-at-desk";
import { newId } from "@/server/platform/id";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled, lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { camtFile, type MadeEntry, type MadeStatement, type StatementStyle } from "@/server/testing/statement-files";
import { withdrawStatement } from "./withdraw-statement";

const PAYER = "NL20INGB0001234567";

/** An account, a person, and an invoice of 45.00 for Ada Brandsma. */
async function given() {
  const company = await givenBankingCompany();
  const { partner, iban } = company;
  const { actor } = await givenMember(partner);
  const { invoice } = await givenBilled(company, {
    amountCents: 4_500,
    invoice: { customerFirstName: "Ada", customerLastName: "Brandsma" },
  });
  const bring = async (id: string, entries: MadeEntry[], { style, ...made }: Partial<MadeStatement> & { style?: StatementStyle } = {}) => {
    await storeStatementFile(db, actor, { name: `${id}.xml` }, receivedFile(camtFile([{ iban, id, entries, ...made }], style)));
    await lookAtDesk(partner);
  };
  const statements = async () => (await listStatements(db, actor, { companyId: null, pageNumber: 1, pageSize: 50 })).entries;
  const idOf = async (number: string) => (await statements()).find((statement) => statement.number === number)?.id ?? "";
  const withdraw = async (number: string) => withdrawStatement(db, actor, { statementId: await idOf(number), reason: "wrong account" });
  const states = async () => (await company.transactions()).map(({ amountCents, state }) => `${amountCents} ${state}`);
  return { ...company, actor, invoice, bring, statements, idOf, withdraw, states };
}

const dues = { cents: 4_500, name: "Ada Brandsma", text: "dues", iban: PAYER, bankReference: "B1" };

test("outgoing money is not asked about because its amount came in a statement that is withdrawn", async () => {
  const { bring, withdraw, states } = await given();
  await bring("W", [dues]);
  await withdraw("W");
  await bring("S2", [{ cents: -4_500, iban: PAYER, text: "Transfer", bankReference: "B2" }]);
  expect(await states()).toEqual(["4500 withdrawn", "-4500 noted"]);
});

test("a withdrawn payment is not ranked again, however old its ranking is, and holds nothing even if it is in the queue", async () => {
  const { partner, invoice, bring, withdraw, transactions } = await given();
  await bring("W", [dues]);
  expect(await findPaymentAtDesk(db, invoice)).not.toBeNull();
  await withdraw("W");
  const [payment] = await transactions();
  await db
    .update(bankTransactions)
    .set({ rankedAt: null })
    .where(eq(bankTransactions.id, payment?.id ?? ""));
  expect(await rankDesk(db, { scope: { partnerId: partner.id } })).toBe(0);
  await db.insert(deskRankings).values({ partnerId: partner.id, bankTransactionId: payment?.id ?? "" });
  await rankDesk(db, { scope: { partnerId: partner.id } });
  expect(await findPaymentAtDesk(db, invoice)).toBeNull();
});

test("an account whose payer becomes known queues its payments at the desk, but no withdrawn ones", async () => {
  const { partner, actor, invoice, bring, withdraw, transactions } = await given();
  await bring("W", [dues]);
  await withdraw("W");
  await bring("S2", [dues, { ...dues, cents: 700, bankReference: "B2" }], { on: "2026-11-26" });
  const [withdrawn, paid, other] = await transactions();
  const seen = { transactionId: paid?.id ?? "", seenDecisions: 0 };
  await bookAsSeen(db, actor, seen, [{ invoiceId: invoice.id, amountCents: 4_500 }]);
  const queued = await db.select().from(deskRankings).where(eq(deskRankings.partnerId, partner.id));
  const ids = queued.map(({ bankTransactionId }) => bankTransactionId);
  expect(ids).toContain(other?.id);
  expect(ids).not.toContain(withdrawn?.id);
});

test("a withdrawn statement that waited is listed among the others, and waits no more", async () => {
  const { partner, bring, withdraw, statements } = await given();
  await db.update(partners).set({ secondPersonAboveCents: 1_000 }).where(eq(partners.id, partner.id));
  await bring("W", [dues], { on: "2026-11-20" });
  await bring("S2", [{ cents: 100, bankReference: "B2" }]);
  expect(await statements()).toMatchObject([{ number: "W", wait: expect.anything() }, { number: "S2" }]);
  await withdraw("W");
  expect(await statements()).toMatchObject([
    { number: "S2", wait: null },
    { number: "W", wait: null, openCount: 0 },
  ]);
});

test("a withdrawn statement shows no gap before it", async () => {
  const { bring, withdraw, statements } = await given();
  await bring("S1", [{ cents: 100, bankReference: "A1" }], { on: "2026-11-20", opening: 0 });
  await bring("W", [{ cents: 200, bankReference: "B1" }], { opening: 55_500 });
  expect(await statements()).toMatchObject([{ number: "W", gap: { closingCents: 100 } }, { number: "S1" }]);
  await withdraw("W");
  expect(await statements()).toMatchObject([{ number: "W", gap: null }, { number: "S1" }]);
});

test("approvers are mailed about a file above the limit if the author's file before it was withdrawn", async () => {
  const { partner, bring, withdraw } = await given();
  await db.update(partners).set({ secondPersonAboveCents: 1_000 }).where(eq(partners.id, partner.id));
  const { person } = await givenMember(partner);
  const mailed = async () => (await mailsTo(person.email)).length;
  await bring("W", [dues]);
  expect(await mailed()).toBe(1);
  await withdraw("W");
  await bring("S2", [{ ...dues, bankReference: "B2" }], { on: "2026-11-26" });
  expect(await mailed()).toBe(2);
  await bring("S3", [{ ...dues, bankReference: "B3" }], { on: "2026-11-27" });
  expect(await mailed()).toBe(2);
});

test("a withdrawn intraday report is no earlier version of the next one, whose payments keep the bank's order", async () => {
  const { bring, withdraw, states } = await given();
  const entries = [900, 100, 500].map((cents) => ({ cents, text: `dues ${cents}` }));
  await bring("W", entries.slice(0, 1), { style: "report8", opening: 0 });
  await withdraw("W");
  await bring("R2", entries, { style: "report8", opening: 0 });
  expect(await states()).toEqual(["900 withdrawn", "900 open", "100 open", "500 open"]);
});

test("a withdrawn statement without a record of its repeated entries keeps no earlier one", async () => {
  const { partner, bring, idOf, withdraw } = await given();
  await bring("S1", [dues]);
  const where = and(eq(bankStatements.partnerId, partner.id), eq(bankStatements.id, await idOf("S1")));
  const [stored] = await db.select().from(bankStatements).where(where);
  if (!stored) throw new Error("Nothing is stored");
  await db.insert(bankStatements).values({ ...stored, id: newId(), number: "before records" });
  await expect(withdraw("S1")).rejects.toMatchObject({ code: "bank_statement_may_be_shared" });
  await withdraw("before records");
  await withdraw("S1");
});
