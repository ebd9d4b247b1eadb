import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { debitReports } from "@/db/schema/debit-files";
import { times } from "@/server/testing/given";
import { booking, type DebitAtBank, givenDebitsAtBank, RETURNED_ON, returned } from "@/server/testing/given-debits-at-bank";
import { lookAtDesk } from "@/server/testing/given-statement";
import { reportFile } from "@/server/testing/report-files";
import { camtFile } from "@/server/testing/statement-files";

test("a report, a booking and a return that several people upload at once, also in other bytes, count once each", async () => {
  const given = await givenDebitsAtBank([{}, { amounts: [1_000, 500] }]);
  const [rejected, collected] = given.debits as [DebitAtBank, DebitAtBank];
  const payments = [{ endToEndId: rejected.debit.endToEndId, status: "RJCT", reason: "AC04" }];
  const report = (nth: number) => reportFile({ fileId: given.messageId, partId: null, status: "PART", payments, reason: `X${nth % 2}` });
  const reports = await Promise.all(times(4, (nth) => given.store(report(nth), "report.xml")));
  const taken = reports.flatMap(({ debitReports: of }) => of.map((each) => each.rejected));
  expect(taken.filter((count) => count > 0)).toEqual([1]);
  expect(await db.$count(debitReports, eq(debitReports.debitFileId, given.id))).toBe(1);

  const { iban } = given;
  const statement = camtFile([{ iban, entries: [booking(collected)] }]);
  const notification = camtFile([{ iban, id: "N1", entries: [booking(collected)] }], "notification8");
  await Promise.all(times(4, (nth) => given.store(nth % 2 ? statement : notification)));
  await Promise.all(times(3, () => lookAtDesk(given.partner)));
  const back = camtFile([{ iban, id: "N2", on: RETURNED_ON, entries: [returned(collected)] }], "notification8");
  await Promise.all(times(4, () => given.store(back)));
  await Promise.all(times(3, () => lookAtDesk(given.partner)));

  expect((await given.debitsNow()).map(({ status }) => status)).toEqual(["rejected", "returned"]);
  const lines = await Promise.all([...rejected.invoices, ...collected.invoices].map(given.lines));
  expect(lines.flat().sort()).toEqual([
    ...["CHARGEBACK-FEE-LINE 4.00", "CHARGEBACK-LINE 10.00", "CHARGEBACK-LINE 5.00"],
    ...["PAYMENT-LINE -10.00 sdd", "PAYMENT-LINE -5.00 sdd"],
  ]);
  expect(await given.announced(rejected.invoices)).toEqual(["payment_failed"]);
});
