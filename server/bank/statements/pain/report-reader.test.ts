import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BankReport } from "@/server/bank/refund-files/bank-report";
import { type MadeReport, reportFile, reportStyles } from "@/server/testing/report-files";
import { sizeOf } from "@/server/testing/size-of";
import { inPieces } from "@/server/testing/statement-files";
import { readStatementFile } from "../read-statement-file";
import { StatementRefusal } from "../statement";

async function reportsIn(text: string | Uint8Array, pieceBytes = 64 * 1024): Promise<BankReport[]> {
  const reports: BankReport[] = [];
  for await (const part of readStatementFile(inPieces(text, pieceBytes))) if (part.kind === "report") reports.push(part.report);
  return reports;
}

const made: MadeReport = {
  fileId: "file-1",
  status: "PART",
  saidAt: "2026-11-26T09:15:00.250+01:00",
  payments: [
    { endToEndId: "a1", status: "RJCT", reason: "AC04", texts: ["Konto", "erloschen & zu"], amount: "5.00" },
    { endToEndId: "a2", status: "RVMC", texts: [`${"A".repeat(104)}-`, "Brandsma"] },
    { endToEndId: "a3" },
  ].map((payment) => ({ ...payment, texts: payment.texts?.map((text) => text.replace("&", "&amp;")) })),
};

test.each(reportStyles)("a report $name is read, split at any byte", async (style) => {
  for (const bytes of [1, 7, 64 * 1024]) {
    const [report] = await reportsIn(reportFile(made, style), bytes);
    expect(report).toMatchObject({ messageId: "R1", saidAt: "2026-11-26T08:15:00.250Z", verdict: { status: "partly", nameCheck: null } });
    expect(report?.fileId.toLowerCase()).toBe("file-1");
    expect(report?.parts.flatMap(({ payments }) => payments)).toMatchObject([
      { amountCents: 500, verdict: { status: "rejected", reasonCode: "AC04", reasonText: "Konto erloschen & zu" } },
      // Banks cut a long name into pieces in the middle of a word.
      { amountCents: null, verdict: { status: null, nameCheck: "close", reasonText: `${"A".repeat(104)}-Brandsma` } },
      { verdict: null },
    ]);
  }
});

test("a report in UTF-16 and one after blank lines are read", async () => {
  const text = reportFile(made).replace("UTF-8", "UTF-16");
  expect(await reportsIn(Buffer.from(`\ufeff${text}`, "utf16le"))).toHaveLength(1);
  expect(await reportsIn(`\n\n${reportFile(made)}`)).toMatchObject([{ fileLine: 6 }]);
});

describe("a report is refused with its line, element and reason", () => {
  const first = reportFile(made);
  const deep = `${"<Strd>".repeat(50)}${"</Strd>".repeat(50)}`;
  test.each<[string, string, Partial<StatementRefusal>]>([
    ["a document type", first.replace("<Document", '<!DOCTYPE Document [<!ENTITY x "y">]>\n<Document'), { reason: "has_a_doctype" }],
    ["an entity", first.replace("R1", "&x;"), { reason: "malformed", element: "CstmrPmtStsRpt/GrpHdr/MsgId" }],
    ["elements nested too deeply", first.replace("<GrpHdr>", `<GrpHdr>${deep}`), { reason: "too_deep" }],
    ["a text without end", first.replace("AC04", "A".repeat(30_000)), { reason: "too_long" }],
    [
      "an unknown status",
      first.replace("RJCT", "WHAT"),
      { reason: "not_known", element: "CstmrPmtStsRpt/OrgnlPmtInfAndSts/TxInfAndSts/TxSts", found: "WHAT" },
    ],
    [
      "a day that does not exist",
      first.replace("2026-11-26T", "2026-11-31T"),
      { reason: "not_a_date", element: "CstmrPmtStsRpt/GrpHdr/CreDtTm" },
    ],
    ["a time that does not exist", first.replace("T09:15", "T29:15"), { reason: "not_a_date" }],
    ["an amount in words", first.replace(">5.00<", ">five<"), { reason: "not_an_amount" }],
    ["no time", first.replace(/<CreDtTm>.*<\/CreDtTm>/, ""), { reason: "missing", found: "GrpHdr/CreDtTm" }],
    ["no file", first.replace(/<OrgnlMsgId>.*<\/OrgnlMsgId>/, ""), { reason: "missing", found: "OrgnlGrpInfAndSts/OrgnlMsgId" }],
    ["an end too early", first.slice(0, -40), { reason: "malformed" }],
  ])("%s", async (_what, text, refusal) => {
    const refused = await reportsIn(text).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StatementRefusal);
    expect(refused).toMatchObject(refusal);
    expect((refused as StatementRefusal).line).toBeGreaterThan(0);
  });
});

test("a report with more than 10,000 payments is refused", async () => {
  const payments = Array.from({ length: 10_001 }, (_, index) => ({ endToEndId: `a${index}` }));
  await expect(reportsIn(reportFile({ fileId: "f", payments }))).rejects.toMatchObject({ reason: "too_many_payments" });
});

test("a mutated report is refused with its place, or read", { timeout: 120_000 }, async () => {
  const files = reportStyles.map((style) => reportFile(made, style));
  const words = ["RJCT", "ACSP", "RVNM", "<", ">", "&", "</", "<TxInfAndSts>", "OrgnlMsgId", "\u0000", "\n", '"'];
  const put = fc.oneof(fc.string({ unit: "binary", maxLength: 12 }), fc.constantFrom(...words));
  const mutation = fc.record({ file: fc.constantFrom(...files), at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(30), put });
  let refused = 0;
  const count = sizeOf({ small: 400, large: 10_000 });
  await fc.assert(
    fc.asyncProperty(mutation, async ({ file, at, length, put: word }) => {
      const start = Math.floor(at * file.length);
      const outcome = await reportsIn(file.slice(0, start) + word + file.slice(start + length)).catch((error: unknown) => error);
      if (!(outcome instanceof Error)) return;
      expect(outcome).toBeInstanceOf(StatementRefusal);
      expect((outcome as StatementRefusal).line).toBeGreaterThan(0);
      refused += 1;
    }),
    { numRuns: count },
  );
  expect(refused).toBeGreaterThan(count / 10);
});
