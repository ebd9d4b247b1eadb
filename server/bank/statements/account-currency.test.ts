import { expect, test } from "vitest";
import { db } from "@/db/client";
import { withdrawStatement } from "@/server/bank/withdrawals/withdraw-statement";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { receivedFile } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { keepLayout } from "./csv/kept-layouts";
import { listStatements } from "./list-statements";
import { previewStatementFile } from "./preview-statement-file";
import { storeStatementFile } from "./store-statement-file";

const inColumn = (currency: string, text = "dues") => `Datum;Name;Text;Betrag;Währung\n25.11.2026;Ada;${text};25,00;${currency}`;
const above = (currency: string) => `Währung:;${currency}\n\nDatum;Name;Text;Betrag\n25.11.2026;Ada;dues;25,00`;
const unnamed = (text = "dues") => `Datum;Name;Text;Betrag\n26.11.2026;Ada;${text};25,00`;

/** A Swiss club in francs with two accounts, and functions for its uploads at the portal. */
async function givenSwissClub() {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
  const ibanOf = async () => (await givenBankAccount(partner, company, { country: "CH" })).current?.iban ?? "";
  const francs = await ibanOf();
  const euros = await ibanOf();
  const { actor } = partner;
  for (const file of [inColumn("EUR"), above("EUR"), unnamed()]) {
    const { sheet, layout } = await guessedLayoutOf(file);
    await keepLayout(db, actor, sheet.key, layout);
  }
  const upload = (file: string, account = "", isSure = false) =>
    storeStatementFile(db, actor, { name: "statement.csv", account, asked: { companyId: null, isSure } }, receivedFile(file));
  /** Stores a camt file, which names account and currency. */
  const told = (iban: string, currency: string, id = "1") =>
    upload(camtFile([{ iban, currency, id, entries: [{ cents: 100, text: id, bankReference: `${iban} ${id}` }] }]));
  return { actor, francs, euros, upload, told };
}

test.each([
  ["a column", inColumn],
  ["a line above the rows", above],
])("a Swiss club's file in euros, as %s says, is stored in euros once a person has confirmed the account", async (_where, fileIn) => {
  const { euros, upload } = await givenSwissClub();
  await expect(upload(fileIn("EUR"), euros)).rejects.toMatchObject({
    reason: "doubtful_account",
    question: { doubt: { chosen: { iban: euros }, currency: "EUR", otherCurrencies: ["CHF"], balance: null, elsewhere: null } },
  });
  expect(await upload(fileIn("EUR"), euros, true)).toMatchObject({ statements: [{ iban: euros, currency: "EUR", newEntries: 1 }] });
});

test("once an account has statements in euros, files in euros and files without a currency are stored in euros, unasked", async () => {
  const { euros, upload, told } = await givenSwissClub();
  await told(euros, "EUR");
  expect(await upload(inColumn("EUR"), euros)).toMatchObject({ statements: [{ currency: "EUR" }] });
  expect(await upload(unnamed(), euros)).toMatchObject({ statements: [{ currency: "EUR" }] });
  // The company's currency may be right, as for an account with several currencies, but a person must say so.
  const inFrancs = inColumn("CHF", "raffle");
  await expect(upload(inFrancs, euros)).rejects.toMatchObject({ question: { doubt: { currency: "CHF", otherCurrencies: ["EUR"] } } });
  expect(await upload(inFrancs, euros, true)).toMatchObject({ statements: [{ currency: "CHF" }] });
});

test("euros for an account with statements in francs are asked about, and other currencies refused with those that are known", async () => {
  const { francs, euros, upload, told } = await givenSwissClub();
  await told(francs, "CHF");
  await expect(upload(inColumn("EUR"), francs)).rejects.toMatchObject({
    question: { doubt: { currency: "EUR", otherCurrencies: ["CHF"] } },
  });
  expect(await upload(inColumn("EUR"), francs, true)).toMatchObject({ statements: [{ currency: "EUR" }] });
  const refusal = { reason: "not_in_currency_of_account", line: 2, element: "Währung", found: "USD", accountCurrency: "CHF" };
  for (const isSure of [false, true]) await expect(upload(inColumn("USD"), euros, isSure)).rejects.toMatchObject(refusal);
  await told(euros, "EUR");
  await expect(upload(inColumn("USD"), euros)).rejects.toMatchObject({ ...refusal, accountCurrency: "EUR" });
});

test("a withdrawn statement says nothing about its account's currency", async () => {
  const { actor, euros, upload } = await givenSwissClub();
  await upload(inColumn("EUR"), euros, true);
  const [statement] = (await listStatements(db, actor, { companyId: null, pageNumber: 1, pageSize: 10 })).entries;
  await withdrawStatement(db, actor, { statementId: statement?.id ?? "", reason: "It was for another account" });
  await expect(upload(inColumn("EUR"), euros)).rejects.toMatchObject({ question: { doubt: { otherCurrencies: ["CHF"] } } });
});

test("without a chosen account, a person is asked which one, and told the currencies of each", async () => {
  const { francs, euros, upload, told } = await givenSwissClub();
  await told(francs, "CHF");
  await expect(upload(inColumn("EUR"))).rejects.toMatchObject({
    reason: "which_account",
    question: {
      currency: "EUR",
      accounts: [
        { iban: francs, currency: "CHF", statementCurrencies: ["CHF"] },
        { iban: euros, currency: "CHF", statementCurrencies: [] },
      ],
    },
  });
});

test("a preview is in the currency that the lines above the rows name, and in none if the accounts differ", async () => {
  const { actor, euros, told } = await givenSwissClub();
  const currencyOf = async (file: string) => {
    const { sheet, layout } = await guessedLayoutOf(file);
    return (await previewStatementFile(db, actor, { sheet: sheet.key, layout }, receivedFile(file))).currency;
  };
  expect(await currencyOf(above("EUR"))).toBe("EUR");
  expect(await currencyOf(unnamed())).toBe("CHF");
  await told(euros, "EUR");
  expect(await currencyOf(unnamed())).toBe("");
});
