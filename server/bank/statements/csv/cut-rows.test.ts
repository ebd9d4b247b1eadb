import { expect, test } from "vitest";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { inPieces } from "@/server/testing/statement-files";
import { readStatementFile } from "../read-statement-file";

async function read(file: string): Promise<void> {
  const { layout } = await guessedLayoutOf(file);
  for await (const part of readStatementFile(inPieces(file), { layouts: async () => layout, latestDay: "2027-11-25" })) void part;
}

const row = (text: string) => `24.11.2026;${text};5,00\n`;
const head = "Datum;Text;Betrag\n";

test("a refusal names all rows with another number of columns, up to five", async () => {
  const cut = [row("a; b"), row("c"), row("d; e; f"), row("g")].join("");
  await expect(read(`${head}${row("x")}${row("y")}${row("z")}${cut}`)).rejects.toMatchObject({
    reason: "malformed",
    line: 5,
    found: "4 / 3",
    rows: {
      width: 3,
      rows: [
        { line: 5, columns: 4 },
        { line: 7, columns: 5 },
      ],
      hasMore: false,
    },
  });
  await expect(read(`${head}${row("x").repeat(9)}${row("a; b").repeat(7)}`)).rejects.toMatchObject({
    rows: { rows: [11, 12, 13, 14, 15].map((line) => ({ line, columns: 4 })), hasMore: true },
  });
});

test("other errors behind the first such row do not hide it", async () => {
  const file = `${head}${row("x").repeat(3)}${row("a; b")}${row("y").replace("24.11.2026", "31.11.2026")}`;
  await expect(read(file)).rejects.toMatchObject({ rows: { rows: [{ line: 5, columns: 4 }] } });
});
