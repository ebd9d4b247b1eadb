import { setTimeout } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { withdrawnDebits } from "@/db/schema/withdrawn-debits";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { offerDebits } from "@/server/bank/payments/offer-debits";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { eraseCustomer } from "@/server/billing/customers/erase-customer";
import { exportCustomer } from "@/server/billing/customers/export-customer";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { DAY_MS } from "@/server/domain/formats/time";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { givenMember } from "@/server/testing/given-person";
import { accountOf, bankDayIn, filesOf, givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { reportFile } from "@/server/testing/report-files";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";
import { batchIdOf } from "./batch-id";
import { decideWithdrawnFile, type WithdrawnDecision } from "./decide-withdrawn-file";
import { getDebitFile } from "./get-debit-file";
import { listComing } from "./list-coming";
import { listDebitFiles } from "./list-debit-files";
import { prepareDebits } from "./prepare-debits";
import { withdrawDebitFile } from "./withdraw-debit-file";

/** A downloaded file of two debits, of 45.00 and 30.00, and functions that bring the bank's answers. */
async function givenFile() {
  const { partner, company, first } = await givenCollecting();
  const one = await givenPlannedDebit(partner, company);
  const other = await givenPlannedDebit(partner, company, { amounts: [3_000] });
  const [fileId = ""] = await makeFiles(first.actor, company);
  await getDebitFile(db, first.actor, fileId);
  const iban = (await getBankAccount(db, partner.actor, await accountOf(company))).current?.iban ?? "";
  let count = 0;
  const store = async (entries: MadeEntry[]) => {
    count += 1;
    const file = camtFile([{ iban, entries, id: `S${count}`, opening: 100_000 * count }]);
    await storeStatementFile(db, partner.actor, { name: "statement.xml" }, receivedFile(file));
  };
  return {
    ...{ partner, company, first, one, other, fileId },
    batchId: batchIdOf(painIdOf(fileId), { collectOn: one.debit.collectOn, scheme: "CORE", sequenceType: "RCUR" }),
    store,
    told: async (entries: MadeEntry[]) => {
      await store(entries);
      await lookAtDesk(partner);
    },
    report: async (made: Partial<Parameters<typeof reportFile>[0]> = {}) => {
      count += 1;
      const file = reportFile({ fileId: painIdOf(fileId), partId: null, id: `R${count}`, status: "ACCP", ...made });
      const stored = await storeStatementFile(db, partner.actor, { name: "report.xml" }, receivedFile(file));
      await lookAtDesk(partner);
      return stored;
    },
    withdraw: () => withdrawDebitFile(db, first.actor, fileId),
    states: async () =>
      (await db.select().from(bankTransactions).where(eq(bankTransactions.partnerId, partner.id))).map(({ state }) => state),
    statuses: async () =>
      (await db.select().from(debits).where(eq(debits.partnerId, partner.id)).orderBy(debits.id)).map(({ status }) => status),
    paidCents: async () => {
      const rows = await db.select().from(payments).where(eq(payments.partnerId, partner.id));
      return rows.filter(({ status }) => status === "paid").reduce((sum, { amountCents }) => sum + amountCents, 0);
    },
    decide: (decision: WithdrawnDecision) => decideWithdrawnFile(db, first.actor, fileId, decision),
    blockers: async () => (await listComing(db, first.actor, company.id)).listed.map(({ blocker }) => blocker),
  };
}

const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };

/** Lowers the parts of planned debits to what is owed, as the service does before it makes a file. */
const prepareNow = ({ partner, one, other }: Given) =>
  db.transaction((tx) => prepareDebits(tx, partner.actor, [one.debit.id, other.debit.id]));

type Given = Awaited<ReturnType<typeof givenFile>>;

const bookingOf = ({ one: { debit } }: Given): MadeEntry => ({ cents: 4_500, endToEndId: debit.endToEndId, text: "Season" });
const returnOf = ({ one: { debit } }: Given): MadeEntry => ({
  cents: -4_500,
  endToEndId: debit.endToEndId,
  isReversal: true,
  returnReason: "AM04",
});
const sumOf = ({ batchId }: Given): MadeEntry => ({ cents: 7_500, batchId, text: "Direct debits" });

describe("a file is not withdrawn once", () => {
  test.each<[string, (given: Given) => Promise<unknown>]>([
    ["an entry names one of its debits, before it is matched", (given) => given.store([bookingOf(given)])],
    ["an entry of another amount names one of its debits", (given) => given.told([{ ...bookingOf(given), cents: 4_400 }])],
    ["an entry names one of its batches, before it is matched", (given) => given.store([sumOf(given)])],
    ["an entry that fits no set of its debits names the file", (given) => given.told([{ cents: 7_400, batchId: painIdOf(given.fileId) }])],
    ["a return names one of its debits", (given) => given.told([{ ...returnOf(given), cents: -4_800 }])],
    ["a report names it", (given) => given.report({ status: "RCVD" })],
  ])("%s", async (_, act) => {
    const given = await givenFile();
    await act(given);
    const before = await given.statuses();
    await expect(given.withdraw()).rejects.toMatchObject({ code: "debit_file_at_bank" });
    expect(await given.statuses()).toEqual(before);
  });
});

describe("a withdrawn file that the bank has after all:", () => {
  test.each<[string, (given: Given) => Promise<unknown>]>([
    ["an entry collects one of its debits", (given) => given.told([bookingOf(given)])],
    ["an entry collects its batch as one sum", (given) => given.told([sumOf(given)])],
    ["an entry takes one of its debits back", (given) => given.told([returnOf(given)])],
  ])("%s: nothing is booked, and no debit of it goes into another file", async (_, act) => {
    const given = await givenFile();
    await given.withdraw();
    await act(given);
    expect(await given.states()).toEqual(["open"]);
    expect(await given.paidCents()).toBe(0);
    expect(await given.blockers()).toEqual(["bank_has_file", "bank_has_file"]);
    await expect(makeFiles(given.first.actor, given.company)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await given.statuses()).toEqual(["planned", "planned"]);
  });

  test("a report accepts it: no debit of it goes into another file", async () => {
    const given = await givenFile();
    await given.withdraw();
    await given.report();
    expect(await given.blockers()).toEqual(["bank_has_file", "bank_has_file"]);
  });

  test("a report rejects it: its debits go into another file", async () => {
    const given = await givenFile();
    await given.withdraw();
    await given.report();
    await given.report({ status: "RJCT", reason: "FF01", saidAt: "2026-11-26T10:15:00" });
    expect(await given.blockers()).toEqual([null, null]);
  });

  test("a report rejects one of its debits: that one goes into another file, and the others wait", async () => {
    const given = await givenFile();
    await given.withdraw();
    const payment = { endToEndId: given.other.debit.endToEndId, status: "RJCT", reason: "AC04" };
    await given.report({ status: "PART", partId: given.batchId, payments: [payment] });
    expect(await given.blockers()).toEqual(["bank_has_file", null]);
  });
});

test("a second file with the same debits is withdrawn without telling of another day: the bank may collect them by the first one", async () => {
  const given = await givenFile();
  await given.withdraw();
  await makeFiles(given.first.actor, given.company);
  await given.report();
  const wanted = { pageNumber: 1, pageSize: 20, fileId: null };
  const { entries } = await listDebitFiles(db, given.first.actor, given.company.id, wanted);
  const second = entries.find(({ withdrawnAt }) => withdrawnAt === null);
  await withdrawDebitFile(db, { ...given.first.actor, clockOffsetMs: 13 * DAY_MS }, second?.id ?? "");
  const rows = await db.select().from(debits).where(eq(debits.partnerId, given.partner.id));
  for (const row of rows) expect(row).toMatchObject({ status: "planned", collectOn: given.one.debit.collectOn, postponements: 0 });
});

describe("a person states that the bank has the file:", () => {
  test("its debits are at the bank on its day again, and the entry that waited is booked", async () => {
    const given = await givenFile();
    await given.withdraw();
    await given.told([sumOf(given)]);
    await given.decide("bank_has_it");
    await lookAtDesk(given.partner);
    expect(await given.states()).toEqual(["booked"]);
    expect(await given.statuses()).toEqual(["booked", "booked"]);
    expect(await given.paidCents()).toBe(7_500);
    const [file] = await filesOf(given.first.actor, given.company);
    expect(file).toMatchObject({ foundByName: "Femke Aarts", withdrawnByName: "Femke Aarts", waitingCount: 0 });
    await expect(given.decide("bank_has_it")).rejects.toMatchObject({ code: "changed_meanwhile" });
    await expect(getDebitFile(db, given.first.actor, given.fileId)).rejects.toMatchObject({ code: "changed_meanwhile" });
  });

  test("although they were put off meanwhile: they have the day of the file", async () => {
    const given = await givenFile();
    await withdrawDebitFile(db, { ...given.first.actor, clockOffsetMs: 13 * DAY_MS }, given.fileId);
    await given.report();
    await given.decide("bank_has_it");
    const rows = await db.select().from(debits).where(eq(debits.partnerId, given.partner.id));
    for (const row of rows) expect(row).toMatchObject({ status: "at_bank", fileId: given.fileId, collectOn: given.one.debit.collectOn });
  });

  test("it is one as any other: a person assigns a sum to its debits, and a later report asks nobody to check it", async () => {
    const given = await givenFile();
    await given.withdraw();
    await given.report();
    await given.decide("bank_has_it");
    const { person } = await givenMember(given.partner, { role: "administrator" });
    expect(await given.report({ status: "ACSC", saidAt: "2026-11-26T12:00:00" })).toMatchObject({ debitReports: [{ contradicted: 0 }] });
    expect(await mailsTo(person.email)).toEqual([]);
    await given.told([{ cents: 3_000, text: "Collections", on: given.one.debit.collectOn }]);
    const [sum] = await db.select().from(bankTransactions).where(eq(bankTransactions.partnerId, given.partner.id));
    expect(await offerDebits(db, given.first.actor, sum?.id ?? "")).toMatchObject([
      { fileId: given.fileId, debits: [{ amountCents: 4_500, isRejected: false }, { amountCents: 3_000 }] },
    ]);
  });

  test("while a debit is booked, which locks its invoice and then its mandate: nobody waits for the other", async () => {
    const given = await givenFile();
    await given.withdraw();
    await given.report();
    const {
      invoices: [invoice],
      debit,
    } = given.one;
    let deciding: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from invoices where id = ${invoice?.id ?? ""} for update`);
      deciding = given.decide("bank_has_it");
      await setTimeout(500);
      await tx.execute(sql`select from mandates where id = ${debit.mandateId} for no key update nowait`);
    });
    await deciding;
    expect(await given.statuses()).toEqual(["at_bank", "at_bank"]);
  });

  test("while a mandate is being changed: it is refused, and the mandate is not waited for", async () => {
    const given = await givenFile();
    await given.withdraw();
    await given.report();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from mandates where id = ${given.one.debit.mandateId} for no key update`);
      await expect(given.decide("bank_has_it")).rejects.toMatchObject({ code: "changed_meanwhile" });
    });
    expect(await given.statuses()).toEqual(["planned", "planned"]);
  });

  test("a debit that collects less by now, or has no mandate, stays out, and waits", async () => {
    const given = await givenFile();
    await given.withdraw();
    await given.report();
    await creditAmount(db, given.partner.actor, given.one.invoices[0]?.id ?? "", 1, { amountCents: 500, description: "Left early" });
    await prepareNow(given);
    await given.decide("bank_has_it");
    expect(await given.statuses()).toEqual(["planned", "at_bank"]);
    expect(await given.blockers()).toEqual(["bank_has_file"]);
    await given.told([bookingOf(given)]);
    expect(await given.states()).toEqual(["open"]);
    expect(await given.statuses()).toEqual(["planned", "at_bank"]);
  });
});

test("a person states that the bank collects nothing of the file: its debits go into another one, until the bank names it again", async () => {
  const given = await givenFile();
  await given.withdraw();
  await given.report();
  await given.decide("not_collected");
  expect(await given.blockers()).toEqual([null, null]);
  await given.told([bookingOf(given)]);
  expect(await given.blockers()).toEqual(["bank_has_file", "bank_has_file"]);
  await given.decide("not_collected");
  await makeFiles(given.first.actor, given.company);
  expect(await given.statuses()).toContain("at_bank");
});

test("the desk says to which withdrawn file a payment belongs", async () => {
  const given = await givenFile();
  await given.withdraw();
  await given.told([bookingOf(given)]);
  const [found] = await db.select().from(bankTransactions).where(eq(bankTransactions.partnerId, given.partner.id));
  const described = await describeTransaction(db, given.first.actor, found?.id ?? "");
  expect(described.withdrawnFile).toMatchObject({ id: given.fileId, companyId: given.company.id, isWaiting: true });
});

test("an erasure blanks what a withdrawn file stated", async () => {
  const given = await givenFile();
  await given.withdraw();
  const invoiceId = given.one.invoices[0]?.id ?? "";
  await creditAndRetractInvoice(db, given.partner.actor, invoiceId, retraction);
  const rows = () => db.select().from(withdrawnDebits).where(eq(withdrawnDebits.debitId, given.one.debit.id));
  expect(await rows()).toMatchObject([{ stated: { holder: "Ada Brandsma" } }]);
  expect(await exportCustomer(db, given.partner.actor, { invoiceId })).toMatchObject({ withdrawnDebits: [{ fileId: given.fileId }] });
  await eraseCustomer(db, given.partner.actor, { invoiceId });
  expect(await rows()).toMatchObject([{ stated: null, fileCents: 4_500 }]);
});

test("a debit that was collected by its second file is paid, although it was in a withdrawn one", async () => {
  const given = await givenFile();
  await given.withdraw();
  const [again = ""] = await makeFiles(given.first.actor, given.company);
  await getDebitFile(db, given.first.actor, again);
  await given.told([bookingOf(given)]);
  expect(await given.states()).toEqual(["booked"]);
  expect(await given.statuses()).toEqual(["booked", "at_bank"]);
  // The first file is collected as well: a person decides.
  await given.told([{ ...bookingOf(given), on: bankDayIn(16) }, sumOf(given)]);
  expect((await given.states()).toSorted()).toEqual(["booked", "open", "open"]);
  expect(await given.paidCents()).toBe(4_500);
});

test("a second file that nobody has downloaded is not handed out, and what the first one collects is not taken for it", async () => {
  const given = await givenFile();
  await given.withdraw();
  const [again = ""] = await makeFiles(given.first.actor, given.company);
  await given.told([bookingOf(given)]);
  expect(await given.states()).toEqual(["open"]);
  await expect(getDebitFile(db, given.first.actor, again)).rejects.toMatchObject({ code: "debit_file_outdated" });
  await withdrawDebitFile(db, given.first.actor, again);
  expect(await given.blockers()).toEqual(["bank_has_file", "bank_has_file"]);
});
