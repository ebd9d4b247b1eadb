import { describe, expect, test } from "vitest";
import { checkStatement } from "@/server/bank/statements/check-statement";
import { readStatementFile } from "@/server/bank/statements/read-statement-file";
import type { StatementPart, StatementRefusal } from "@/server/bank/statements/statement";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import { csvFile, csvStyles, guessedLayoutOf } from "@/server/testing/csv-files";
import { inPieces } from "@/server/testing/statement-files";

const IBAN = "NL91ABNA0417164300";
const entries = [
  { cents: 123_450, reference: "RF78100000042", name: "Zoë van den Berg" },
  { cents: -1_250, text: 'Rent of the "boathouse"', name: "Landlord" },
  { cents: 4_500 },
];
const made = { iban: IBAN, entries };

async function read(file: string | Uint8Array, layout: CsvLayout, bytes?: number): Promise<StatementPart[]> {
  const parts: StatementPart[] = [];
  for await (const part of readStatementFile(inPieces(file, bytes), { layouts: async () => layout })) parts.push(part);
  return parts;
}

const entriesIn = (parts: StatementPart[]) => parts.flatMap((part) => (part.kind === "entry" ? [part.entry] : []));

describe.each(csvStyles)("in the style %s", (style) => {
  test("the roles of columns are guessed, and rows are read correctly with the file split anywhere", async () => {
    const file = csvFile(made, style);
    const { layout } = await guessedLayoutOf(file);
    for (const bytes of [1, 7, 64 * 1_024]) {
      const parts = await read(file, layout, bytes);
      const hasAccount = style === "german" || style === "dutch";
      expect(parts[0]).toMatchObject({
        kind: "statement",
        head: { family: "csv", account: hasAccount ? IBAN : "", currency: hasAccount ? "EUR" : "" },
      });
      const found = entriesIn(parts).sort((one, other) => other.amountCents - one.amountCents);
      expect(found.map(({ amountCents, bookedOn, valueOn }) => [amountCents, bookedOn, valueOn])).toEqual(
        [123_450, 4_500, -1_250].map((cents) => [cents, "2026-11-25", "2026-11-25"]),
      );
      const [first] = found[0]?.transactions ?? [];
      expect(`${first?.name} ${first?.text}`).toContain("Zoë van den Berg");
      expect(first?.text).toContain("RF78100000042");
      expect(found[2]?.transactions[0]?.text).toContain('Rent of the "boathouse"');
      const hasBalance = style === "swiss" || style === "british";
      expect(parts.at(-1)).toEqual({
        kind: "end",
        end: {
          entries: 3,
          closingOn: "2026-11-25",
          closingCents: hasBalance ? 226_700 : null,
          opening: { openingCents: hasBalance ? 100_000 : null, openingOn: "2026-11-25" },
        },
      });
    }
  });
});

test("letters are read as Windows-1252, and announced rows are left out", async () => {
  const told = { ...made, entries: [...entries, { cents: 700, status: "PDNG" }, { cents: 800, text: "Coffee" }] };
  const file = csvFile(told, "german").replace(/(Coffee;8,00;)Umsatz gebucht/, "$1Storniert");
  const { layout } = await guessedLayoutOf(file);
  const windows = Buffer.from(file.replaceAll("€", "\u0080"), "latin1");
  const { columns } = (await guessedLayoutOf(windows)).sheet;
  expect(columns.map(({ name }) => name)).toContain("Betrag (€)");
  const found = entriesIn(await read(windows, layout));
  expect(found.map(({ amountCents }) => amountCents)).toEqual([123_450, -1_250, 4_500]);
  expect(found[0]?.transactions[0]?.name).toBe("Zoë van den Berg");
});

describe("a refusal names line, column and reason", () => {
  const german = csvFile(made, "german");
  const swiss = csvFile(made, "swiss");
  const dutch = csvFile(made, "dutch");
  test.each<[string, string, string, Partial<StatementRefusal>]>([
    [
      "a day that the calendar does not have",
      german,
      german.replace("25.11.26;25", "31.11.26;25"),
      { reason: "not_a_date", line: 4, element: "Buchungstag", found: "31.11.26" },
    ],
    ["the year 0000", german, german.replace("25.11.26;25", "25.11.0000;25"), { reason: "not_a_date", line: 4, element: "Buchungstag" }],
    ["a day before 1990", german, german.replace("25.11.26;25", "31.12.1989;25"), { reason: "not_a_date", found: "31.12.1989" }],
    [
      "a value date in many years",
      german,
      german.replace("25.11.26;25.11.2026", "25.11.26;25.11.2099"),
      { reason: "not_a_date", found: "25.11.2099" },
    ],
    [
      "an amount with the other mark",
      german,
      german.replace("45,00", "45.00"),
      { reason: "not_an_amount", line: 6, element: "Betrag (€)", found: "45.00" },
    ],
    [
      "a delimiter within a text",
      german,
      german.replace("Rent of", "Rent; of"),
      { reason: "malformed", line: 5, element: "row", found: "8 / 7" },
    ],
    [
      "a row that is cut",
      german,
      german.slice(0, german.lastIndexOf(";")),
      { reason: "malformed", line: 6, element: "row", found: "6 / 7" },
    ],
    [
      "a balance that does not follow",
      swiss,
      swiss.replace("2'234.50", "2'234.51"),
      { reason: "does_not_add_up", line: 7, element: "Saldo" },
    ],
    ["came and went at once", swiss, swiss.replace(";;45.00", ";1.00;45.00"), { reason: "not_an_amount", line: 3, element: "Gutschrift" }],
    ["neither came nor went", dutch, dutch.replace('"Af"', '"?"'), { reason: "not_known", line: 3, element: "Af Bij", found: "?" }],
    [
      "a state that nobody knows",
      german,
      german.replace("Umsatz gebucht", "Umsatz Z"),
      { reason: "not_known", line: 4, element: "Info", found: "Umsatz Z" },
    ],
    [
      "two accounts",
      dutch,
      dutch.replace(`Landlord","${IBAN}`, 'Landlord","DE02120300000000202051'),
      { reason: "one_account_each", line: 3, element: "Rekening", found: "DE02120300000000202051" },
    ],
    ["a quote that is never closed", swiss, swiss.replace(' RF78100000042"', " RF78100000042"), { reason: "malformed" }],
    ["a row that never ends", swiss, swiss.replace("Landlord", "Landlord ".repeat(3_000)), { reason: "too_long" }],
  ])("%s", async (_, whole, spoilt, refusal) => {
    const { layout } = await guessedLayoutOf(whole);
    await expect(read(spoilt, layout)).rejects.toMatchObject(refusal);
  });

  test.each([
    ["a letter", "Dear treasurer,\nplease find attached\n"],
    ["names of columns without a row", "Date;Text;Amount\n"],
    ["nothing but white space", "  \n \n"],
  ])("%s is no statement", async (_, text) => {
    await expect(checkStatement(inPieces(text))).rejects.toMatchObject({ reason: "not_a_statement" });
  });
});

test("a layout without an amount column reads no rows", async () => {
  const file = csvFile(made, "german");
  const { layout } = await guessedLayoutOf(file);
  const without = { ...layout, roles: layout.roles.map((role) => (role === "amount" ? "ignored" : role)) };
  await expect(read(file, without)).rejects.toMatchObject({ reason: "unknown_columns", question: { layout: without } });
});
