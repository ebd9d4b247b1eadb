import { eq } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { payoutItems, payoutReports } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { StatementRefusal } from "@/server/bank/statements/statement";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { HOUR_MS } from "@/server/domain/formats/time";
import { givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenRefundFile } from "@/server/testing/given-refund-file";
import { givenBankingCompany, receivedFile } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { type MadeReport, reportFile, reportStyles } from "@/server/testing/report-files";
import { camtFile } from "@/server/testing/statement-files";
import { createRefundFile } from "./create-refund-file";
import { cancelItem, markPaid } from "./end-item";
import { getRefundFile } from "./get-refund-file";
import { keepPayment } from "./keep-payment";
import { listOwed } from "./list-owed";
import { listRefundFiles } from "./list-refund-files";

/** A file with two refunds, of 5.00 and 3.00, and functions that bring reports about it. */
async function givenReported() {
  const given = await givenRefundFile();
  const { five: first, three: second } = given;
  const bring = (report: Omit<MadeReport, "fileId"> & { fileId?: string }, style = reportStyles[0]) =>
    given.store(reportFile({ fileId: given.messageId, ...report }, style), "report.xml");
  const items = async () => {
    const file = (await listRefundFiles(db, given.partner.actor, null)).find(({ id }) => id === given.payoutId);
    return (file?.items ?? []).toSorted((one, other) => other.amountCents - one.amountCents);
  };
  const owed = async () => (await listOwed(db, given.partner.actor, null)).map(({ amountCents }) => amountCents);
  return { ...given, one: first, two: second, bring, items, owed };
}

function zipped(files: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

test.each(reportStyles)(
  "a report $name ends the rejected payment, whose money is owed again and can be put into a new file",
  async (style) => {
    const { bring, one, two, items, owed, outstanding, ...given } = await givenReported();
    const outcome = await bring(
      {
        status: "PART",
        payments: [
          { endToEndId: one.endToEndId, status: "RJCT", reason: "AC04", texts: ["Account closed"], amount: "5.00" },
          { endToEndId: two.endToEndId, status: "ACSP" },
        ],
      },
      style,
    );
    expect(outcome).toMatchObject({
      isRepeated: false,
      statements: [],
      reports: [{ status: "partly", rejected: 1, names: 0, contradicted: 0, unknown: 0 }],
    });
    expect(await items()).toMatchObject([
      { status: "rejected", reportStatus: "rejected", reasonCode: "AC04", reasonText: "Account closed", contradiction: null },
      { status: "ordered", reportStatus: "accepted" },
    ]);
    expect(await owed()).toEqual([500]);
    expect(await outstanding()).toBe(-500);
    const [again] = await listOwed(db, given.partner.actor, null);
    if (!again) throw new Error("It is owed again");
    const { kind, id, amountCents } = again;
    await createRefundFile(db, given.actor, given.company.id, [{ kind, id, amountCents, iban: "NL20INGB0001234567" }]);
    expect(await owed()).toEqual([]);
  },
);

test("a rejected file ends all its payments, and is not handed out again", async () => {
  const { bring, items, owed, ...given } = await givenReported();
  expect(await bring({ status: "RJCT", reason: "FF01", partId: null })).toMatchObject({ reports: [{ status: "rejected", rejected: 2 }] });
  expect(await items()).toMatchObject([
    { status: "rejected", reasonCode: "FF01" },
    { status: "rejected", reasonCode: "FF01" },
  ]);
  expect(await owed()).toEqual([500, 300]);
  await expect(getRefundFile(db, given.actor, given.payoutId)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("a rejected part ends its payments, unless the report says otherwise of one", async () => {
  const { bring, two, items } = await givenReported();
  await bring({ status: "PART", partStatus: "RJCT", payments: [{ endToEndId: two.endToEndId, status: "ACCP" }] });
  expect(await items()).toMatchObject([{ status: "rejected" }, { status: "ordered", reportStatus: "accepted" }]);
});

test.each(["ACCP", "ACTC", "ACSP", "ACWC", "ACSC", "PDNG", "PART", "RCVD"])(
  "a file with status %s stays in progress, and books nothing",
  async (status) => {
    const { bring, items, owed, outstanding, ...given } = await givenReported();
    const means: Record<string, string> = { ACSC: "executed", PDNG: "pending", RCVD: "pending", PART: "partly" };
    await bring({ status, partId: null });
    const [file] = await listRefundFiles(db, given.partner.actor, null);
    expect(file?.report).toMatchObject({ status: means[status] ?? "accepted", saidAt: new Date("2026-11-26T08:15:00Z") });
    expect((await items()).map((item) => item.status)).toEqual(["ordered", "ordered"]);
    expect(await outstanding()).toBe(-500);
    expect(await owed()).toEqual([]);
  },
);

test.each(["AM05", "DUPL", "DU01"])(
  "a file that is rejected as sent twice (%s) stays in progress: the first one counts",
  async (reason) => {
    const { bring, items, owed } = await givenReported();
    await bring({ status: "ACCP", partId: null });
    expect(await bring({ id: "R2", saidAt: "2026-11-26T10:00:00", status: "RJCT", reason, partId: null })).toMatchObject({
      reports: [{ rejected: 0, contradicted: 2 }],
    });
    expect(await items()).toMatchObject([
      { status: "ordered", contradiction: "duplicate" },
      { status: "ordered", contradiction: "duplicate" },
    ]);
    expect(await owed()).toEqual([]);
  },
);

test("the same report, and the same report in another file, changes nothing the second time", async () => {
  const { bring, store, one, items, owed, messageId, ...given } = await givenReported();
  const payments = [{ endToEndId: one.endToEndId, status: "RJCT", reason: "AC01" }];
  await bring({ payments });
  const before = await items();
  expect(await bring({ payments })).toMatchObject({ isRepeated: true, reports: [] });
  const packed = zipped({ "report.xml": reportFile({ fileId: messageId, payments }, reportStyles[0]) });
  expect(await store(packed, "reports.zip")).toMatchObject({ isRepeated: false, reports: [{ rejected: 0 }] });
  expect(await items()).toEqual(before);
  expect(await owed()).toEqual([500]);
  expect(await db.select().from(payoutReports).where(eq(payoutReports.payoutId, given.payoutId))).toHaveLength(1);
});

test("of two simultaneous copies of a rejection, one ends the payment", async () => {
  const { bring, one, owed } = await givenReported();
  const payments = [{ endToEndId: one.endToEndId, status: "RJCT", reason: "AC01" }];
  const outcomes = await Promise.all([1, 2, 3].map((copy) => bring({ id: `R${copy}`, payments })));
  expect(outcomes.map(({ reports }) => reports[0]?.rejected).sort()).toEqual([0, 0, 1]);
  expect(await owed()).toEqual([500]);
});

test("an older report changes nothing of what a later one says", async () => {
  const { bring, one, items, owed } = await givenReported();
  const about = (status: string, saidAt: string) =>
    bring({ id: status, saidAt, payments: [{ endToEndId: one.endToEndId, status, reason: status === "RJCT" ? "AC01" : undefined }] });
  await about("ACSP", "2026-11-26T12:00:00+01:00");
  expect(await about("RJCT", "2026-11-26T10:30:00Z")).toMatchObject({ reports: [{ rejected: 0 }] });
  expect(await items()).toMatchObject([{ status: "ordered", reportStatus: "accepted" }, { status: "ordered" }]);
  expect(await owed()).toEqual([]);
  expect(await about("RJCT", "2026-11-26T11:00:01Z")).toMatchObject({ reports: [{ rejected: 1 }] });
});

test("a payment that a statement has booked stays booked if a report rejects it, and a person is told", async () => {
  const { bring, one, items, owed, outstanding, told, ...given } = await givenReported();
  await told([{ cents: -500, endToEndId: one.endToEndId, iban: "NL20INGB0001234567", bankReference: "P1" }], { id: "S3" });
  expect(await bring({ payments: [{ endToEndId: one.endToEndId, status: "RJCT", reason: "AC04" }] })).toMatchObject({
    reports: [{ rejected: 0, contradicted: 1 }],
  });
  expect(await items()).toMatchObject([{ status: "paid", contradiction: "paid", reasonCode: "AC04" }, { status: "ordered" }]);
  const subjects = async () => (await mailsTo(given.second.person.email)).map(({ subject }) => subject);
  expect((await subjects()).join()).toContain("does not fit");
  expect(await owed()).toEqual([]);
  expect(await outstanding()).toBe(0);
  // The bank's statement then shows the return, and the money is owed again, once.
  await told([{ cents: 500, endToEndId: one.endToEndId, returnReason: "AC04", iban: "", bankReference: "P2" }], { id: "S4" });
  expect(await items()).toMatchObject([{ status: "returned", contradiction: null }, { status: "ordered" }]);
  expect(await owed()).toEqual([500]);
  await bring({ id: "R9", payments: [{ endToEndId: one.endToEndId, status: "RJCT", reason: "AC04" }] });
  expect(await owed()).toEqual([500]);
  expect(await subjects()).toHaveLength(1);
});

test.each(["rejected", "taken out"])("a payment that was %s, but that a statement shows, is booked and no longer owed", async (how) => {
  const { bring, one, items, owed, outstanding, told, transactions, ...given } = await givenReported();
  if (how === "rejected") await bring({ payments: [{ endToEndId: one.endToEndId, status: "RJCT", reason: "AC04" }] });
  else {
    await cancelItem(db, given.actor, one.id);
    expect(await bring({ payments: [{ endToEndId: one.endToEndId, status: "ACSP" }] })).toMatchObject({ reports: [{ contradicted: 1 }] });
    expect((await items())[0]).toMatchObject({ status: "cancelled", contradiction: "ended" });
  }
  expect(await owed()).toEqual([500]);
  await told([{ cents: -500, endToEndId: one.endToEndId, iban: "NL20INGB0001234567", bankReference: "P1" }], { id: "S3" });
  expect((await transactions()).at(-1)).toMatchObject({ amountCents: -500, state: "booked" });
  expect(await items()).toMatchObject([{ status: "paid" }, { status: "ordered" }]);
  expect(await owed()).toEqual([]);
  expect(await outstanding()).toBe(0);
  const ended = await db.select().from(refunds).where(eq(refunds.invoiceId, given.invoice.id));
  expect(ended.map(({ status }) => status).sort()).toEqual(["failed", "paid"]);
});

test("a rejected payment that was given back by a new file, and that a statement shows, waits for a person", async () => {
  const { bring, one, items, told, transactions, outstanding, ...given } = await givenReported();
  await bring({ payments: [{ endToEndId: one.endToEndId, status: "RJCT", reason: "AC04" }] });
  const again = { kind: "invoice" as const, id: given.invoice.id, amountCents: 500, iban: "NL20INGB0001234567" };
  await createRefundFile(db, given.actor, given.company.id, [again]);
  await told([{ cents: -500, endToEndId: one.endToEndId, iban: "NL20INGB0001234567", bankReference: "P1" }], { id: "S3" });
  expect((await transactions()).at(-1)).toMatchObject({ amountCents: -500, state: "open" });
  expect(await outstanding()).toBe(-500);
});

test("names that do not match wait for a second person, who keeps the payment or takes it out", async () => {
  const { bring, one, two, items, owed, ...given } = await givenReported();
  expect(
    await bring(
      {
        status: "RVCM",
        payments: [
          { endToEndId: one.endToEndId, status: "RVMC", texts: ["Ada Brandsma-de Wit"] },
          { endToEndId: two.endToEndId, status: "RVNM" },
        ],
      },
      reportStyles[5],
    ),
  ).toMatchObject({ reports: [{ status: null, names: 2, rejected: 0 }] });
  expect(await items()).toMatchObject([
    { status: "ordered", nameCheck: "close", bankName: "Ada Brandsma-de Wit", isNameOpen: true },
    { status: "ordered", nameCheck: "different", bankName: null, isNameOpen: true },
  ]);
  // The file's author is not asked, and cannot decide to keep it.
  expect((await mailsTo(given.first.person.email)).map(({ body }) => body).join()).toContain(`/bank/refunds?company=${given.company.id}`);
  expect(await mailsTo(given.second.person.email)).toEqual([]);
  await expect(getRefundFile(db, given.actor, given.payoutId)).rejects.toMatchObject({ code: "second_person_required" });
  await expect(markPaid(db, given.actor, one.id)).rejects.toMatchObject({ code: "second_person_required" });
  const seen = { itemId: one.id, bankName: "Ada Brandsma-de Wit" };
  await expect(keepPayment(db, given.actor, seen)).rejects.toMatchObject({ code: "payout_is_own" });
  await expect(keepPayment(db, given.first.actor, { ...seen, bankName: "Ada" })).rejects.toMatchObject({ code: "changed_meanwhile" });
  await keepPayment(db, given.first.actor, seen);
  await expect(keepPayment(db, given.first.actor, seen)).rejects.toMatchObject({ code: "changed_meanwhile" });
  await cancelItem(db, given.actor, two.id);
  expect(await owed()).toEqual([300]);
  expect(await items()).toMatchObject([
    { status: "ordered", isNameOpen: false, nameKeptByName: given.first.person.name },
    { status: "cancelled", isNameOpen: false },
  ]);
  expect(await getRefundFile(db, given.actor, given.payoutId)).toContain("<NbOfTxs>1</NbOfTxs>");
  // The same result again keeps the decision; another name asks again.
  const close = (id: string, name: string) =>
    bring({ id, saidAt: "2026-11-26T11:00:00", payments: [{ endToEndId: one.endToEndId, status: "RVMC", texts: [name] }] });
  expect(await close("R2", "Ada Brandsma-de Wit")).toMatchObject({ reports: [{ names: 0 }] });
  expect(await close("R3", "A. de Wit")).toMatchObject({ reports: [{ names: 1 }] });
  expect((await items())[0]).toMatchObject({ bankName: "A. de Wit", isNameOpen: true, nameKeptByName: null });
});

test("matching names, and those that could not be compared, need no decision", async () => {
  const { bring, one, two, items, ...given } = await givenReported();
  await bring({
    status: "RVCM",
    payments: [
      { endToEndId: one.endToEndId, status: "RCVC" },
      { endToEndId: two.endToEndId, status: "RVNA", reason: "NOAP" },
    ],
  });
  expect(await items()).toMatchObject([
    { nameCheck: "matched", isNameOpen: false },
    { nameCheck: "unknown", isNameOpen: false },
  ]);
  expect(await getRefundFile(db, given.actor, given.payoutId)).toContain("<NbOfTxs>2</NbOfTxs>");
});

test("if nobody else can decide about a name, the file's author can after a day", async () => {
  const { bring, one, items, ...given } = await givenReported();
  await given.disable(given.first);
  await bring({ payments: [{ endToEndId: one.endToEndId, status: "RVNM" }] });
  const [item] = await items();
  expect(item?.nameAloneFrom).toBeInstanceOf(Date);
  const keep = (clockOffsetMs: number) => keepPayment(db, { ...given.actor, clockOffsetMs }, { itemId: one.id, bankName: null });
  await expect(keep(23 * HOUR_MS)).rejects.toMatchObject({ code: "payout_is_own" });
  await keep(25 * HOUR_MS);
});

test.each(["another partner", "a member who does not see the company"])(
  "a report of %s about the file is refused, changes nothing, and does not tell that the file exists",
  async (whose) => {
    const { items, messageId, one, ...given } = await givenReported();
    const before = await items();
    const other = whose === "another partner" ? await givenPartner() : given.partner;
    const elsewhere = await givenBankingCompany(other);
    const { actor } = await givenMember(other, { accessLevel: "money", companyIds: [elsewhere.company.id] });
    const bring = (fileId: string) =>
      storeStatementFile(
        db,
        actor,
        { name: "report.xml" },
        receivedFile(reportFile({ fileId, status: "RJCT", payments: [{ endToEndId: one.endToEndId, status: "RJCT" }] })),
      ).catch((error: unknown) => error as StatementRefusal);
    const refused = await bring(messageId);
    const invented = await bring("f".repeat(35));
    expect(refused).toBeInstanceOf(StatementRefusal);
    expect(refused).toMatchObject({ reason: "unknown_refund_file", line: 4, element: "OrgnlGrpInfAndSts/OrgnlMsgId" });
    const told = (error: unknown) => ({ ...(error as StatementRefusal), message: "", found: "" });
    expect(told(refused)).toEqual(told(invented));
    expect(await items()).toEqual(before);
    // The same bytes, brought before by somebody who sees the file, do not tell either.
    await given.store(reportFile({ fileId: messageId, status: "RJCT", payments: [{ endToEndId: one.endToEndId, status: "RJCT" }] }));
    expect(await bring(messageId)).toMatchObject({ reason: "unknown_refund_file" });
  },
);

test("a file that waits for a second person cannot be with the bank, so no report ends its payments", async () => {
  const given = await givenRefundFile({ aboveCents: 100 });
  const refused = given.store(reportFile({ fileId: given.messageId, status: "RJCT", partId: null }));
  await expect(refused).rejects.toMatchObject({ reason: "unknown_refund_file" });
  const items = await db.select().from(payoutItems).where(eq(payoutItems.payoutId, given.payoutId));
  expect(items.map(({ status }) => status)).toEqual(["ordered", "ordered"]);
});

test("payments of another part, of another amount and of no file are counted, and change nothing", async () => {
  const { bring, one, items } = await givenReported();
  const rejected = { status: "RJCT", reason: "AC01" };
  expect(await bring({ partId: "SALARIES", payments: [{ ...rejected, endToEndId: one.endToEndId }] })).toMatchObject({
    reports: [{ rejected: 0, unknown: 1 }],
  });
  expect(
    await bring({
      id: "R2",
      payments: [
        { ...rejected, endToEndId: one.endToEndId, amount: "5.01" },
        { ...rejected, endToEndId: "ELSE" },
      ],
    }),
  ).toMatchObject({ reports: [{ rejected: 0, unknown: 2 }] });
  expect((await items()).map(({ status }) => status)).toEqual(["ordered", "ordered"]);
});

test("a bank that does not name the file is understood by the id of its part", async () => {
  const { bring, messageId, items } = await givenReported();
  await bring({ fileId: "NOTPROVIDED", partId: messageId, partStatus: "RJCT" });
  expect((await items()).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("an archive of statements and reports is stored whole; reports about other files are left out by their ids", async () => {
  const { one, messageId, store, items, iban } = await givenReported();
  const archive = zipped({
    "statement.xml": camtFile([{ iban, id: "S9", opening: 5_000, entries: [{ cents: -100, text: "Fee" }] }]),
    "salaries.xml": reportFile({ fileId: "SALARIES-11", status: "ACCP" }),
    "refunds.xml": reportFile({ fileId: messageId, payments: [{ endToEndId: one.endToEndId, status: "RJCT", reason: "AC01" }] }),
  });
  expect(await store(archive, "bank.zip")).toMatchObject({
    statements: [{ entries: 1 }],
    reports: [{ rejected: 1 }],
    unknownReports: ["SALARIES-11"],
  });
  expect((await items()).map(({ status }) => status)).toEqual(["rejected", "ordered"]);
});
