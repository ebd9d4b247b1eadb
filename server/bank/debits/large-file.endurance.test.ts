import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { booking } from "@/server/testing/given-debits-at-bank";
import { givenPlannedDebits } from "@/server/testing/given-payers";
import { makeFiles } from "@/server/testing/given-planned-debit";
import { givenBankingCompany, lookAtDesk } from "@/server/testing/given-statement";
import { reportFile } from "@/server/testing/report-files";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile } from "@/server/testing/statement-files";

/** `LARGE_FILE=10000` makes a file of 10,000 debits. */
const COUNT = Number(process.env.LARGE_FILE ?? sizeOf({ small: 300, large: 10_000 }));

test(`a file of ${COUNT} debits is answered by one report, which rejects every third, and one statement with each of the others`, async () => {
  const given = await givenBankingCompany(undefined, { creditorIdentifier: "DE98ZZZ09999999999" });
  const { partner, company } = given;
  await givenPlannedDebits(partner, company, COUNT);
  const seconds: Record<string, string> = {};
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    const result = await work();
    seconds[name] = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
    return result;
  };
  const [fileId = ""] = await timed("file", () => makeFiles(partner.actor, company));
  await timed("pain.008", () => getDebitFile(db, partner.actor, fileId));
  const inFile = await db.select().from(debits).where(eq(debits.fileId, fileId)).orderBy(debits.id);
  expect(inFile).toHaveLength(COUNT);
  const isRejected = (index: number) => index % 3 === 0;
  const rejected = inFile.filter((_, index) => isRejected(index));
  const booked = inFile.filter((_, index) => !isRejected(index));

  // Every second one names an end of the mandate, the others a missing cover.
  const payments = inFile.map(({ endToEndId }, index) =>
    isRejected(index) ? { endToEndId, status: "RJCT", reason: index % 2 === 0 ? "AC04" : "AM04" } : { endToEndId, status: "ACSP" },
  );
  const report = reportFile({ fileId: painIdOf(fileId), status: "PART", partId: null, payments });
  const stored = await timed("report", () => given.store(report, "report.xml"));
  expect(stored).toMatchObject({ debitReports: [{ rejected: rejected.length, unknown: 0, contradicted: 0 }] });
  const entries = booked.map((debit) => booking({ debit }, { bankReference: debit.endToEndId.slice(-30) }));
  await timed("statement", () => given.store(camtFile([{ iban: given.iban, entries }])));
  await timed("booking", () => lookAtDesk(partner));

  const now = await db.select().from(debits).where(eq(debits.fileId, fileId)).orderBy(debits.id);
  expect(now.map(({ status }) => status)).toEqual(inFile.map((_, index) => (isRejected(index) ? "rejected" : "booked")));
  expect((await given.transactions()).filter(({ state }) => state !== "booked")).toEqual([]);
  console.info(`${COUNT} debits: ${JSON.stringify(seconds)}`);
}, 3_600_000);
