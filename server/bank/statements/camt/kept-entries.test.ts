import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { keptCamtFiles } from "@/server/testing/camt-shapes";
import { inPieces } from "@/server/testing/statement-files";
import { entryKey } from "../entry-key";
import type { StatementEntry, StatementPart } from "../statement";
import { readCamt } from "./read-camt";

/** Computed by the first version of the reader. Statements uploaded then must count once if they come again, so this never changes. */
const DIGEST = "7904cddf7bc3e8749472a7339fe9563aa80e3a68479249c885d76fe75a95c321";

test("sixty files are read as by the first version: keys, amounts, days, and all facts whose reading has not improved", async () => {
  const read: unknown[] = [];
  for (const { name, text, improved } of keptCamtFiles()) {
    let number = 0;
    for await (const part of readCamt(inPieces(text), "2027-11-25")) {
      read.push(
        part.kind === "entry" ? kept(part.entry, improved.has(number++)) : [...(part.kind === "end" ? [] : [name]), ...headOrEnd(part)],
      );
    }
  }
  expect(read).toHaveLength(618);
  expect(createHash("sha256").update(JSON.stringify(read)).digest("hex")).toBe(DIGEST);
});

function headOrEnd(part: Exclude<StatementPart, { kind: "entry" }>): unknown[] {
  if (part.kind === "report") return [part.report.fileId];
  if (part.kind === "end") return [part.end.entries, part.end.closingCents, part.end.closingOn];
  const { line, id, account, currency, openingCents, openingOn } = part.head;
  return [line, id, account, currency, openingCents, openingOn];
}

/** Leaves out party, text and reason of returned payments and of those that name a document: they are read better now. */
function kept(entry: StatementEntry, isImproved: boolean): unknown[] {
  const { amountCents, bookedOn, valueOn, isBooked, isReversal, bankReference, line, text, transactions, isItemized } = entry;
  const always = [entryKey(entry), line, amountCents, bookedOn, valueOn, isBooked, isReversal, bankReference, text, isItemized];
  const facts = transactions.map((each) => [each.amountCents, each.references, each.endToEndId, each.instructed]);
  const said = transactions.map(({ name, iban, text, returnReason }) => [name, iban, text, returnReason]);
  return [...always, facts, isImproved ? [] : said];
}
