import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { debitFiles, debitReports } from "@/db/schema/debit-files";
import { payments } from "@/db/schema/payments";
import { StatementRefusal } from "@/server/bank/statements/statement";
import { batchOf, booking, COLLECTED_ON, type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { reportFile, reportStyles } from "@/server/testing/report-files";

async function givenTwo(options: { isWaiting?: boolean } = {}) {
  const given = await givenDebitsAtBank([{ amounts: [1_000, 500] }, { collectOn: "2026-11-26" }], options);
  const [household, single] = given.debits as [DebitAtBank, DebitAtBank];
  const status = async () => (await given.debitsNow()).map((debit) => debit.status);
  return { ...given, household, single, status };
}

const rejects = ({ debit }: DebitAtBank, reason = "AC04") => ({ endToEndId: debit.endToEndId, status: "RJCT", reason });

test.each(reportStyles)("a report $name rejects a debit: its payments have failed, and the customer is told", async (style) => {
  const given = await givenTwo();
  const about = {
    fileId: given.messageId,
    status: "PART",
    payments: [{ ...rejects(given.household), texts: ["Account closed"], amount: "15.00" }],
  };
  const stored = await given.store(reportFile(about, style), "report.xml");
  expect(stored.debitReports).toMatchObject([{ status: "partly", rejected: 1, contradicted: 0, unknown: 0, debitFileId: given.id }]);
  const { id, holder } = given.household.debit;
  expect(stored.debitReports[0]?.rejectedDebits).toEqual([
    { id, holder, amountCents: 1_500, reasonCode: "AC04", reasonText: "Account closed" },
  ]);
  expect(await given.debitsNow()).toMatchObject([
    { status: "rejected", reportStatus: "rejected", reasonCode: "AC04", reasonText: "Account closed" },
    { status: "at_bank", reportStatus: null },
  ]);
  expect(await given.announced(given.household.invoices)).toEqual(["payment_failed", "payment_failed"]);
  const failed = await db.select().from(payments).where(eq(payments.debitId, given.household.debit.id));
  expect(failed.map((payment) => payment.status)).toEqual(["failed", "failed"]);
  for (const invoice of given.household.invoices) expect(await given.lines(invoice)).toEqual([]);
  expect(await given.mandate(given.household.debit)).toMatchObject({ endedReason: "returned", lastCollectedOn: COLLECTED_ON });
  expect(await given.mandate(given.single.debit)).toMatchObject({ endedAt: null, lastCollectedOn: null });
});

describe("a report about", () => {
  test.each([
    ["the whole file, still checked, changes nothing", { status: "PDNG" }, ["at_bank", "at_bank"]],
    ["the whole file, accepted, books nothing", { status: "ACCP" }, ["at_bank", "at_bank"]],
    ["the whole file, carried out, books nothing", { status: "ACSC" }, ["at_bank", "at_bank"]],
    ["a part of the file names none", { status: "PART" }, ["at_bank", "at_bank"]],
    ["a second copy of the file keeps the first", { status: "RJCT", reason: "AM05" }, ["at_bank", "at_bank"]],
  ])("%s", async (_what, about, expected) => {
    const given = await givenTwo();
    await given.report(about);
    expect(await given.status()).toEqual(expected);
    expect(await Promise.all(given.debits.flatMap(({ invoices }) => invoices.map(given.lines)))).toEqual([[], [], []]);
  });

  test("a batch concerns its debits alone", async () => {
    const given = await givenTwo();
    await given.report({ status: "PART", partId: batchOf(given.single), partStatus: "RJCT" });
    expect(await given.debitsNow()).toMatchObject([{ reportStatus: null }, { status: "at_bank", reportStatus: "rejected" }]);
  });

  test("a batch is enough if the bank does not name the file", async () => {
    const given = await givenTwo();
    const about = { fileId: "NOTPROVIDED", partId: batchOf(given.household), partStatus: "RJCT" };
    await given.store(reportFile(about), "report.xml");
    expect(await given.debitsNow()).toMatchObject([{ status: "at_bank", reportStatus: "rejected" }, { reportStatus: null }]);
  });

  test("an unknown reason rejects the debit, and leaves the mandate to a person", async () => {
    const given = await givenTwo();
    await given.report({ payments: [rejects(given.single, "XX99")] });
    expect(await given.debitsNow()).toMatchObject([{ status: "at_bank" }, { status: "rejected", reasonCode: "XX99" }]);
    expect(await given.mandate(given.single.debit)).toMatchObject({ endedAt: null });
  });
});

test("the time of a report is that of the bank's country if the bank states no offset", async () => {
  const given = await givenTwo();
  const accepts = { payments: [{ endToEndId: given.single.debit.endToEndId, status: "ACCP" }] };
  const local = await given.report({ id: "R1", saidAt: "2026-11-26T10:00:00", ...accepts });
  expect(local.debitReports).toMatchObject([{ saidAt: new Date("2026-11-26T09:00:00Z") }]);
  const stated = await given.report({ id: "R2", saidAt: "2026-11-26T10:30:00+01:00", ...accepts });
  expect(stated.debitReports).toMatchObject([{ saidAt: new Date("2026-11-26T09:30:00Z") }]);
  // Earlier by 15 minutes, although its text is later than that of the moment above in UTC.
  await given.report({ id: "R3", saidAt: "2026-11-26T10:15:00", payments: [rejects(given.single)] });
  expect((await given.debitsNow()).map(({ reportStatus }) => reportStatus)).not.toContain("rejected");
});

test("a report that comes twice, or is older than another one, changes nothing", async () => {
  const given = await givenTwo();
  await given.report({ id: "R1", saidAt: "2026-11-26T10:00:00", payments: [rejects(given.single)] });
  const again = await given.report({ id: "R1", saidAt: "2026-11-26T10:00:00", payments: [rejects(given.single)], reason: "again" });
  expect(again.debitReports).toMatchObject([{ rejected: 0, contradicted: 0 }]);
  await given.report({ id: "R0", saidAt: "2026-11-26T09:00:00", status: "ACCP" });
  expect(await given.debitsNow()).toMatchObject([{ reportStatus: "accepted" }, { status: "rejected", reportStatus: "rejected" }]);
  expect(await given.announced(given.single.invoices)).toEqual(["payment_failed"]);
  expect(await db.$count(debitReports, eq(debitReports.debitFileId, given.id))).toBe(2);
});

test("a rejection after the booking changes no line; a report that accepts a rejected debit, or a second copy, is mailed to people", async () => {
  const given = await givenTwo();
  const { person } = await givenMember(given.partner, { role: "administrator", name: "Femke Aarts" });
  await given.told([booking(given.single, { on: "2026-11-26" })]);
  await given.report({ payments: [rejects(given.single)] });
  const [invoice] = given.single.invoices;
  expect(await given.debitsNow()).toMatchObject([{ status: "at_bank" }, { status: "booked", reportStatus: "rejected" }]);
  expect(invoice && (await given.lines(invoice))).toEqual(["PAYMENT-LINE -10.00 sdd"]);
  const told = async () => (await mailsTo(person.email)).filter(({ kind }) => kind === "debitsToCheck").length;
  expect(await told()).toBe(0);
  await given.report({ id: "R2", saidAt: "2026-11-26T11:00:00", payments: [rejects(given.household)] });
  const accepted = await given.report({
    ...{ id: "R3", saidAt: "2026-11-26T12:00:00" },
    payments: [{ endToEndId: given.household.debit.endToEndId, status: "ACCP" }],
  });
  expect(accepted.debitReports).toMatchObject([{ contradicted: 1 }]);
  expect(await told()).toBe(1);
  await given.report({ id: "R4", saidAt: "2026-11-26T13:00:00", status: "ACSC" });
  expect(await told()).toBe(1);
});

test("a refusal of the whole file for a reason of its own, after a debit of it was collected, is counted, and mailed to people once", async () => {
  const given = await givenTwo();
  const { person } = await givenMember(given.partner, { role: "administrator", name: "Femke Aarts" });
  const told = async () => (await mailsTo(person.email)).filter(({ kind }) => kind === "debitsToCheck").length;
  await given.told([booking(given.single, { on: "2026-11-26" })]);
  const refused = await given.report({ status: "RJCT", reason: "FF01" });
  expect(refused.debitReports).toMatchObject([{ contradicted: 1 }]);
  expect(await told()).toBe(1);
  await given.report({ id: "R2", saidAt: "2026-11-26T11:00:00", status: "RJCT", reason: "FF01" });
  expect(await told()).toBe(1);
  expect(await given.status()).toEqual(["at_bank", "booked"]);
});

test.each([
  ["before", ["RJCT", "ACSP"]],
  ["after", ["ACSP", "RJCT"]],
] as const)(
  "a debit is rejected if the file is accepted afterwards, also if the rejection is read %s the acceptance",
  async (_when, order) => {
    const given = await givenTwo();
    for (const status of order)
      if (status === "RJCT") await given.report({ id: "R1", saidAt: "2026-11-26T10:00:00", payments: [rejects(given.single)] });
      else
        expect((await given.report({ id: "R2", saidAt: "2026-11-26T11:00:00", status })).debitReports).toMatchObject([{ contradicted: 0 }]);
    expect(await given.debitsNow()).toMatchObject([
      { status: "at_bank", reportStatus: "accepted" },
      { status: "rejected", reportStatus: "rejected", reasonCode: "AC04" },
    ]);
    expect(await given.announced(given.single.invoices)).toEqual(["payment_failed"]);
  },
);

test("a debit is not rejected by an older report if a newer one says that the file was collected", async () => {
  const given = await givenTwo();
  await given.report({ id: "R2", saidAt: "2026-11-26T11:00:00", status: "ACSC" });
  await given.report({ id: "R1", saidAt: "2026-11-26T10:00:00", payments: [rejects(given.single)] });
  expect(await given.status()).toEqual(["at_bank", "at_bank"]);
});

test("a report about a withdrawn file is mailed to people, because the bank has it", async () => {
  const given = await givenTwo();
  const { person } = await givenMember(given.partner, { role: "administrator", name: "Femke Aarts" });
  await db.update(debitFiles).set({ withdrawnAt: new Date(), withdrawnBy: "system" }).where(eq(debitFiles.id, given.id));
  const stored = await given.report({ status: "ACCP" });
  expect(stored.debitReports).toMatchObject([{ contradicted: 2 }]);
  expect((await mailsTo(person.email)).some(({ kind }) => kind === "debitsToCheck")).toBe(true);
});

test("a report of another partner, or about a file that waits for a second person, is refused with its line and element", async () => {
  const given = await givenTwo();
  const stranger = await givenBankingCompany();
  const file = reportFile({ fileId: given.messageId, status: "RJCT" });
  const refusal = { reason: "unknown_refund_file", element: "OrgnlGrpInfAndSts/OrgnlMsgId" };
  await expect(stranger.store(file)).rejects.toMatchObject(refusal);
  await expect(stranger.store(file)).rejects.toBeInstanceOf(StatementRefusal);
  const waiting = await givenTwo({ isWaiting: true });
  await expect(waiting.report({ status: "RJCT" })).rejects.toMatchObject(refusal);
  expect(await waiting.status()).toEqual(["at_bank", "at_bank"]);
});

test("debits that the file does not contain, or of another amount, are counted", async () => {
  const given = await givenTwo();
  const stored = await given.report({
    payments: [
      rejects(given.single),
      { ...rejects(given.household), amount: "15.01" },
      { endToEndId: "f".repeat(35), status: "RJCT", reason: "AC04" },
    ],
  });
  expect(stored.debitReports).toMatchObject([{ rejected: 1, unknown: 2 }]);
  expect(await given.status()).toEqual(["at_bank", "rejected"]);
});
