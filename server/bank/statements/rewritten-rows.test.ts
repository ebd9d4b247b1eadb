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
  const columns = ["Datum", "Avisierungstext", "Betrag in EUR", "Saldo in EUR"];
  const write = (these: Row[]) => [columns, ...these.map(([day, text, amount, balance = ""]) => [day, text, amount, balance])];
  const asCsv = (cells: string[][]) => cells.map((row) => row.join(";")).join("\n");
  const storeCells = async (cells: string[][]) => (await given.store(asCsv(cells), "export.csv", given.iban)).statements[0]?.newEntries;
  const { sheet, layout } = await guessedLayoutOf(asCsv(write(rows)));
  await keepLayout(db, given.partner.actor, sheet.key, layout);
  const store = (these: Row[]) => storeCells(write(these));
  /** Stores a file whose columns stand in the reverse order. */
  const storeReversed = async (these: Row[]) => {
    const cells = write(these).map((row) => row.toReversed());
    const { sheet: reversed } = await guessedLayoutOf(asCsv(cells));
    await keepLayout(db, given.partner.actor, reversed.key, { ...layout, roles: layout.roles.toReversed() });
    return storeCells(cells);
  };
  expect(await store(rows)).toBe(rows.length);
  const payments = async () => (await given.transactions()).map(({ amountCents, mayBeDuplicate }) => [amountCents, mayBeDuplicate]);
  return { store, storeReversed, payments };
}

test("a person is asked, once, whether a row came before whose balance a later export leaves out", async () => {
  const { store, payments } = await givenStored([rent, at(fee, "1095.00")]);
  const later: Row[] = [rent, fee, at(membership, "1140.00")];
  expect(await store(later)).toBe(2);
  expect(await payments()).toEqual([
    [-40_000, false],
    [-500, false],
    [4_500, false],
    [-500, true],
  ]);
  expect(await store([rent, fee, membership, at(["30.11.2026", "GUTSCHRIFT BO FREI", "20.00"], "1160.00")])).toBe(2);
  expect((await payments()).slice(4)).toEqual([
    [2_000, false],
    [4_500, true],
  ]);
});

test("of two equal payments of a day, no one is lost: a person is asked about one if the balance moved to the other", async () => {
  const { store, payments } = await givenStored([rent, at(membership, "1145.00")]);
  expect(await store([rent, membership, at(membership, "1190.00")])).toBe(2);
  expect(await payments()).toEqual([
    [-40_000, false],
    [4_500, false],
    [4_500, false],
    [4_500, true],
  ]);
});

test("an equal payment in a file that begins where the earlier one ended is new, by the balances", async () => {
  const { store, payments } = await givenStored([rent, at(membership, "1145.00")]);
  expect(await store([at(membership, "1190.00")])).toBe(1);
  expect((await payments()).at(-1)).toEqual([4_500, false]);
});

test("an equal payment of an earlier file that is stored later is not lost: a person is asked", async () => {
  const { store, payments } = await givenStored([at(membership, "1190.00")]);
  expect(await store([rent, at(membership, "1145.00")])).toBe(2);
  expect((await payments()).at(-1)).toEqual([4_500, true]);
});

test("a row of another payer or text is new, although an earlier one of its day and amount is missing", async () => {
  const { store, payments } = await givenStored([rent, at(membership, "1145.00")]);
  expect(await store([rent, at(["30.11.2026", "GUTSCHRIFT BO FREI MITGLIEDERBEITRAG", "45.00"], "1145.00")])).toBe(1);
  expect(await payments()).toEqual([-40_000, 4_500, 4_500].map((cents) => [cents, false]));
});

test("a row that came in a file with other columns is asked about, also if its columns have brought its day and amount", async () => {
  const other: Row = ["30.11.2026", "GUTSCHRIFT BO FREI MITGLIEDERBEITRAG", "45.00"];
  const { store, storeReversed, payments } = await givenStored([rent, at(membership, "1145.00")]);
  await storeReversed([other]);
  await storeReversed([other, membership]);
  expect((await payments()).slice(2)).toEqual([
    [4_500, true],
    [4_500, true],
  ]);
  expect(await store([rent, at(membership, "1145.00")])).toBe(0);
});
