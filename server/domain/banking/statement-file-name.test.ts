import { expect, test } from "vitest";
import { statementFileName } from "./statement-file-name";

test.each([
  [{ iban: "NL91ABNA0417164300", openingOn: "2026-11-24", closingOn: "2026-11-30" }, "afschrift-NL91ABNA0417164300-2026-11-24-2026-11-30"],
  [{ iban: "NL91ABNA0417164300", openingOn: "2026-11-30", closingOn: "2026-11-30" }, "afschrift-NL91ABNA0417164300-2026-11-30"],
  [{ iban: "20-00-00 12345678", openingOn: null, closingOn: "2026-11-30" }, "afschrift-20-00-00-12345678-2026-11-30"],
  [{ iban: "", openingOn: null, closingOn: null }, "afschrift"],
])("the download of a statement names account and period: %o", (statement, name) => {
  expect(statementFileName("afschrift", statement)).toBe(name);
});
