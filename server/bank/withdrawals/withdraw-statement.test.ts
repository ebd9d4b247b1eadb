import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { statementEntryKeys, statementFiles } from "@/db/schema/bank-statements";
import { invoices } from "@/db/schema/invoices";
import { securityEvents } from "@/db/schema/security-events";
import { countEntries } from "@/server/bank/entries/count-entries";
import { getStatement } from "@/server/bank/entries/get-statement";
import { listEntries } from "@/server/bank/entries/list-entries";
import { countBankWork } from "@/server/bank/payments/count-bank-work";
import { bookAsSeen, setAside } from "@/server/bank/payments/decide-transaction";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { listTransactions } from "@/server/bank/payments/list-transactions";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { listStatements } from "@/server/bank/statements/list-statements";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { whereAtDesk } from "@/server/billing/invoices/desk-gate";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { findPaymentAtDesk } from "@/server/billing/invoices/find-payment-at-desk";
import { getHome } from "@/server/desk/home/get-home";
import { transactionTabs } from "@/server/domain/rules/transaction-tabs";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled, lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { describeWithdrawal } from "./describe-withdrawal";
import { withdrawStatement } from "./withdraw-statement";

const page = { companyId: null, pageNumber: 1, pageSize: 50 };
const reason = "It was for the other account";
const dues = { cents: 4_500, name: "Ada Brandsma", text: "dues" };
const coffee = { cents: 700, name: "Bo Vermeer", text: "coffee" };
const rent = { cents: -38_000, name: "Boathouse", text: "rent" };

/** A club with two accounts, an invoice of 45.00 for Ada Brandsma, and British files, which name no account. */
async function given() {
  const company = await givenBankingCompany();
  const { partner } = company;
  const wrong = (await givenBankAccount(partner, company.company)).current?.iban ?? "";
  const { actor } = await givenMember(partner);
  const { invoice, reference } = await givenBilled(company, {
    amountCents: 4_500,
    invoice: { customerFirstName: "Ada", customerLastName: "Brandsma" },
  });
  const { sheet, layout } = await guessedLayoutOf(british(0, [coffee]));
  await keepLayout(db, actor, sheet.key, layout);
  /** Uploads a file as a person who is asked. Returns how many entries were new. */
  const upload = async (file: string, account: string) => {
    const asked = { companyId: null, isSure: false };
    const stored = await storeStatementFile(db, actor, { name: "november.csv", account, asked }, receivedFile(file));
    await lookAtDesk(partner);
    return stored.statements.map(({ newEntries }) => newEntries);
  };
  const statements = async () => (await listStatements(db, actor, page)).entries;
  const newest = async () => (await statements()).toSorted((one, other) => (one.id < other.id ? 1 : -1))[0]?.id ?? "";
  const withdraw = async (statementId?: string) => withdrawStatement(db, actor, { statementId: statementId ?? (await newest()), reason });
  const entriesOf = async (statementId: string) =>
    (await listEntries(db, actor, { ...all, statementId })).entries.map(({ text, outcome }) => [text.split(",")[0], outcome]);
  return { ...company, actor, invoice, reference, right: company.iban, wrong, upload, statements, newest, withdraw, entriesOf };
}

const filter = { outcome: null, category: null, sort: "place", direction: "asc" } as const;
const all = { ...filter, pageNumber: 1, pageSize: 50, paymentId: null };

function british(opening: number, entries: MadeEntry[], on = "2026-11-25"): string {
  return csvFile({ iban: "", on, opening, entries }, "british");
}

/** Everything that people read of the bank's money, without the list of statements. */
async function readAll({ actor, invoice }: Pick<Awaited<ReturnType<typeof given>>, "actor" | "invoice">) {
  const tabs = await Promise.all(transactionTabs.map((tab) => listTransactions(db, actor, { ...page, tab })));
  const { needsMe, currencies } = await getHome(db, actor);
  const atDesk = await db
    .select({ is: whereAtDesk(invoices) })
    .from(invoices)
    .where(eq(invoices.id, invoice.id));
  return {
    ...{ tabs, atDesk, needsMe, currencies },
    work: await countBankWork(db, actor),
    owed: await listOwed(db, actor, null),
    held: await findPaymentAtDesk(db, invoice),
    total: (await getInvoice(db, actor, invoice.id)).amountTotalCents,
  };
}

test("a statement that was given to a wrong account counts nowhere after it was withdrawn, and its file counts for the right one", async () => {
  const bank = await given();
  const { actor, upload, right, wrong, statements, newest, withdraw, entriesOf, partner } = bank;
  await upload(british(100_000, [{ cents: 100, text: "before" }], "2026-11-20"), right);
  const before = await readAll(bank);
  const file = british(100_100, [dues, coffee, rent]);
  expect(await upload(file, wrong)).toEqual([3]);
  expect((await countBankWork(db, actor)).toDecide.count).toBe(3);
  expect(await findPaymentAtDesk(db, bank.invoice)).not.toBeNull();
  const withdrawnId = await newest();
  expect(await describeWithdrawal(db, actor, withdrawnId)).toEqual({
    entries: 3,
    ownEntries: 3,
    decided: [],
    sharing: null,
    mayBeShared: false,
  });

  await withdraw();
  await lookAtDesk(partner);
  expect(await readAll(bank)).toEqual(before);
  expect(await statements()).toMatchObject([
    { id: withdrawnId, openCount: 0, wait: null, gap: null, withdrawal: { reason } },
    { withdrawal: null },
  ]);
  expect(await getStatement(db, actor, withdrawnId)).toMatchObject({
    ...{ iban: wrong, entries: 3, incomingCents: 5_200, outgoingCents: -38_000, unlistedEntries: 0 },
    withdrawal: { reason, byName: expect.any(String), at: expect.any(Date) },
  });
  expect((await entriesOf(withdrawnId)).map(([, outcome]) => outcome)).toEqual(["withdrawn", "withdrawn", "withdrawn"]);
  expect(await countEntries(db, actor, withdrawnId)).toMatchObject([{ outcome: "withdrawn", count: 3, amountCents: -32_800 }]);
  const logged = await db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "bank_statement_withdrawn")));
  expect(logged).toMatchObject([{ actor: `person:${actor.id}`, after: { statement: withdrawnId, account: wrong, withdrawnEntries: 3 } }]);
  expect(JSON.stringify(logged)).not.toContain(reason);

  // The same bytes are read again, without a question about the account: the withdrawn rows are not known any more.
  expect(await upload(file, right)).toEqual([3]);
  expect(await statements()).toMatchObject([{ iban: right, gap: null, wait: null }, { iban: wrong }, { iban: right }]);
  expect((await countBankWork(db, actor)).toDecide.count).toBe(3);
  const [payment] = (await bank.transactions()).filter(({ amountCents, state }) => amountCents === 4_500 && state === "open");
  const part = { invoiceId: bank.invoice.id, amountCents: 4_500 };
  await bookAsSeen(db, actor, { transactionId: payment?.id ?? "", seenDecisions: 0 }, [part]);
  expect((await getInvoice(db, actor, bank.invoice.id)).amountTotalCents).toBe(0);
  expect(await upload(file, right)).toEqual([0]);
});

test("a withdrawn statement can be stored for the same account again and again, each time as a new one", async () => {
  const { upload, wrong, statements, withdraw, partner } = await given();
  const file = british(100_000, [dues, coffee]);
  for (const count of [1, 2, 3]) {
    expect(await upload(file, wrong)).toEqual([2]);
    expect(await upload(file, wrong)).toEqual([0]);
    expect(await statements()).toHaveLength(count);
    await withdraw();
  }
  const files = await db.select().from(statementFiles).where(eq(statementFiles.partnerId, partner.id)).orderBy(statementFiles.id);
  expect(files.map(({ replacedAt }) => replacedAt !== null)).toEqual([true, true, false]);
  expect(await db.$count(statementEntryKeys, eq(statementEntryKeys.partnerId, partner.id))).toBe(0);
});

test("the next file of the account is not compared with a withdrawn statement", async () => {
  const { upload, wrong, withdraw } = await given();
  await upload(british(100_000, [dues]), wrong);
  const next = british(900_000, [coffee], "2026-11-26");
  await expect(upload(next, wrong)).rejects.toMatchObject({ reason: "doubtful_account" });
  await withdraw();
  expect(await upload(next, wrong)).toEqual([1]);
});

test("a file whose statement another file had brought is read again after that statement was withdrawn", async () => {
  const { upload, wrong, withdraw } = await given();
  const file = british(100_000, [dues, coffee]);
  const sameInOtherBytes = `${file}\n`;
  await upload(file, wrong);
  expect(await upload(sameInOtherBytes, wrong)).toEqual([0]);
  await withdraw();
  expect(await upload(sameInOtherBytes, wrong)).toEqual([2]);
  expect(await upload(file, wrong)).toEqual([0]);
});

test("while payments are decided, nothing is withdrawn; categories and money set aside do not matter", async () => {
  const { actor, upload, wrong, withdraw, transactions, newest, invoice, statements } = await given();
  await upload(british(100_000, [dues, coffee, rent]), wrong);
  const [ada, bo] = await transactions();
  await setAside(db, actor, { transactionId: bo?.id ?? "", seenDecisions: 0 }, "to_return");
  await bookAsSeen(db, actor, { transactionId: ada?.id ?? "", seenDecisions: 0 }, [{ invoiceId: invoice.id, amountCents: 4_500 }]);
  const before = await transactions();
  await expect(withdraw()).rejects.toMatchObject({ code: "bank_statement_decided" });
  expect(await transactions()).toEqual(before);
  expect(await statements()).toMatchObject([{ withdrawal: null, openCount: 0 }]);
  expect((await describeWithdrawal(db, actor, await newest())).decided).toEqual([{ reason: "booked", outcome: "booked", count: 1 }]);
});

test("nothing more can be decided about a withdrawn payment, and nobody finds it at the desk", async () => {
  const { actor, upload, wrong, withdraw, transactions } = await given();
  await upload(british(100_000, [coffee]), wrong);
  await withdraw();
  const [payment] = await transactions();
  const seen = { transactionId: payment?.id ?? "", seenDecisions: 0 };
  await expect(setAside(db, actor, seen, "later")).rejects.toMatchObject({ code: "bank_statement_withdrawn" });
  await expect(describeTransaction(db, actor, seen.transactionId)).rejects.toMatchObject({ code: "invalid_bank_transaction_id" });
  await expect(withdraw()).rejects.toMatchObject({ code: "bank_statement_withdrawn" });
});

test("a statement of another partner, or of a company that the person does not see, is not found", async () => {
  const { partner, upload, wrong, newest, statements } = await given();
  await upload(british(100_000, [coffee]), wrong);
  const statementId = await newest();
  const other = await givenBankingCompany(partner);
  const { actor: limited } = await givenMember(partner, { companyIds: [other.company.id] });
  for (const actor of [(await givenPartner()).actor, limited]) {
    await expect(withdrawStatement(db, actor, { statementId, reason })).rejects.toMatchObject({ code: "invalid_bank_statement_id" });
    await expect(describeWithdrawal(db, actor, statementId)).rejects.toMatchObject({ code: "invalid_bank_statement_id" });
  }
  expect(await statements()).toMatchObject([{ withdrawal: null }]);
});
