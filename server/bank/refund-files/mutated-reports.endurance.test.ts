import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { payoutItems } from "@/db/schema/payouts";
import { StatementRefusal } from "@/server/bank/statements/statement";
import { givenRefundFile } from "@/server/testing/given-refund-file";
import { mutationsOf } from "@/server/testing/mutations";
import { type MadeReportedPayment, reportFile, reportStyles } from "@/server/testing/report-files";
import { sizeOf } from "@/server/testing/size-of";
import { listOwed } from "./list-owed";

/** `MUTATED_REPORTS=10000` makes 10,000. */
const COUNT = Number(process.env.MUTATED_REPORTS ?? sizeOf({ small: 50, large: 1_000 }));

const words = ["ACCP", "ACSC", "PART", "StsId", "<", ">", "&", "-", "5.00", "\t", "\n", '"', "Af"];

test(`each of ${COUNT} mutated reports is refused with the place or taken; none has money owed that no report rejected`, async () => {
  const outcomes = { taken: 0, refused: 0 };
  /** A refund file of which a bank's report says this, and the same with mutations. */
  async function givenMutated(status: string, ofFive: Partial<MadeReportedPayment>) {
    const { five, three, messageId, store, partner } = await givenRefundFile();
    const said = [
      { endToEndId: five.endToEndId, ...ofFive },
      { endToEndId: three.endToEndId, status: "ACSP" },
    ];
    const files = reportStyles.map((style) => reportFile({ fileId: messageId, status, payments: said }, style));
    const bring = async (report: string) => {
      const outcome = await store(report, "report.xml").catch((error: unknown) => error);
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
      { numRuns: COUNT / 2, seed: 20_261_128, endOnFailure: true },
    );
    const owed = (await listOwed(db, partner.actor, null)).map(({ amountCents }) => amountCents);
    const items = await db.select().from(payoutItems).where(eq(payoutItems.partnerId, partner.id));
    return {
      owed,
      left: items
        .filter((item) => item.status === "ordered")
        .map(({ amountCents }) => amountCents)
        .sort((one, other) => other - one),
    };
  }

  expect(await givenMutated("ACCP", { status: "ACSP" })).toEqual({ owed: [], left: [500, 300] });
  const rejected = { status: "RJCT", reason: "AC04", texts: ["Account closed"], amount: "5.00" };
  expect(await givenMutated("PART", rejected)).toEqual({ owed: [500], left: [300] });
  expect(outcomes.taken).toBeGreaterThan(COUNT / 20);
  expect(outcomes.refused).toBeGreaterThan(COUNT / 20);
  console.info(`${COUNT} mutated reports: ${outcomes.taken} taken, ${outcomes.refused} refused`);
}, 3_600_000);
