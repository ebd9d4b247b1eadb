import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CsvRole } from "@/server/domain/banking/csv-layout";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { inPieces } from "@/server/testing/statement-files";
import { readStatementFile } from "../read-statement-file";
import { StatementRefusal } from "../statement";
import { findNamedCurrency } from "./named-currency";

const roles: CsvRole[] = ["day", "text", "amount", "balance"];

/** Returns the currency of a file with these names of columns, cells of its first row, and rows above. */
function namedBy(
  { names = ["Date", "Text", "Amount", "Balance"], cells = ["25/11/2026", "raffle", "25.00", "125.00"], above = [] as string[] },
  of: CsvRole[] = roles,
): string | undefined {
  const columns = names.map((name) => ({ name, samples: [] }));
  const sheet = { columns, above: above.length > 0 ? [{ cells: above, line: 1 }] : [], before: 2 };
  return findNamedCurrency(sheet, { roles: of }, { cells, line: 3 })?.currency;
}

describe("a file names its currency", () => {
  test.each([
    ["Amount (GBP)", "GBP"],
    ["Betrag in EUR", "EUR"],
    ["Montant (CHF)", "CHF"],
    ["Montant EUR", "EUR"],
    ["EUR Bedrag", "EUR"],
    ["Amount £", "GBP"],
    ["Betrag (€)", "EUR"],
    ["Amount (USD)", "USD"],
    ["Amount ($)", "$"],
  ])("in the name of a column: %s", (name, currency) => {
    expect(namedBy({ names: ["Date", "Text", name, "Balance"] })).toBe(currency);
    expect(namedBy({ names: ["Date", "Text", "Amount", name] })).toBe(currency);
  });

  test("but words in capitals, or of a filter above the columns, are no currency", () => {
    expect(namedBy({ above: ["Currency", "All"] })).toBeUndefined();
    expect(namedBy({ names: ["Date", "Text", "Amount", "Balance ALL"] })).toBeUndefined();
  });

  test.each([
    [["Currency", "GBP"], "GBP"],
    [["Währung: CHF"], "CHF"],
    [["Währung", "Euro"], "EUR"],
    [["Account currency", "", "GBP"], undefined],
    [["Valuta", "25.11.2026"], undefined],
  ])("above the columns: %j", (above, currency) => {
    expect(namedBy({ above })).toBe(currency);
  });

  test("in a column of currencies, or beside the amount", () => {
    expect(namedBy({ cells: ["25/11/2026", "usd", "25.00", "1"] }, ["day", "currency", "amount", "balance"])).toBe("USD");
    for (const euro of ["Euro", "EURO", "Euros", "€"]) {
      expect(namedBy({ cells: ["25/11/2026", euro, "25.00", "1"] }, ["day", "currency", "amount", "balance"])).toBe("EUR");
    }
    expect(namedBy({ cells: ["25/11/2026", "raffle", "£25.00", "1"] })).toBe("GBP");
    expect(namedBy({ cells: ["25/11/2026", "raffle", "25,00 EUR", "1"] })).toBe("EUR");
  });

  test.each(["Amount", "AMOUNT DEB", "Betrag", "Amount in account currency", "VALUE DATE", "Montant TTC"])("not in %j", (name) => {
    expect(namedBy({ names: ["Date", "Text", name, "Balance"] })).toBeUndefined();
  });

  test("not in the payer's words, nor in a column of original amounts", () => {
    expect(namedBy({ cells: ["25/11/2026", "25 USD", "25.00", "1"] })).toBeUndefined();
    expect(
      namedBy({ names: ["Date", "Original amount (USD)", "Amount", "Balance"] }, ["day", "ignored", "amount", "balance"]),
    ).toBeUndefined();
  });
});

const folder = join(import.meta.dirname, "..", "cases", "csv");
interface Case {
  file: string;
  expect: { statements?: { currency?: string }[] };
}
const cases: Case[] = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));

test.each(cases.map((each) => [each.file, each] as const))("banks' files name no other currency than theirs: %s", async (name, each) => {
  const file = readFileSync(join(folder, name));
  const { layout } = await guessedLayoutOf(file);
  const own = each.expect.statements?.[0]?.currency || (name.startsWith("swiss") ? "CHF" : "EUR");
  try {
    for await (const part of readStatementFile(inPieces(file), { layouts: async () => layout }))
      if (part.kind === "statement" && part.head.namedCurrency) expect(part.head.namedCurrency.currency).toBe(own);
  } catch (error) {
    if (!(error instanceof StatementRefusal)) throw error;
  }
});
