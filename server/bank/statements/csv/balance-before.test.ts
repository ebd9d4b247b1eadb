import { expect, test } from "vitest";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { inPieces } from "@/server/testing/statement-files";
import { readStatementFile } from "../read-statement-file";

async function endOf(rows: readonly string[], name = "Saldo voor mutatie") {
  const file = [`Datum;Omschrijving;Bedrag;${name}`, ...rows].join("\n");
  const { layout } = await guessedLayoutOf(file);
  for await (const part of readStatementFile(inPieces(file), { layouts: async () => layout, latestDay: "2027-11-25" }))
    if (part.kind === "end") return { roles: layout.roles, end: part.end };
  return undefined;
}

const rows = ["24-11-2026;a;5,00;10,00", "24-11-2026;b;-3,00;15,00", "25-11-2026;c;1,50;12,00"];

test("a balance before each row proves the rows, the oldest or the newest first, and gives the balances around them", async () => {
  for (const each of [rows, rows.toReversed()])
    expect(await endOf(each)).toMatchObject({
      roles: ["day", "text", "amount", "balance_before"],
      end: { opening: { openingCents: 1_000 }, closingCents: 1_350 },
    });
});

test("a row that is missing or changed is refused", async () => {
  await expect(endOf(rows.toSpliced(1, 1))).rejects.toMatchObject({ reason: "does_not_add_up", element: "Saldo voor mutatie" });
  await expect(endOf(rows.with(1, "24-11-2026;b;-3,01;15,00"))).rejects.toMatchObject({ reason: "does_not_add_up" });
});

test.each(["Kontostand vor Buchung", "Balance before", "Solde précédent", "Saldo precedente", "Saldo vóór boeking"])(
  "the column is recognised in five languages: %s",
  async (name) => {
    expect((await endOf(rows, name))?.roles.at(-1)).toBe("balance_before");
  },
);
