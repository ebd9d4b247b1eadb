import fc from "fast-check";
import { expect, test } from "vitest";
import { StatementRefusal } from "@/server/bank/statements/statement";
import { type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { mutationsOf } from "@/server/testing/mutations";
import { type MadeReportedPayment, reportFile, reportStyles } from "@/server/testing/report-files";
import { sizeOf } from "@/server/testing/size-of";

/** `MUTATED_REPORTS=10000` makes 10,000. */
const COUNT = Number(process.env.MUTATED_REPORTS ?? sizeOf({ small: 50, large: 1_000 }));

const words = ["ACCP", "ACSC", "PART", "StsId", "<", ">", "&", "-", "10.00", "\t", "\n", '"', "Af"];

test(`each of ${COUNT} mutated reports is refused with the place or taken; none ends a debit that no report rejected, or books one`, async () => {
  const outcomes = { taken: 0, refused: 0 };
  /** A file of two debits of which a bank's report says this, and the same with mutations. Returns what became of the debits. */
  async function givenMutated(status: string, ofFirst: Partial<MadeReportedPayment>) {
    const given = await givenDebitsAtBank([{}, { amounts: [2_000] }]);
    const [first, second] = given.debits as [DebitAtBank, DebitAtBank];
    const said = [
      { endToEndId: first.debit.endToEndId, ...ofFirst },
      { endToEndId: second.debit.endToEndId, status: "ACSP" },
    ];
    const files = reportStyles.map((style) => reportFile({ fileId: given.messageId, status, payments: said }, style));
    const bring = async (report: string) => {
      const outcome = await given.store(report, "report.xml").catch((error: unknown) => error);
      if (!(outcome instanceof Error)) return "taken";
      expect(outcome).toBeInstanceOf(StatementRefusal);
      const { line, element } = outcome as StatementRefusal;
      expect(line).toBeGreaterThan(0);
      expect(element).not.toBe("");
      return "refused";
    };
    expect(await bring(files[0] ?? "")).toBe("taken");
    await fc.assert(
      fc.asyncProperty(mutationsOf(files, words), async (mutated) => {
        outcomes[await bring(mutated)] += 1;
      }),
      { numRuns: COUNT / 2, seed: 20_261_129, endOnFailure: true },
    );
    for (const invoice of [...first.invoices, ...second.invoices]) expect(await given.lines(invoice)).toEqual([]);
    return (await given.debitsNow()).map((debit) => debit.status);
  }

  expect(await givenMutated("ACCP", { status: "ACSP" })).toEqual(["at_bank", "at_bank"]);
  const rejected = { status: "RJCT", reason: "AC04", texts: ["Account closed"], amount: "10.00" };
  expect(await givenMutated("PART", rejected)).toEqual(["rejected", "at_bank"]);
  expect(outcomes.taken).toBeGreaterThan(COUNT / 20);
  expect(outcomes.refused).toBeGreaterThan(COUNT / 20);
}, 3_600_000);
