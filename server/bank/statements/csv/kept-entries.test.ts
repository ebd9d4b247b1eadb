import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { csvFilesWithNamesInText, keptCsvFiles } from "@/server/testing/csv-shapes";
import { inPieces } from "@/server/testing/statement-files";
import { entryKey } from "../entry-key";
import { readStatementFile } from "../read-statement-file";
import type { StatementTransaction } from "../statement";

/** Computed by the first version of the reader. Rows uploaded then must count once if they come again, so this never changes. */
const DIGEST = "3facae70dcb0033e50c6ad22585e9da738350bc41156237ed630d670f2891ef0";

test("sixty files are guessed and read as by the first version: columns, keys, amounts, days and texts", async () => {
  const read = await readAll(keptCsvFiles());
  expect(read.length).toBe(465);
  expect(digestOf(read)).toBe(DIGEST);
});

/** Computed by version 1607367b, which read no names and accounts from texts. */
const DIGEST_WITHOUT_NAMES = "86d4de92ce321863f05c2c20dba40cd7977120c75b786799d7c3e3fd82d22907";

test("sixty files without a column for the other party are read as by 1607367b, except for its name, which was empty", async () => {
  const names = new Set<string>();
  const read = await readAll(csvFilesWithNamesInText(), (transaction) => {
    names.add(transaction.name);
    return { ...transaction, name: "" };
  });
  expect(read.length).toBe(465);
  expect(digestOf(read)).toBe(DIGEST_WITHOUT_NAMES);
  expect([...names]).toEqual([
    "ZOË VAN DEN BERG",
    "",
    "MÜLLER, ÄPFEL & SÖHNE",
    "VEREIN HAUS",
    "Zoë van den Berg",
    "Landlord",
    "Müller, Äpfel & Söhne",
    "Verein Haus",
    "LANDLORD",
  ]);
});

async function readAll(
  files: readonly (string | Uint8Array)[],
  compared: (transaction: StatementTransaction) => StatementTransaction = (transaction) => transaction,
): Promise<unknown[]> {
  const read: unknown[] = [];
  for (const file of files) {
    const { sheet, layout: guessed } = await guessedLayoutOf(file);
    // Names in columns without names were read as text then.
    const isNamed = sheet.columns.some(({ name }) => name !== "");
    const layout = { ...guessed, roles: guessed.roles.map((role) => (role === "name" && !isNamed ? "text" : role)) };
    // Columns that have got roles of their own since were left unread then.
    const roles = layout.roles.map((role) => (role === "kind" || role === "reason" ? "ignored" : role));
    read.push([sheet.key, roles, layout.dayOrder, layout.decimals]);
    for await (const part of readStatementFile(inPieces(file), { layouts: async () => layout, latestDay: "2027-11-25" })) {
      if (part.kind === "statement") read.push([part.head.line, part.head.account, part.head.currency]);
      if (part.kind === "end") read.push([part.end.entries, part.end.closingCents, part.end.closingOn, part.end.opening]);
      if (part.kind !== "entry") continue;
      const { line, amountCents, bookedOn, valueOn, transactions } = part.entry;
      read.push([entryKey(part.entry).key, line, amountCents, bookedOn, valueOn, transactions.map(compared)]);
    }
  }
  return read;
}

function digestOf(read: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(read)).digest("hex");
}
