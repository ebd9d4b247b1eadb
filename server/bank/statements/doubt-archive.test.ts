import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany, receivedFile } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { keepLayout } from "./csv/kept-layouts";
import { storeStatementFile } from "./store-statement-file";

const monthly = (month: string, opening: number, cents: number) =>
  csvFile({ iban: "", on: `2026-${month}-15`, opening, entries: [{ cents, text: `dues of ${month}` }] }, "british");
const september = monthly("09", 100_000, 1_000);
const october = monthly("10", 101_000, 2_000);
const november = monthly("11", 103_000, 4_000);
const january = (opening: number) =>
  csvFile({ iban: "", on: "2027-01-15", opening, entries: [{ cents: 500, text: "dues of January" }] }, "british");

/** A club whose statement of September is stored, and its uploads of archives. */
async function givenSeptember() {
  const given = await givenBankingCompany();
  const { actor } = given.partner;
  const { sheet, layout } = await guessedLayoutOf(september);
  await keepLayout(db, actor, sheet.key, layout);
  const upload = (files: readonly string[]) =>
    storeStatementFile(
      db,
      actor,
      { name: "months.zip", account: given.iban, asked: { companyId: null, isSure: false } },
      receivedFile(zipSync(Object.fromEntries(files.map((text, index) => [`${index}`, strToU8(text)])))),
    );
  await upload([september]);
  return { ...given, upload };
}

test.each([
  ["the oldest", [october, november]],
  ["the newest", [november, october]],
])("months that continue one another and the account are stored unasked, if the archive begins with %s", async (_which, files) => {
  const { upload } = await givenSeptember();
  expect(await upload(files)).toMatchObject({ statements: [{ newEntries: 1 }, { newEntries: 1 }] });
});

test("a month after a missing one is asked about, with the last balance before it", async () => {
  const { upload } = await givenSeptember();
  await expect(upload([january(900_000), november, october])).rejects.toMatchObject({
    reason: "doubtful_account",
    question: { doubt: { balance: { openingCents: 900_000, closingCents: 107_000, closingOn: "2026-11-15" } } },
  });
});

test("months of another account are asked about, although they continue one another", async () => {
  const { upload } = await givenSeptember();
  await expect(upload([monthly("11", 502_000, 4_000), monthly("10", 500_000, 2_000)])).rejects.toMatchObject({
    question: { doubt: { balance: { openingCents: 502_000, closingCents: 101_000, closingOn: "2026-09-15" } } },
  });
});

test("a month that continues a statement of the archive which names its account is stored unasked", async () => {
  const { iban, upload } = await givenSeptember();
  const camt = camtFile([{ iban, on: "2026-12-15", opening: 800_000, entries: [{ cents: 100_000 }] }]);
  expect(await upload([january(900_000), camt])).toMatchObject({ statements: [{ newEntries: 1 }, { newEntries: 1 }] });
});
