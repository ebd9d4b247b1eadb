import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import { inPieces } from "@/server/testing/statement-files";
import { entryKey } from "../entry-key";
import { readStatementFile } from "../read-statement-file";
import type { StatementEntry } from "../statement";

const rowOf = (name: string, reference: string, text: string, cents = "45.50") =>
  `24-11-2026,NL91ABNA0417164300,NL02TEST0123456789,${name},,,,EUR,1930.44,EUR,${cents},24-11-2026,24-11-2026,8810,OVB,90043054,${reference},${text},11`;

const roleAt: Record<number, CsvLayout["roles"][number]> = { 0: "day", 1: "account", 3: "name", 10: "amount", 16: "reference", 17: "text" };
const layout: CsvLayout = {
  roles: Array.from({ length: 19 }, (_, index) => roleAt[index] ?? "ignored"),
  dayOrder: "day_first",
  decimals: ".",
};

async function entriesOf(...rows: string[]): Promise<StatementEntry[]> {
  const file = rows.join("\r\n");
  const entries: StatementEntry[] = [];
  for await (const part of readStatementFile(inPieces(file), { layouts: async () => layout, latestDay: "2027-11-25" }))
    if (part.kind === "entry") entries.push(part.entry);
  return entries;
}

function textsOf(entries: StatementEntry[]) {
  return entries.map(({ transactions: [payment] }) => [payment?.name, payment?.references.join(), payment?.text]);
}

test("single quotes around a column's cells are taken off, and a comma between them separates no columns", async () => {
  const entries = await entriesOf(
    rowOf("k brandsma", "'RF85100000886'", ""),
    rowOf("b vermeer", "", "'contributie, tweede helft'"),
    rowOf("z jansen", "", "'huur, zaal, november'", "-3.00"),
  );
  expect(textsOf(entries)).toEqual([
    ["k brandsma", "RF85100000886", ""],
    ["b vermeer", "", "contributie, tweede helft"],
    ["z jansen", "", "huur, zaal, november"],
  ]);
});

test("apostrophes within texts and names stay, also at their beginning", async () => {
  const entries = await entriesOf(
    rowOf("'s-gravenhage sport", "'RF1'", "'naar 's-Gravenhage, met d'Artagnan'"),
    rowOf("c in 't veld", "", "'d''Artagnan'"),
    rowOf("b vermeer", "", "''t hoekje'"),
  );
  expect(textsOf(entries)).toEqual([
    ["'s-gravenhage sport", "RF1", "naar 's-Gravenhage, met d'Artagnan"],
    ["c in 't veld", "", "d'Artagnan"],
    ["b vermeer", "", "'t hoekje"],
  ]);
});

test("quotes around some cells of a column, or beside double quotes, stay", async () => {
  const some = await entriesOf(rowOf("b vermeer", "", "'contributie'"), rowOf("b vermeer", "", "huur"), rowOf("b vermeer", "", "boete"));
  expect(textsOf(some).map(([, , text]) => text)).toEqual(["'contributie'", "huur", "boete"]);
  const double = await entriesOf(rowOf('"b vermeer"', "", "'contributie'"), rowOf('"c jansen"', "", "'huur'"));
  expect(textsOf(double).map(([, , text]) => text)).toEqual(["'contributie'", "'huur'"]);
});

test("a column that is empty in the first rows is quoted in later ones", async () => {
  const rows = Array.from({ length: 70 }, (_, index) => rowOf("b vermeer", index === 69 ? "'RF85, rest'" : "", `'deel ${index}'`));
  expect(textsOf(await entriesOf(...rows)).at(-1)).toEqual(["b vermeer", "RF85, rest", "deel 69"]);
});

test("rows have the keys that they had when the quotes were read as text", async () => {
  const rows = [rowOf("k brandsma", "'RF85100000886'", ""), rowOf("c in 't veld", "", "'boete 's-Gravenhage'")];
  const keyed = (await entriesOf(...rows)).map((entry) => entryKey(entry).key);
  const hashes = rows.map((row) =>
    createHash("sha256")
      .update(JSON.stringify(row.split(",")))
      .digest("base64url"),
  );
  expect(keyed).toEqual(hashes.map((hash) => `7afd05777b088f1a:${hash}`));
});
