import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import { bankStatements, statementFiles } from "@/db/schema/bank-statements";
import type { Actor } from "@/server/actor";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { HOUR_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { closeBankAccount } from "@/server/tenancy/bank-accounts/close-bank-account";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { accountFacts, givenBankAccount } from "@/server/testing/given-bank-account";
import { givenBankingCompany, receivedFile } from "@/server/testing/given-statement";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";
import { keepLayout } from "./csv/kept-layouts";
import { previewStatementFile } from "./preview-statement-file";
import { storeStatementFile } from "./store-statement-file";

/** A club with two accounts; british files name neither account nor currency. Confirms their columns. */
async function givenTwoAccounts() {
  const given = await givenBankingCompany();
  const { partner, company } = given;
  const second = (await givenBankAccount(partner, company)).current?.iban ?? "";
  await settle(partner, csvFile({ iban: "", entries: [{ cents: 1 }] }, "british"));
  return { ...given, second, upload: uploadTo(partner), count: () => storedFiles(partner.id) };
}

async function settle({ actor }: { actor: Actor }, file: string): Promise<void> {
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, actor, sheet.key, layout);
}

/** Previews a file with the columns as they were guessed. */
async function previewGuessed({ actor }: { actor: Actor }, file: string) {
  const { sheet, layout } = await guessedLayoutOf(file);
  return previewStatementFile(db, actor, { sheet: sheet.key, layout }, receivedFile(file));
}

/** Uploads a file as a person at the portal does. */
function uploadTo({ actor }: { actor: Actor }) {
  return (file: string, account = "", answers: { companyId?: string; isSure?: boolean } = {}) =>
    storeStatementFile(
      db,
      actor,
      { name: "statement.csv", account, asked: { companyId: null, isSure: false, ...answers } },
      receivedFile(file),
    );
}

const storedFiles = async (partnerId: string) =>
  (await db.select().from(statementFiles).where(eq(statementFiles.partnerId, partnerId))).length;

const british = (opening: number, entries: MadeEntry[], on = "2026-11-25") => csvFile({ iban: "", on, opening, entries }, "british");
const raffle = { cents: 2_500, name: "Ada Brandsma", text: "raffle" };
const rent = { cents: -1_800, name: "Landlord", text: "rent" };
const coffee = { cents: 700, name: "Bo Vermeer", text: "coffee" };

test("a file whose balances break off from the account's last statement is stored only after a person has confirmed the account", async () => {
  const { iban, upload, count } = await givenTwoAccounts();
  await upload(british(100_000, [raffle]), iban);
  const other = british(440_716, [rent, coffee]);
  const asked = { reason: "doubtful_account", question: { doubt: expect.anything() } };
  await expect(upload(other, iban)).rejects.toMatchObject({
    ...asked,
    question: {
      doubt: {
        chosen: { iban },
        currency: "EUR",
        balance: { openingCents: 440_716, closingCents: 102_500, closingOn: "2026-11-25" },
        elsewhere: null,
      },
    },
  });
  expect(await count()).toBe(1);
  expect(await upload(other, iban, { isSure: true })).toMatchObject({ statements: [{ iban, newEntries: 2 }] });
  expect(await count()).toBe(2);
});

test("files that continue, precede or overlap the account's statements are stored without a question", async () => {
  const { iban, upload } = await givenTwoAccounts();
  await upload(british(100_000, [raffle, rent], "2026-11-20"), iban);
  expect(await upload(british(100_700, [coffee], "2026-11-24"), iban)).toMatchObject({ statements: [{ newEntries: 1 }] });
  expect(await upload(british(90_000, [{ cents: 10_000 }], "2026-11-02"), iban)).toMatchObject({ statements: [{ newEntries: 1 }] });
  const longer = british(100_000, [raffle, rent, { cents: 300, text: "stamps" }], "2026-11-20");
  expect(await upload(longer, iban)).toMatchObject({ statements: [{ entries: 3, newEntries: 1 }] });
});

test("a CSV file within a statement of another kind of file is stored without a question", async () => {
  const { iban, upload, store } = await givenTwoAccounts();
  await store(camtFile([{ iban, opening: 100_000, entries: [coffee, raffle, rent, { cents: -100, text: "fee" }] }]));
  expect(await upload(british(100_700, [raffle, rent]), iban)).toMatchObject({ statements: [{ entries: 2 }] });
});

test("rows that another account has already are reported, also if the chosen account has no statement yet", async () => {
  const { iban, second, upload, count } = await givenTwoAccounts();
  await upload(british(440_716, [raffle, rent]), iban);
  const longer = british(440_716, [raffle, rent, coffee]);
  await expect(upload(longer, second)).rejects.toMatchObject({
    reason: "doubtful_account",
    question: { doubt: { chosen: { iban: second }, balance: null, elsewhere: { iban, rows: 2 } } },
  });
  expect(await count()).toBe(1);
  expect(await upload(longer, iban)).toMatchObject({ statements: [{ entries: 3, newEntries: 1 }] });
});

test("the same fee of the same day in two accounts is no question if the balances differ, and is one in files without balances", async () => {
  const { iban, second, partner, upload } = await givenTwoAccounts();
  const fee = { cents: -590, name: "Bank", text: "monthly fee" };
  await upload(british(50_000, [fee]), iban);
  expect(await upload(british(80_000, [fee]), second)).toMatchObject({ statements: [{ iban: second, newEntries: 1 }] });
  const plain = (payer: string) => `Date,Payer,Text,Amount\n26/11/2026,${payer},monthly fee,-5.90\n26/11/2026,${payer},late,12.00`;
  await settle(partner, plain("Bank"));
  await upload(plain("Bank"), iban);
  await expect(upload(`${plain("Bank")}\n27/11/2026,Eve,new,3.00`, second)).rejects.toMatchObject({
    question: { doubt: { balance: null, elsewhere: { iban, rows: 2 } } },
  });
  expect(await upload(plain("Somebody else"), second)).toMatchObject({ statements: [{ newEntries: 2 }] });
});

test("payments of one day and amount in both accounts do not silence balances that break off", async () => {
  const { iban, second, upload } = await givenTwoAccounts();
  const dues = { cents: 2_500, name: "Cleo Winter", text: "dues" };
  await upload(british(50_000, [dues]), iban);
  await upload(british(80_000, [dues]), second);
  await expect(upload(british(440_716, [dues, coffee]), iban)).rejects.toMatchObject({
    reason: "doubtful_account",
    question: { doubt: { balance: { openingCents: 440_716, closingCents: 52_500 } } },
  });
});

test("a program is not asked: its file is stored as before", async () => {
  const { iban, store } = await givenTwoAccounts();
  await store(british(100_000, [raffle]), "one.csv", iban);
  expect(await store(british(440_716, [rent]), "two.csv", iban)).toMatchObject({ statements: [{ newEntries: 1 }] });
});

test("a CSV file in another currency than the account's is refused with both currencies and the line, and a program's is stored", async () => {
  const { partner, iban, second, upload, store, count } = await givenTwoAccounts();
  const pounds = "Date,Payer,Reference,Amount (GBP)\n25/11/2026,Ada,raffle,25.00";
  await settle(partner, pounds);
  const refusal = { reason: "not_in_currency_of_account", line: 1, element: "Amount (GBP)", found: "GBP", accountCurrency: "EUR" };
  for (const account of ["", iban, second]) await expect(upload(pounds, account)).rejects.toMatchObject(refusal);
  const dollars = "Date;Payer;Text;Amount;Currency\n25.11.2026;Ada;raffle;25,00;USD";
  await settle(partner, dollars);
  await expect(upload(dollars, iban)).rejects.toMatchObject({ ...refusal, line: 2, element: "Currency", found: "USD" });
  expect(await count()).toBe(0);
  expect(await store(pounds, "pounds.csv", iban)).toMatchObject({ statements: [{ iban, newEntries: 1 }] });
});

test("a program's CSV file is in the currency that the rows above it name, and is refused if the account cannot be in it", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
  const iban = (await givenBankAccount(partner, company, { country: "CH" })).current?.iban ?? "";
  const store = (file: string) => storeStatementFile(db, partner.actor, { name: "statement.csv", account: iban }, receivedFile(file));
  const above = (currency: string, day: string) => `Währung;${currency}\nDatum;Name;Text;Betrag\n${day};Ada;Tombola;25,00`;
  await settle(partner, above("EUR", "25.11.2026"));
  expect(await store(above("EUR", "25.11.2026"))).toMatchObject({ statements: [{ iban, currency: "EUR" }] });
  expect(await store(above("Euro", "24.11.2026"))).toMatchObject({ statements: [{ iban, currency: "EUR" }] });
  expect(await store(above("", "23.11.2026"))).toMatchObject({ statements: [{ iban, currency: "CHF" }] });
  await expect(store(above("GBP", "22.11.2026"))).rejects.toMatchObject({ reason: "not_in_currency_of_account", line: 1, found: "GBP" });
});

test("an account whose first file named no currency can be in euros, which a person confirms", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
  const iban = (await givenBankAccount(partner, company, { country: "CH" })).current?.iban ?? "";
  const upload = uploadTo(partner);
  const plain = "Datum;Name;Text;Betrag\n24.11.2026;Ada;Tombola;25,00";
  const euros = "Datum;Name;Text;Betrag;Währung\n25.11.2026;Bo;Tombola;25,00;Euro";
  for (const file of [plain, euros]) await settle(partner, file);
  expect(await upload(plain, iban)).toMatchObject({ statements: [{ currency: "CHF" }] });
  await expect(upload(euros, iban)).rejects.toMatchObject({
    reason: "doubtful_account",
    question: { doubt: { currency: "EUR", otherCurrencies: ["CHF"] } },
  });
  expect(await upload(euros, iban, { isSure: true })).toMatchObject({ statements: [{ iban, currency: "EUR" }] });
});

test("the question offers all accounts with company, holder and currency, and names the file's currency", async () => {
  const { partner, company, iban, second, upload } = await givenTwoAccounts();
  const other = await givenCompany(partner, { name: "Chess Club Southbank", currency: "GBP" });
  const third = (await givenBankAccount(partner, other, { country: "GB", holder: "Southbank Chess" })).current?.iban;
  const pounds = "Date,Payer,Reference,Amount (GBP)\n25/11/2026,Ada,raffle,25.00";
  await settle(partner, pounds);
  const ofClub = { companyId: company.id, holder: "Rowing Club Northbank", currency: "EUR", usableFrom: null };
  await expect(upload(pounds)).rejects.toMatchObject({
    reason: "which_account",
    question: {
      currency: "GBP",
      accounts: [
        { iban, ...ofClub },
        { iban: second, ...ofClub },
        { iban: third, companyId: other.id, companyName: "Chess Club Southbank", holder: "Southbank Chess", currency: "GBP" },
      ],
    },
  });
  expect(await upload(pounds, third)).toMatchObject({ statements: [{ iban: third, currency: "GBP" }] });
});

test("the chosen one of two companies that share an account gets the file", async () => {
  const { partner, iban, upload, transactions } = await givenTwoAccounts();
  const other = await givenCompany(partner, { name: "Chess Club Southbank" });
  await givenBankAccount(partner, other, { iban });
  await upload(british(100_000, [raffle]), iban, { companyId: other.id });
  expect(await transactions()).toMatchObject([{ companyId: other.id }]);
});

test("a chosen account that is closed gets the file, also if another company has the same account open", async () => {
  const { partner, iban, upload } = await givenTwoAccounts();
  const other = await givenCompany(partner, { name: "Chess Club Southbank" });
  const { id } = await givenBankAccount(partner, other, { iban });
  await closeBankAccount(db, partner.actor, id);
  await upload(british(100_000, [raffle]), iban, { companyId: other.id });
  expect(await db.select().from(bankStatements).where(eq(bankStatements.partnerId, partner.id))).toMatchObject([{ companyId: other.id }]);
});

test("a new account that waits is offered with the time from which it can be used, and nothing is chosen for the person", async () => {
  const given = await givenBankingCompany();
  const { partner, company, iban } = given;
  const file = british(100_000, [raffle]);
  await settle(partner, file);
  const [now, from] = [new Date(), new Date(Date.now() + 24 * HOUR_MS)];
  const waiting = { partnerId: partner.id, bankAccountId: newId(), ...accountFacts() };
  await db.insert(bankAccounts).values({ partnerId: partner.id, id: waiting.bankAccountId, companyId: company.id, createdAt: now });
  await db.insert(bankAccountDetails).values({ ...waiting, id: newId(), requestedBy: "system", requestedAt: now, inForceAt: from });
  const upload = uploadTo(partner);
  await expect(upload(file)).rejects.toMatchObject({
    reason: "which_account",
    question: {
      accounts: [
        { iban, usableFrom: null },
        { iban: waiting.iban, usableFrom: from.toISOString() },
      ],
    },
  });
  await expect(upload(file, waiting.iban)).rejects.toMatchObject({ reason: "unknown_account" });
  // A file that names the account is answered with the same time, and with the place where it names it.
  const waits = { reason: "account_waits", found: waiting.iban, waiting: { iban: waiting.iban, usableFrom: from.toISOString() } };
  const dutch = csvFile({ iban: waiting.iban, entries: [raffle] }, "dutch");
  await expect(previewGuessed(partner, dutch)).rejects.toMatchObject({ ...waits, line: 2, element: "Rekening" });
  const titled = `Account movements\nIBAN;${waiting.iban}\n\n${file}`;
  await expect(previewGuessed(partner, titled)).rejects.toMatchObject({ ...waits, line: 2, element: "IBAN" });
  await settle(partner, dutch);
  await expect(upload(dutch)).rejects.toMatchObject({ ...waits, line: 2, element: "Rekening" });
  await expect(upload(camtFile([{ iban: waiting.iban, entries: [raffle] }]))).rejects.toMatchObject({ ...waits, element: "Acct/Id" });
  // A program cannot be asked, and its file goes to the only account that can be used.
  expect(await given.store(british(100_000, [coffee], addDays(dayAt(new Date()), -3)))).toMatchObject({ statements: [{ iban }] });
});
