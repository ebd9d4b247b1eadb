import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { delimiters, RecordReader, recordsIn } from "./records";
import { UnreadableFile } from "./unreadable-file";

function read(text: string, delimiter = ";"): string[][] {
  const reader = new RecordReader(delimiter);
  const records: string[][] = [];
  for (const line of text.split("\n")) {
    const record = reader.add(line);
    if (record) records.push(record.cells);
  }
  reader.end();
  return records;
}

test("a text that begins with a quoted word is read as it stands, with and without quotes around other cells", () => {
  expect(read('31.03.2025;"Haus" Verein;-1.234,50')).toEqual([["31.03.2025", '"Haus" Verein', "-1.234,50"]]);
  expect(read('"31.03.2025"; "Haus" Verein "e.V." ;"-1,50" ')).toEqual([["31.03.2025", '"Haus" Verein "e.V."', "-1,50"]]);
  expect(read('a;Verein "Haus";b')).toEqual([["a", 'Verein "Haus"', "b"]]);
});

test("a quote that is never closed, or that swallows a row, is refused with the line on which the row began", () => {
  for (const [text, line] of [
    ['a;b\na;"Haus;1,00\nb;c;2,00\n', 2],
    ['a;"Haus;1,00\na;"Hof" und Haus;2,00\n', 1],
  ] as const)
    expect(() => read(text)).toThrow(expect.objectContaining({ fault: "malformed", line, element: "row" }));
});

test("a row has the line on which it begins, behind empty lines and behind rows of several lines", () => {
  const linesOf = (lines: string[]) => recordsIn(lines, ";").map(({ firstLine, line }) => [firstLine, line]);
  expect(linesOf(["Konto;X", "", "", "Alter Saldo;100,00"])).toEqual([
    [1, 1],
    [4, 4],
  ]);
  expect(linesOf(["", 'a;"b', "", 'c"', " ", "d;e"])).toEqual([
    [2, 4],
    [6, 6],
  ]);
});

test("a row of more than 16,000 characters is refused, also one whose quoted cell spans many lines", () => {
  for (const text of [`a;${"b".repeat(16_000)}`, `"${"b\n".repeat(16_000)}"`]) expect(() => read(text)).toThrow(UnreadableFile);
});

test("any table written by the rules of RFC 4180 is read as csv-parse reads it", () => {
  const letters = fc.constantFrom(..."ab1.,;\t| \"\n'é\u00a0\u202f\u3000\u000b\ufeff");
  const table = fc.array(fc.array(fc.string({ unit: letters, maxLength: 6 }), { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  const spaces = fc.constantFrom("", " ", "  ", "\u00a0", "\u2009 ");
  fc.assert(
    fc.property(table, fc.constantFrom(...delimiters), spaces, fc.boolean(), (rows, delimiter, space, quotesAll) => {
      const written = (cell: string) =>
        quotesAll || /[";,|\t\n]/.test(cell) ? `${space}"${cell.replaceAll('"', '""')}" ` : `${space}${cell}${space}`;
      const text = rows.map((row) => row.map(written).join(delimiter)).join("\n");
      const options = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true, trim: true };
      expect(read(text, delimiter)).toEqual(parse(text, { ...options, delimiter, record_delimiter: "\n" }));
    }),
    { numRuns: 2_000 },
  );
});
