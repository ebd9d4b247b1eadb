import { expect, test } from "vitest";
import { db } from "@/db/client";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { listStatements } from "@/server/bank/statements/list-statements";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile } from "@/server/testing/statement-files";
import { getStatement } from "./get-statement";

const entries = [{ cents: 4_500, text: "row" }];

test.each([
  ["camt.053", "2026-11-24", (iban: string) => camtFile([{ iban, entries }])],
  ["MT940", "2026-11-24", (iban: string) => mt940File({ iban, entries })],
  ["camt.053 that dates it with the first entry's day", null, openedToday],
  ["CSV with a running balance", null, (iban: string) => csvFile({ iban, entries }, "british")],
])("the opening balance of %s has the day at whose end it held, or none: %s", async (_, openedOn, fileOf) => {
  const { partner, iban, store } = await givenBankingCompany();
  const file = fileOf(iban);
  if (file.startsWith("Date,")) {
    const { sheet, layout } = await guessedLayoutOf(file);
    await keepLayout(db, partner.actor, sheet.key, layout);
  }
  await store(file);
  const listed = await listStatements(db, partner.actor, { companyId: null, pageNumber: 1, pageSize: 1 });
  const statement = await getStatement(db, partner.actor, listed.entries[0]?.id ?? "");
  expect(statement).toMatchObject({ openingCents: 100_000, openedOn, firstOn: "2026-11-25" });
});

function openedToday(iban: string): string {
  return camtFile([{ iban, entries }]).replaceAll("2026-11-24</Dt></Dt></Bal>", "2026-11-25</Dt></Dt></Bal>");
}

test("a CSV statement keeps how many rows of its file were left out, and their texts but for refused rows, which name payers", async () => {
  const { partner, store, account } = await givenBankingCompany();
  const rows = [
    "Date,Name,Text,Amount,State",
    "25/11/2026,Ada Brandsma,fee,45.00,Booked",
    "25/11/2026,Bo Vermeer,fee,55.00,Rejected",
    "Total,,,45.00,",
    ...Array.from({ length: 30 }, (_, index) => `Note ${index},,,,`),
  ];
  const file = rows.join("\n");
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, partner.actor, sheet.key, layout);
  const [stored] = (await store(file, "november.csv", account.current?.iban)).statements;
  const { leftOut } = await getStatement(db, partner.actor, stored?.id ?? "");
  expect(leftOut).toMatchObject({ count: 32, refused: 1 });
  expect(leftOut?.samples).toHaveLength(20);
  expect(leftOut?.samples.slice(0, 2)).toEqual([
    { line: 4, text: expect.stringContaining("Total") },
    { line: 5, text: "Note 0" },
  ]);
  expect(JSON.stringify(leftOut)).not.toContain("Vermeer");
});

test("a statement whose file left nothing out says so", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const [stored] = (await store(camtFile([{ iban, entries }]))).statements;
  expect((await getStatement(db, partner.actor, stored?.id ?? "")).leftOut).toBeNull();
});
