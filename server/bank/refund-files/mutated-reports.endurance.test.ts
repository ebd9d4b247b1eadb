import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { payoutItems } from "@/db/schema/payouts";
import { StatementRefusal } from "@/server/bank/statements/statement";
import { givenRefundFile } from "@/server/testing/given-refund-file";
import { mutationsOf } from "@/server/testing/mutations";
import { reportFile, reportStyles } from "@/server/testing/report-files";
import { sizeOf } from "@/server/testing/size-of";
import { listOwed } from "./list-owed";

/** `MUTATED_REPORTS=10000` makes 10,000. */
const COUNT = Number(process.env.MUTATED_REPORTS ?? sizeOf({ small: 50, large: 1_000 }));

const words = ["ACCP", "ACSC", "PART", "StsId", "<", ">", "&", "-", "5.00", "\t", "\n", '"', "Af"];

test(`each of ${COUNT} mutated reports is refused with the place or taken; none has money owed that no report rejected`, async () => {
  const { five, three, messageId, store, partner } = await givenRefundFile();
  const accepted = { status: "ACCP", payments: [five, three].map(({ endToEndId }) => ({ endToEndId, status: "ACSP" })) };
  const rejected = {
    status: "PART",
    payments: [
      { endToEndId: five.endToEndId, status: "RJCT", reason: "AC04", texts: ["Account closed"], amount: "5.00" },
      { endToEndId: three.endToEndId, status: "ACSP" },
    ],
  };
  const bring = async (report: string) => {
    const outcome = await store(report, "report.xml").catch((error: unknown) => error);
    if (!(outcome instanceof Error)) return "taken";
    expect(outcome).toBeInstanceOf(StatementRefusal);
    const { line, element } = outcome as StatementRefusal;
    expect(line).toBeGreaterThan(0);
    expect(element).not.toBe("");
    return "refused";
  };
  const owed = async () => (await listOwed(db, partner.actor, null)).map(({ amountCents }) => amountCents);
  const filesOf = (report: typeof accepted) => reportStyles.map((style) => reportFile({ fileId: messageId, ...report }, style));
  const outcomes = { taken: 0, refused: 0 };
  const bringMutated = (report: typeof accepted) =>
    fc.assert(
      fc.asyncProperty(mutationsOf(filesOf(report), words), async (mutated) => {
        outcomes[await bring(mutated)] += 1;
      }),
      { numRuns: COUNT / 2, seed: 20_261_128, endOnFailure: true },
    );

  await bringMutated(accepted);
  expect(await owed()).toEqual([]);
  await bringMutated(rejected);
  // Owed once, whichever of them rejected it.
  expect(await owed()).toEqual([500]);
  const left = await db
    .select({ id: payoutItems.id })
    .from(payoutItems)
    .where(and(eq(payoutItems.partnerId, partner.id), eq(payoutItems.status, "ordered")));
  expect(left).toEqual([{ id: three.id }]);
  expect(outcomes.taken).toBeGreaterThan(COUNT / 20);
  expect(outcomes.refused).toBeGreaterThan(COUNT / 20);
  console.info(`${COUNT} mutated reports: ${outcomes.taken} taken, ${outcomes.refused} refused`);
}, 3_600_000);
