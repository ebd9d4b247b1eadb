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
