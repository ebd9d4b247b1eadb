import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inPieces } from "@/server/testing/statement-files";
import { entryKey } from "../entry-key";
import { readCamt } from "./read-camt";

/** Keys under which the first version stored these entries, which later versions read better. */
const stored = {
  "invoice-number-in-structured-remittance.xml": "2A5WmJn9XHTLQzFDhMJK17CMCvqMJrNnCGdDTZutQzk",
  "reason-in-words.xml": "fAB2GrHPeneVvFk_5WCmg7elriJF-YgVNh1o-ZOa_9A",
  "return-without-reversal-mark.xml": "bEBlnU0WTpsFKF4TVEhYPJyOroP_Eetdf90sZ54NAfU",
  "reversal-party-by-direction.xml": "eHD7_boZmaXvlWD9AA7uMkJQa5bznGBdPlZNUpVHq64",
};

test.each(Object.entries(stored))("an entry of %s without a reference is recognised if the first version stored it", async (name, key) => {
  const file = readFileSync(join(import.meta.dirname, "../cases/camt", name), "utf8").replace(/<AcctSvcrRef>.*?<\/AcctSvcrRef>/g, "");
  const keys = [];
  for await (const part of readCamt(inPieces(file), "2027-11-25")) if (part.kind === "entry") keys.push(entryKey(part.entry).key);
  expect(keys).toEqual([key]);
});
