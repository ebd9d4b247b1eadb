import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { debitReports } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { imports } from "@/db/schema/imports";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { addAmount } from "@/server/billing/collection/add-amount";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { amendMandate } from "@/server/billing/mandates/amend-mandate";
import { getMandate } from "@/server/billing/mandates/find-mandate";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { addWorkingDays, bankDayFrom } from "@/server/domain/banking/bank-days";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { updateDebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { givenPayment, times } from "@/server/testing/given";
import { accountOf, bankDayIn, filesOf, givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { camtFile } from "@/server/testing/statement-files";
import { leavesOf } from "@/server/testing/xml-leaves";
import { approveDebitFile } from "./approve-debit-file";
import { createDebitFiles } from "./create-debit-files";
import { getDebitFile } from "./get-debit-file";
import { listComing } from "./list-coming";
import { listDebitsOfFile } from "./list-debits-of-file";
import { nameDebitFile } from "./name-debit-file";
import { postponeLateDebits } from "./postpone-late-debits";
import { withdrawDebitFile } from "./withdraw-debit-file";

type Collecting = Awaited<ReturnType<typeof givenCollecting>>;

const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
const page = { pageNumber: 1, pageSize: 100 };

const partsOf = (debitId: string) => db.select().from(payments).where(eq(payments.debitId, debitId)).orderBy(payments.id);
const stateOf = async (debitId: string) => (await db.select().from(debits).where(eq(debits.id, debitId)))[0];
const listed = async ({ first, company }: Collecting) => (await listComing(db, first.actor, company.id)).listed;

/** The texts of an element of a file. */
async function said({ first }: Pick<Collecting, "first">, fileId: string, ending: string): Promise<string[]> {
  return leavesOf(await getDebitFile(db, first.actor, fileId)).flatMap(([path, text]) => (path.endsWith(ending) ? text : []));
}

test("a file contains the planned debits, and their payments are then in progress", async () => {
  const given = await givenCollecting();
  const { partner, company, first } = given;
  const { debit, mandate, invoices } = await givenPlannedDebit(partner, company, { amounts: [3_000, 1_550] });
  const [fileId = ""] = await makeFiles(first.actor, company);
  expect(await said(given, fileId, "EndToEndId")).toEqual([debit.endToEndId]);
  expect(await said(given, fileId, "InstdAmt")).toEqual(["45.50"]);
  expect(await said(given, fileId, "MsgId")).toEqual([painIdOf(fileId)]);
  expect(await said(given, fileId, "MndtId")).toEqual([mandate.reference]);
  expect(await said(given, fileId, "ReqdColltnDt")).toEqual([debit.collectOn]);
  for (const invoice of invoices) {
    expect((await said(given, fileId, "Ustrd"))[0]).toContain(invoice.externalInvoiceNumber);
    await expect(creditAndRetractInvoice(db, partner.actor, invoice.id, retraction)).rejects.toMatchObject({ code: "payment_in_progress" });
  }
  expect((await partsOf(debit.id)).map(({ status }) => status)).toEqual(["pending", "pending"]);
  expect(await listed(given)).toEqual([]);
  const [file] = await filesOf(first.actor, company);
  expect(file).toMatchObject({
    ...{ id: fileId, debitsCount: 1, amountCents: 4_550, firstOn: debit.collectOn, isWithBank: false, createdByName: "Femke Aarts" },
    states: [{ status: "at_bank", count: 1, amountCents: 4_550 }],
  });
  const { entries, totalEntries } = await listDebitsOfFile(db, first.actor, fileId, page);
  expect(totalEntries).toBe(1);
  expect(entries).toMatchObject([{ id: debit.id, amountCents: 4_550, invoices: invoices.map(({ id }) => ({ id })) }]);
});

test("the payer's text names invoice and customer, and the import's title at the end unless it has none of its own", async () => {
  const given = await givenCollecting();
  const { partner, company, first } = given;
  const titled = await givenPlannedDebit(partner, company, { amounts: [3_000, 1_550] });
  const untitled = await givenPlannedDebit(partner, company);
  for (const { importId } of titled.invoices) await db.update(imports).set({ title: "Fees of the season" }).where(eq(imports.id, importId));
  const [fileId = ""] = await makeFiles(first.actor, company);
  const named = (invoices: InvoiceDetails[]) =>
    invoices.map(
      ({ externalInvoiceNumber, customerFirstName, customerLastName }) =>
        `${externalInvoiceNumber} ${customerFirstName} ${customerLastName}`,
    );
  const [one, other] = [named(titled.invoices), named(untitled.invoices)];
  expect((await said(given, fileId, "Ustrd")).toSorted()).toEqual([[...one, "Fees of the season"].join(", "), other.join(", ")].toSorted());
});

test("only the rest of a partly paid invoice is collected, and never more than was announced", async () => {
  const given = await givenCollecting();
  const { partner, company, first } = given;
  const less = await givenPlannedDebit(partner, company, { amounts: [3_000, 1_000] });
  const more = await givenPlannedDebit(partner, company);
  const [partly] = less.invoices;
  const [raised] = more.invoices;
  await creditAmount(db, partner.actor, partly?.id ?? "", 1, { amountCents: 500, description: "Left early" });
  await addAmount(db, partner.actor, raised?.id ?? "", 1, { amountCents: 700, description: "Ball" });
  const [fileId = ""] = await makeFiles(first.actor, company);
  const { entries } = await listDebitsOfFile(db, first.actor, fileId, page);
  expect(entries.map(({ id, amountCents }) => [id, amountCents])).toEqual([
    [less.debit.id, 3_500],
    [more.debit.id, 4_500],
  ]);
  expect((await partsOf(less.debit.id)).map(({ amountCents }) => amountCents)).toEqual([2_500, 1_000]);
});

test("a part whose invoice is held is taken out, and the rest is collected", async () => {
  const { partner, company, first } = await givenCollecting();
  const { debit, invoices } = await givenPlannedDebit(partner, company, { amounts: [3_000, 1_000] });
  await holdInvoice(db, partner.actor, invoices[0]?.id ?? "", { kind: "stopped", reason: "Hardship" });
  await makeFiles(first.actor, company);
  expect((await partsOf(debit.id)).map(({ status }) => status)).toEqual(["cancelled", "pending"]);
  expect(await stateOf(debit.id)).toMatchObject({ status: "at_bank", amountCents: 4_000, fileCents: 1_000 });
});

describe("a planned debit goes into no file, and the list says why,", () => {
  test("once the bank must have had it", async () => {
    const given = await givenCollecting();
    await givenPlannedDebit(given.partner, given.company, { collectOn: bankDayIn(1) });
    expect(await listed(given)).toMatchObject([{ blocker: "late" }]);
  });

  test("as long as its day is more than 14 days ahead, for which banks take no file", async () => {
    const given = await givenCollecting();
    const { partner, company, first } = given;
    const soon = await givenPlannedDebit(partner, company);
    const collectOn = bankDayFrom(addDays(dayAt(new Date()), 15), "target");
    const far = await givenPlannedDebit(partner, company, { collectOn });
    const [day, farDay] = (await listComing(db, first.actor, company.id)).accounts[0]?.days ?? [];
    expect(day).toMatchObject({ collectOn: soon.debit.collectOn, isEarly: false });
    expect(farDay).toMatchObject({ collectOn, isEarly: true, fileFrom: addDays(collectOn, -14), ready: { count: 0 } });
    const days = [soon.debit.collectOn, collectOn];
    const chosen = { bankAccountId: await accountOf(company), days, seen: { count: 2, amountCents: 9_000 } };
    await expect(createDebitFiles(db, first.actor, chosen)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await makeFiles(first.actor, company);
    expect(await listed(given)).toMatchObject([{ id: far.debit.id, blocker: "early" }]);
    const onFirstDay = { ...first.actor, clockOffsetMs: daysFrom(dayAt(new Date()), addDays(collectOn, -14)) * DAY_MS };
    expect((await listComing(db, onFirstDay, company.id)).listed).toMatchObject([{ blocker: null }]);
  });

  test("if its mandate was withdrawn", async () => {
    const given = await givenCollecting();
    const { mandate } = await givenPlannedDebit(given.partner, given.company);
    await withdrawMandate(db, given.partner.actor, mandate.id);
    expect(await listed(given)).toMatchObject([{ blocker: "mandate" }]);
  });

  test("until its announcement has left", async () => {
    const given = await givenCollecting();
    await givenPlannedDebit(given.partner, given.company, { isAnnounced: false });
    expect(await listed(given)).toMatchObject([{ blocker: "not_announced" }]);
  });

  test("while a payment on a statement is probably for its invoice, or is not ranked yet", async () => {
    const given = await givenCollecting();
    const { partner, company, first } = given;
    const { debit } = await givenPlannedDebit(partner, company);
    const bankAccountId = await accountOf(company);
    const iban = (await getBankAccount(db, partner.actor, bankAccountId)).current?.iban ?? "";
    const statement = camtFile([{ iban, entries: [{ cents: 4_500, name: "Ada Brandsma" }] }]);
    await storeStatementFile(db, partner.actor, { name: "statement.xml" }, receivedFile(statement));
    const chosen = { bankAccountId, days: [debit.collectOn], seen: { count: 1, amountCents: 4_500 } };
    await expect(createDebitFiles(db, first.actor, chosen)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await lookAtDesk(partner);
    expect(await listed(given)).toMatchObject([{ blocker: "at_desk" }]);
    await expect(createDebitFiles(db, first.actor, chosen)).rejects.toMatchObject({ code: "changed_meanwhile" });
  });

  test("while its customer pays online", async () => {
    const given = await givenCollecting();
    const { invoices } = await givenPlannedDebit(given.partner, given.company);
    if (invoices[0]) await givenPayment(invoices[0], { provider: null });
    expect(await listed(given)).toMatchObject([{ blocker: "payment_in_progress" }]);
  });

  test("if the account is outside the EEA and the address has no city", async () => {
    const given = await givenCollecting();
    const swiss = { iban: "CH9300762011623852957", bic: "POFICHBEXXX" };
    const address = { customerAddress1: "Rue du Pré", customerZipcode: "1204", customerCountryCode: "CH" };
    await givenPlannedDebit(given.partner, given.company, { mandate: swiss, invoice: { ...address, customerCity: null } });
    const { debit } = await givenPlannedDebit(given.partner, given.company, {
      mandate: swiss,
      invoice: { ...address, customerCity: "Genève" },
    });
    expect((await listed(given)).map(({ blocker }) => blocker)).toEqual(["address", null]);
    const [fileId = ""] = await makeFiles(given.first.actor, given.company);
    expect(await said(given, fileId, "EndToEndId")).toEqual([debit.endToEndId]);
    expect(await said(given, fileId, "TwnNm")).toEqual(["Geneve"]);
    expect(await said(given, fileId, "DbtrAgt/FinInstnId/BICFI")).toEqual(["POFICHBEXXX"]);
  });

  test.each([
    ["CH", "CH9300762011623852957"],
    ["GB", "GB29NWBK60161331926819"],
    ["MC", "MC5811222000010123456789030"],
    ["SM", "SM86U0322509800000000270100"],
  ])(
    "if the account is in %s, and the BIC of its bank is not known, until it is recorded; others go into one",
    async (countryCode, iban) => {
      const given = await givenCollecting();
      const { partner, company, first } = given;
      const invoice = { customerAddress1: "Via 1", customerZipcode: "1204", customerCity: "Genève", customerCountryCode: countryCode };
      const { mandate } = await givenPlannedDebit(partner, company, { mandate: { iban }, invoice });
      await givenPlannedDebit(partner, company);
      expect((await listed(given)).map(({ blocker }) => blocker)).toEqual(["bic", null]);
      expect(await makeFiles(first.actor, company)).toHaveLength(1);
      await amendMandate(db, first.actor, mandate.id, { holder: mandate.holder, iban, bic: "test ch 22" });
      expect(await listed(given)).toMatchObject([{ blocker: null }]);
      expect(await getMandate(db, first.actor, mandate.id)).toMatchObject({ bic: "TESTCH22", amendments: [] });
    },
  );
});

test("debits for which no file was made in time are put off to a day that leaves the days of notice, as many as the person saw", async () => {
  const given = await givenCollecting();
  const { partner, company, first } = given;
  const late = await givenPlannedDebit(partner, company, { collectOn: bankDayIn(1) });
  const inTime = await givenPlannedDebit(partner, company, { collectOn: bankDayIn(7) });
  const bankAccountId = await accountOf(company);
  const { accounts } = await listComing(db, first.actor, company.id);
  expect(accounts[0]?.laterDays).toEqual([{ collectOn: bankDayIn(14), count: 1, amountCents: 4_500 }]);
  await expect(postponeLateDebits(db, first.actor, bankAccountId, 2)).rejects.toMatchObject({ code: "changed_meanwhile" });
  await postponeLateDebits(db, first.actor, bankAccountId, 1);
  expect(await stateOf(late.debit.id)).toMatchObject({ status: "planned", collectOn: bankDayIn(14), postponements: 1 });
  expect(await stateOf(inTime.debit.id)).toMatchObject({ collectOn: inTime.debit.collectOn, postponements: 0 });
  expect((await listed(given)).map(({ blocker }) => blocker)).toEqual([null, "not_announced"]);
});

test("of ten people who make the same file at once one succeeds", async () => {
  const { partner, company, first, second } = await givenCollecting();
  const { debit } = await givenPlannedDebit(partner, company);
  const chosen = { bankAccountId: await accountOf(company), days: [debit.collectOn], seen: { count: 1, amountCents: 4_500 } };
  const outcomes = await Promise.allSettled(times(10, (nth) => createDebitFiles(db, (nth % 2 ? first : second).actor, chosen)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "changed_meanwhile" });
  expect(await filesOf(first.actor, company)).toHaveLength(1);
});

test("a file is not made if other debits are ready than the person saw", async () => {
  const { partner, company, first } = await givenCollecting();
  const { debit } = await givenPlannedDebit(partner, company);
  const bankAccountId = await accountOf(company);
  const right = { bankAccountId, days: [debit.collectOn], seen: { count: 1, amountCents: 4_500 } };
  const wrong = [
    { ...right, seen: { count: 2, amountCents: 4_500 } },
    { ...right, seen: { count: 1, amountCents: 4_400 } },
    { ...right, days: [bankDayIn(13)] },
  ];
  for (const chosen of wrong) await expect(createDebitFiles(db, first.actor, chosen)).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect(await stateOf(debit.id)).toMatchObject({ status: "planned" });
});

describe("a file above the partner's limit", () => {
  async function givenLarge() {
    const given = await givenCollecting();
    await db.update(partners).set({ secondPersonAboveCents: 4_000 }).where(eq(partners.id, given.partner.id));
    const { debit } = await givenPlannedDebit(given.partner, given.company);
    const [fileId = ""] = await makeFiles(given.first.actor, given.company);
    return { ...given, debit, fileId };
  }

  test("is downloaded only once a second person, who is mailed, has approved it", async () => {
    const { first, second, company, fileId, debit } = await givenLarge();
    await expect(getDebitFile(db, first.actor, fileId)).rejects.toMatchObject({ code: "second_person_required" });
    await expect(approveDebitFile(db, first.actor, fileId)).rejects.toMatchObject({ code: "debit_file_is_own" });
    const mails = await mailsTo(second.person.email);
    expect(mails.map(({ subject }) => subject)).toContain(`Direct debits of ${company.name} need your approval`);
    await approveDebitFile(db, second.actor, fileId);
    await expect(approveDebitFile(db, second.actor, fileId)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await getDebitFile(db, first.actor, fileId)).toContain(debit.endToEndId);
    expect(await filesOf(first.actor, company)).toMatchObject([{ approvedByName: "Idris Bell" }]);
  });

  test("needs a second person also if a small one before it brought the sum of the day near the limit", async () => {
    const { partner, company, first } = await givenCollecting();
    await db.update(partners).set({ secondPersonAboveCents: 5_000 }).where(eq(partners.id, partner.id));
    for (const needsApproval of [false, true]) {
      await givenPlannedDebit(partner, company);
      await makeFiles(first.actor, company);
      expect((await filesOf(first.actor, company))[0]).toMatchObject({ needsApproval });
    }
  });

  test("is not approved after it was withdrawn", async () => {
    const { first, second, fileId } = await givenLarge();
    await withdrawDebitFile(db, first.actor, fileId);
    await expect(approveDebitFile(db, second.actor, fileId)).rejects.toMatchObject({ code: "changed_meanwhile" });
  });
});

describe("a file that the bank does not have", () => {
  test("is withdrawn: its debits are planned again, can be paid otherwise, and go into another file with another id", async () => {
    const given = await givenCollecting();
    const { partner, company, first } = given;
    const { debit, invoices } = await givenPlannedDebit(partner, company, { amounts: [3_000, 1_000] });
    const [before = ""] = await makeFiles(first.actor, company);
    await getDebitFile(db, first.actor, before);
    await withdrawDebitFile(db, first.actor, before);
    await expect(withdrawDebitFile(db, first.actor, before)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await expect(getDebitFile(db, first.actor, before)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await stateOf(debit.id)).toMatchObject({ status: "planned", fileId: null, iban: null });
    expect((await partsOf(debit.id)).map(({ status }) => status)).toEqual(["scheduled", "scheduled"]);
    await creditAndRetractInvoice(db, partner.actor, invoices[0]?.id ?? "", retraction);
    const [after = ""] = await makeFiles(first.actor, company);
    expect(await said(given, after, "MsgId")).not.toEqual([painIdOf(before)]);
    expect(await said(given, after, "InstdAmt")).toEqual(["10.00"]);
    expect(await filesOf(first.actor, company)).toMatchObject([
      { id: after, withdrawnAt: null },
      { id: before, withdrawnByName: "Femke Aarts", states: [], debitsCount: 1, amountCents: 4_000 },
    ]);
  });

  test("is withdrawn too late for the day of its debits: they are put off", async () => {
    const { partner, company, first } = await givenCollecting();
    const { debit } = await givenPlannedDebit(partner, company);
    const [fileId = ""] = await makeFiles(first.actor, company);
    await withdrawDebitFile(db, { ...first.actor, clockOffsetMs: 13 * DAY_MS }, fileId);
    expect(await stateOf(debit.id)).toMatchObject({ status: "planned", collectOn: bankDayIn(27), postponements: 1 });
  });

  test("is not withdrawn once the bank has reported about a debit of it", async () => {
    const { partner, company, first } = await givenCollecting();
    const { debit } = await givenPlannedDebit(partner, company);
    const [fileId = ""] = await makeFiles(first.actor, company);
    await db.update(debits).set({ reportStatus: "pending", reportedAt: new Date() }).where(eq(debits.id, debit.id));
    await expect(withdrawDebitFile(db, first.actor, fileId)).rejects.toMatchObject({ code: "debit_file_at_bank" });
    expect(await db.$count(debitReports, eq(debitReports.debitFileId, fileId))).toBe(0);
    expect(await stateOf(debit.id)).toMatchObject({ status: "at_bank" });
  });
});

test("a file is the same each time, and is not handed out once a debit of it was rejected or its day has come", async () => {
  const { partner, company, first } = await givenCollecting();
  const { debit } = await givenPlannedDebit(partner, company);
  const other = await givenPlannedDebit(partner, company);
  const [fileId = ""] = await makeFiles(first.actor, company);
  const file = await getDebitFile(db, first.actor, fileId);
  await db.update(companies).set({ name: "Another name", city: "Kiel" }).where(eq(companies.id, company.id));
  expect(await getDebitFile(db, first.actor, fileId)).toBe(file);
  const later = { ...first.actor, clockOffsetMs: 40 * DAY_MS };
  await expect(getDebitFile(db, later, fileId)).rejects.toMatchObject({ code: "debit_file_too_late" });
  await db.transaction(async (tx) => {
    const endedAt = new Date();
    await tx.update(debits).set({ status: "rejected", endedAt }).where(eq(debits.id, debit.id));
    await tx.update(payments).set({ status: "failed", endedAt }).where(eq(payments.debitId, debit.id));
  });
  await expect(getDebitFile(db, first.actor, fileId)).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect(await stateOf(other.debit.id)).toMatchObject({ status: "at_bank" });
});

test("an account's settings decide about files, sequence types, booking and the creditor's address", async () => {
  const given = await givenCollecting();
  const { partner, company, first } = given;
  await db.update(companies).set({ city: "Kiel", zipcode: "24103" }).where(eq(companies.id, company.id));
  await updateDebitSettings(db, first.actor, await accountOf(company), {
    ...{ leadDays: 1, cutOffHour: 12, sequence: "FRST_FNAL" },
    ...{ isOneFilePerBatch: true, hasCreditorAddress: true, batchBooking: false },
  });
  const nextDay = addWorkingDays(bankDayIn(6), 1, "target");
  const { mandate } = await givenPlannedDebit(partner, company, { collectOn: bankDayIn(6) });
  await givenPlannedDebit(partner, company, { by: mandate, collectOn: nextDay });
  await givenPlannedDebit(partner, company, { mandate: { lastCollectedOn: "2026-10-01" }, collectOn: bankDayIn(6) });
  await givenPlannedDebit(partner, company, { mandate: { sequence: "one_off" } });
  const files = await makeFiles(first.actor, company);
  const stated = await Promise.all(files.map((id) => said(given, id, "SeqTp")));
  expect(stated.toSorted()).toEqual([["FRST"], ["OOFF"], ["RCUR"], ["RCUR"]]);
  for (const id of files) {
    expect(await said(given, id, "BtchBookg")).toEqual(["false"]);
    expect(await said(given, id, "Cdtr/PstlAdr/TwnNm")).toEqual(["Kiel"]);
  }
});

test("another partner's and another company's debits and files do not exist for a person", async () => {
  const { partner, company, first } = await givenCollecting();
  const stranger = await givenCollecting();
  const { debit } = await givenPlannedDebit(partner, company);
  const [fileId = ""] = await makeFiles(first.actor, company);
  const limited = { ...first.actor, companyIds: [stranger.company.id] };
  for (const actor of [stranger.first.actor, limited]) {
    const acts = [getDebitFile, approveDebitFile, withdrawDebitFile, nameDebitFile];
    for (const act of acts) await expect(act(db, actor, fileId)).rejects.toMatchObject({ code: "invalid_debit_file_id" });
    await expect(listDebitsOfFile(db, actor, fileId, page)).rejects.toMatchObject({ code: "invalid_debit_file_id" });
    const chosen = { bankAccountId: await accountOf(company), days: [debit.collectOn], seen: { count: 1, amountCents: 4_500 } };
    await expect(createDebitFiles(db, actor, chosen)).rejects.toMatchObject({ code: "invalid_bank_account_id" });
    await expect(listComing(db, actor, company.id)).rejects.toMatchObject({ code: "invalid_company_id" });
    await expect(filesOf(actor, company)).rejects.toMatchObject({ code: "invalid_company_id" });
  }
  expect(await stateOf(debit.id)).toMatchObject({ status: "at_bank" });
  expect(await db.$count(debits, eq(debits.partnerId, stranger.partner.id))).toBe(0);
});
