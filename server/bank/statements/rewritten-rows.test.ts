import { expect, test } from "vitest";
import { db } from "@/db/client";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { keepLayout } from "./csv/kept-layouts";

/** A row of a bank that prints the balance only in the last row of a day. */
type Row = [day: string, text: string, amount: string, balance?: string];

const rent: Row = ["27.11.2026", "HALLENMIETE NOVEMBER", "-400.00", "1100.00"];
const fee: Row = ["30.11.2026", "PREIS FÜR DIE KONTOFÜHRUNG", "-5.00"];
const membership: Row = ["30.11.2026", "GUTSCHRIFT EVA MEIER MITGLIEDERBEITRAG", "45.00"];

const at = (row: Row, balance: string): Row => [row[0], row[1], row[2], balance];

async function givenStored(rows: Row[]) {
  const given = await givenBankingCompany();
  const write = (these: Row[]) =>
    [
      "Datum;Avisierungstext;Betrag in EUR;Saldo in EUR",
      ...these.map(([day, text, amount, balance = ""]) => [day, text, amount, balance].join(";")),
    ].join("\n");
  const { sheet, layout } = await guessedLayoutOf(write(rows));
  await keepLayout(db, given.partner.actor, sheet.key, layout);
  const store = async (these: Row[]) => (await given.store(write(these), "export.csv", given.iban)).statements[0]?.newEntries;
  expect(await store(rows)).toBe(rows.length);
  const payments = async () => (await given.transactions()).map(({ amountCents, mayBeDuplicate }) => [amountCents, mayBeDuplicate]);
  return { store, payments };
}

test("a row whose balance a later export leaves out counts once, however often it comes", async () => {
  const { store, payments } = await givenStored([rent, at(fee, "1095.00")]);
  const later: Row[] = [rent, fee, at(membership, "1140.00")];
  expect(await store(later)).toBe(1);
  expect(await store([...later.slice(0, 2), membership, at(["30.11.2026", "GUTSCHRIFT BO FREI", "20.00"], "1160.00")])).toBe(1);
  expect(await payments()).toEqual([-40_000, -500, 4_500, 2_000].map((cents) => [cents, false]));
});

test("of two equal payments of a day both count, also if the balance moves from one to the other", async () => {
  const { store, payments } = await givenStored([rent, at(membership, "1145.00")]);
  expect(await store([rent, membership, at(membership, "1190.00")])).toBe(1);
  expect(await payments()).toEqual([-40_000, 4_500, 4_500].map((cents) => [cents, false]));
});

test("a person is asked about such a row on the first day of the file, which may begin after the earlier one", async () => {
  const { store, payments } = await givenStored([rent, at(membership, "1145.00")]);
  expect(await store([membership, at(fee, "1140.00")])).toBe(2);
  expect(await payments()).toEqual([
    [-40_000, false],
    [4_500, false],
    [-500, false],
    [4_500, true],
  ]);
});

test("a row of another payer or text is new, although an earlier one of its day and amount is missing", async () => {
  const { store, payments } = await givenStored([rent, at(membership, "1145.00")]);
  expect(await store([rent, at(["30.11.2026", "GUTSCHRIFT BO FREI MITGLIEDERBEITRAG", "45.00"], "1145.00")])).toBe(1);
  expect(await payments()).toEqual([-40_000, 4_500, 4_500].map((cents) => [cents, false]));
});
