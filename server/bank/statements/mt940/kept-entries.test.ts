import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { keptMt940Files } from "@/server/testing/mt940-shapes";
import { inPieces } from "@/server/testing/statement-files";
import { entryKey } from "../entry-key";
import { readStatementFile } from "../read-statement-file";
import type { StatementEntry, StatementPart } from "../statement";

/** Computed by the first version of the reader. Statements uploaded then must count once if they come again, so this never changes. */
const DIGEST = "086c86d36beb933b051d7bc6a4f2153de72eb59fb144ac085242a6e45dc78d3a";

test("sixty files are read as by the first version: keys, amounts, days, and all facts whose reading has not improved", async () => {
  const read: unknown[] = [];
  for (const { name, text, improved } of keptMt940Files()) {
    let number = 0;
    for await (const part of readStatementFile(inPieces(text))) {
      read.push(part.kind === "entry" ? kept(part.entry, improved.has(number++)) : [name, ...balanceOf(part)]);
    }
  }
  expect(read.length).toBe(60 * 8);
  expect(createHash("sha256").update(JSON.stringify(read)).digest("hex")).toBe(DIGEST);
});

test.each(["NONREF", "NONREF//B1"])(
  "29 February, which the first version read as another year's, is the 28th and keeps its key: %s",
  async (reference) => {
    const file = `:20:M1\n:25:NL91ABNA0417164300\n:28C:1\n:60F:C250227EUR0,00\n:61:2502280229C10,00NTRF${reference}\n:86:Fee\n:62F:C250228EUR10,00\n`;
    for await (const part of readStatementFile(inPieces(file))) {
      if (part.kind !== "entry") continue;
      expect(part.entry.bookedOn).toBe("2025-02-28");
      expect(entryKey(part.entry)).toEqual(entryKey({ ...part.entry, keyedBy: { ...part.entry.keyedBy, bookedOn: "2024-02-29" } }));
    }
  },
);

function balanceOf(part: Exclude<StatementPart, { kind: "entry" }>): unknown[] {
  if (part.kind === "report") return [part.report.fileId];
  if (part.kind === "end") return [part.end.entries, part.end.closingCents, part.end.closingOn];
  const { line, id, account, currency, openingCents, openingOn } = part.head;
  return [line, id, account, currency, openingCents, openingOn];
}

function kept(entry: StatementEntry, isImproved: boolean): unknown[] {
  const { amountCents, bookedOn, valueOn, isReversal, bankReference, line, text, transactions } = entry;
  const always = [entryKey(entry), line, amountCents, bookedOn, valueOn, isReversal, bankReference];
  const facts = transactions.map(({ amountCents, returnReason, instructed }) => [amountCents, returnReason, instructed]);
  const said = transactions.map(({ name, iban, text, references, endToEndId }) => [name, iban, text, references, endToEndId]);
  return [...always, facts, isImproved ? [] : [text, said]];
}
