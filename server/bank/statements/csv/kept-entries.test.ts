import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { keptCsvFiles } from "@/server/testing/csv-shapes";
import { inPieces } from "@/server/testing/statement-files";
import { entryKey } from "../entry-key";
import { readStatementFile } from "../read-statement-file";

/** Computed by the first version of the reader. Rows uploaded then must count once if they come again, so this never changes. */
const DIGEST = "3facae70dcb0033e50c6ad22585e9da738350bc41156237ed630d670f2891ef0";

test("sixty files are guessed and read as by the first version: columns, keys, amounts, days and texts", async () => {
  const read: unknown[] = [];
  for (const file of keptCsvFiles()) {
    const { sheet, layout } = await guessedLayoutOf(file);
    // Columns that have got roles of their own since were left unread then.
    const roles = layout.roles.map((role) => (role === "kind" || role === "reason" ? "ignored" : role));
    read.push([sheet.key, roles, layout.dayOrder, layout.decimals]);
    for await (const part of readStatementFile(inPieces(file), { layouts: async () => layout, latestDay: "2027-11-25" })) {
      if (part.kind === "statement") read.push([part.head.line, part.head.account, part.head.currency]);
      if (part.kind === "end") read.push([part.end.entries, part.end.closingCents, part.end.closingOn, part.end.opening]);
      if (part.kind !== "entry") continue;
      const { line, amountCents, bookedOn, valueOn, transactions } = part.entry;
      read.push([entryKey(part.entry).key, line, amountCents, bookedOn, valueOn, transactions]);
    }
  }
  expect(read.length).toBe(465);
  expect(createHash("sha256").update(JSON.stringify(read)).digest("hex")).toBe(DIGEST);
});
