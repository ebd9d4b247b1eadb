import { expect, test } from "vitest";
import { db } from "@/db/client";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { StatementRefusal } from "@/server/bank/statements/statement";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import { type CsvStyle, csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenBankingCompany, givenBilled, receivedFile } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { keepLayout } from "./kept-layouts";

type Given = Awaited<ReturnType<typeof givenBankingCompany>>;

/** Confirms the guessed layout of the file's columns, as a person would. */
async function settle({ partner }: Given, file: string, change: (layout: CsvLayout) => CsvLayout = (layout) => layout): Promise<void> {
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, partner.actor, sheet.key, change(layout));
}

const two = [
  { cents: 4_500, name: "Ada Brandsma", text: "first" },
  { cents: 5_500, name: "Bo Vermeer", text: "second" },
];

test("a confirmed layout applies to all files with these columns, and to this partner only", async () => {
  const given = await givenBankingCompany();
  const { reference, invoice } = await givenBilled(given, { amountCents: 4_500 });
  const file = csvFile({ iban: given.iban, entries: [{ cents: 4_500, reference }] }, "british");
  await expect(given.store(file)).rejects.toMatchObject({ reason: "unknown_columns" });
  await settle(given, file);
  expect(await given.store(file, "november.csv")).toMatchObject({
    name: "november.csv",
    statements: [{ iban: given.iban, currency: "EUR", entries: 1, newEntries: 1, openingOn: "2026-11-25", closingCents: 104_500 }],
  });
  await matchNewTransactions(db, { scope: { partnerId: given.partner.id } });
  expect(await given.transactions()).toMatchObject([{ state: "booked", amountCents: 4_500 }]);
  expect((await getInvoice(db, given.partner.actor, invoice.id)).amountTotalCents).toBe(0);
  const next = csvFile({ iban: given.iban, on: "2026-11-26", opening: 104_500, entries: two }, "british");
  expect(await given.store(next)).toMatchObject({ statements: [{ newEntries: 2 }] });
  const other = await givenBankingCompany();
  await expect(other.store(next)).rejects.toMatchObject({ reason: "unknown_columns" });
});

test.each<CsvStyle>(["german", "british", "nameless"])(
  "repeated rows of a %s file are stored once, even after its columns were given other roles",
  async (style) => {
    const given = await givenBankingCompany();
    const first = csvFile({ iban: given.iban, entries: two }, style);
    await settle(given, first);
    await given.store(first);
    const longer = csvFile({ iban: given.iban, entries: [...two, { cents: 700, text: "third" }] }, style);
    const renamed = (layout: CsvLayout): CsvLayout => ({
      ...layout,
      roles: layout.roles.map((role) => (role === "name" ? "text" : role === "state" ? "ignored" : role)),
    });
    await settle(given, first, renamed);
    expect(await given.store(longer)).toMatchObject({ statements: [{ entries: 3, newEntries: 1 }] });
    expect(await given.transactions()).toHaveLength(3);
  },
);

test("a statement of the same days does not add the CSV file's payments again", async () => {
  const given = await givenBankingCompany();
  const file = csvFile({ iban: given.iban, entries: two }, "german");
  await settle(given, file);
  await given.store(file);
  expect(
    await given.store(camtFile([{ iban: given.iban, entries: two.map((each, index) => ({ ...each, bankReference: `B${index}` })) }])),
  ).toMatchObject({
    statements: [{ entries: 2, newEntries: 0 }],
  });
});

test("a person is asked about a row that already came in a CSV file with other columns", async () => {
  const given = await givenBankingCompany();
  const german = csvFile({ iban: given.iban, entries: two }, "german");
  const british = csvFile({ iban: given.iban, entries: [...two, { cents: 700, text: "third" }] }, "british");
  await settle(given, german);
  await given.store(german);
  await settle(given, british);
  await given.store(british);
  expect((await given.transactions()).map(({ amountCents, mayBeDuplicate }) => [amountCents, mayBeDuplicate]).slice(2)).toEqual(
    expect.arrayContaining([
      [4_500, true],
      [5_500, true],
      [700, false],
    ]),
  );
});

test("if a file does not name its account and the partner has several, the person is asked", async () => {
  const given = await givenBankingCompany();
  const second = await givenBankAccount(given.partner, given.company);
  const file = csvFile({ iban: "", entries: two }, "british");
  await settle(given, file);
  await expect(given.store(file)).rejects.toMatchObject({
    reason: "which_account",
    question: { accounts: [{ iban: given.iban }, { iban: second.current?.iban }] },
  });
  await expect(given.store(file, "x", "NL02ABNA0123456789")).rejects.toMatchObject({ reason: "unknown_account" });
  const iban = second.current?.iban ?? "";
  expect(await given.store(file, "x", iban)).toMatchObject({ statements: [{ iban, newEntries: 2 }] });
});

test("a person is told for which account such a file was stored before", async () => {
  const given = await givenBankingCompany();
  const second = await givenBankAccount(given.partner, given.company);
  const iban = second.current?.iban ?? "";
  const file = csvFile({ iban: "", entries: two }, "british");
  const next = csvFile({ iban: "", entries: [{ cents: 700, text: "third" }] }, "british");
  await settle(given, file);
  const accountsFor = async (contents: string) => {
    const asked = { companyId: null, isSure: false };
    const refusal: unknown = await storeStatementFile(db, given.partner.actor, { name: "x", asked }, receivedFile(contents)).catch(
      (error: unknown) => error,
    );
    return refusal instanceof StatementRefusal ? refusal.question?.accounts.map((account) => [account.iban, account.isUsual]) : refusal;
  };
  const before = await accountsFor(file);
  expect(before).toEqual([
    [given.iban, undefined],
    [iban, undefined],
  ]);
  await given.store(file, "x", iban);
  expect(await accountsFor(next)).toEqual([
    [given.iban, undefined],
    [iban, true],
  ]);
});

test("ten overlapping files stored at once add each row once", async () => {
  const given = await givenBankingCompany();
  const entries = Array.from({ length: 30 }, (_, index) => ({ cents: 100 + index, text: `Number ${index}` }));
  await settle(given, csvFile({ iban: given.iban, entries }, "dutch"));
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      given.store(csvFile({ iban: given.iban, entries: entries.slice(index, 20 + index) }, "dutch")),
    ),
  );
  expect(await given.transactions()).toHaveLength(29);
});

test("a direct debit that a CSV file calls returned waits for a person, and its charge for nobody", async () => {
  const given = await givenBankingCompany();
  const file = [
    "IBAN;Datum;Umsatzart;Verwendungszweck;Betrag",
    `${given.iban};25.11.2026;Rücklastschrift;Beitrag;-45,00`,
    `${given.iban};25.11.2026;Entgelt Rücklastschrift;Beitrag;-3,50`,
  ].join("\n");
  await settle(given, file);
  await given.store(file);
  await matchNewTransactions(db, { scope: { partnerId: given.partner.id } });
  expect(await given.transactions()).toMatchObject([
    { amountCents: -4_500, isReversal: true, state: "open" },
    { amountCents: -350, isReversal: false, state: "noted" },
  ]);
});
