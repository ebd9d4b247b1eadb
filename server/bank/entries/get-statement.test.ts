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

test("a CSV statement keeps how many rows of its file were left out, and the texts of those that name nobody", async () => {
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

test.each([
  [
    "announced and cancelled rows",
    ["26.11.2026;Bo Vermeer;;fee;;55,00;vorgemerkt", "vorgemerkt;Bo Vermeer;;fee;;55,00;", "26.11.2026;Bo Vermeer;;fee;;55,00;storniert"],
  ],
  ["text below an announced row", ["vorgemerkt;;;fee;;55,00;", ";;;Bo Vermeer;;;"]],
  ["payments of a batch that does not add up", [";Bo Vermeer;;fee;20,00;;", ";Cy Jansen;;Vermeer;20,00;;"]],
  ["rows with a day, but no amount", ["26.11.2026;;;Bo Vermeer pays soon;;;"]],
  ["an account number", ["Note 3;;12345678;Vermeer;;;"]],
  ["a name without a day", ["Note 3;Bo Vermeer;;;;;"]],
  ["text directly below the last payment, perhaps a footer", [";;;Bo Vermeer;;;"]],
  ["a payment of a batch that is not in the file", [], [";Bo Vermeer;;fee;20,00;;"]],
])("a statement keeps no text of left-out rows that may name a payer, only their number: %s", async (_, rows, above: string[] = []) => {
  const { partner, store, account } = await givenBankingCompany();
  const first = ["Datum;Name;Konto;Text;Betrag Detail;Betrag;Status", ...above, "25.11.2026;Ada Brandsma;;fee;;45,00;gebucht"];
  const file = [...first, ...rows, "Summe;;;;;45,00;", "Ohne Gewähr;;;;;;"].join("\n");
  const { sheet, layout } = await guessedLayoutOf(file);
  const roles = ["day", "name", "iban", "text", "detail", "amount", "state"] as const;
  await keepLayout(db, partner.actor, sheet.key, { ...layout, roles: [...roles] });
  const [stored] = (await store(file, "november.csv", account.current?.iban)).statements;
  const { leftOut } = await getStatement(db, partner.actor, stored?.id ?? "");
  expect(leftOut?.count).toBe(above.length + rows.length + 2);
  expect(leftOut?.samples).toEqual([
    { line: first.length + rows.length + 1, text: expect.stringContaining("Summe") },
    { line: first.length + rows.length + 2, text: "Ohne Gewähr" },
  ]);
});

test("a statement whose file left nothing out says so", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const [stored] = (await store(camtFile([{ iban, entries }]))).statements;
  expect((await getStatement(db, partner.actor, stored?.id ?? "")).leftOut).toBeNull();
});
