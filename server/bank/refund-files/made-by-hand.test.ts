import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenRefundFile, PAYER } from "@/server/testing/given-refund-file";
import { reportFile, reportStyles } from "@/server/testing/report-files";
import { markPaid } from "./end-item";
import { getRefundFile } from "./get-refund-file";
import { listRefundFiles } from "./list-refund-files";

/** A file whose payment of 3.00 a person made by hand before the file was downloaded: it has the one of 5.00 alone for the bank. */
async function givenPartlyMade() {
  const given = await givenRefundFile();
  await markPaid(db, given.actor, given.three.id);
  await getRefundFile(db, given.actor, given.payoutId);
  const items = async () => (await listRefundFiles(db, given.partner.actor, null))[0]?.items ?? [];
  const item = async (cents: number) => (await items()).find(({ amountCents }) => amountCents === cents);
  return { ...given, item };
}

test("the sum that the bank books of the rest closes it", async () => {
  const { told, messageId, item } = await givenPartlyMade();
  await told([{ cents: -500, batchId: messageId, iban: "", bankReference: "SUM" }], { id: "S3" });
  expect(await item(500)).toMatchObject({ status: "paid" });
});

test("a report that rejects the whole file says nothing of a payment that was not in it", async () => {
  const { store, messageId, item } = await givenPartlyMade();
  await store(reportFile({ fileId: messageId, status: "RJCT", reason: "FF01", partId: null }, reportStyles[0]), "report.xml");
  expect(await item(500)).toMatchObject({ status: "rejected" });
  expect(await item(300)).toMatchObject({ status: "paid", contradiction: null });
});

test("a second entry with the id of a refund that an entry has paid waits for a person", async () => {
  const { told, five, transactions } = await givenPartlyMade();
  const entry = { cents: -500, endToEndId: five.endToEndId, iban: PAYER };
  await told([{ ...entry, bankReference: "P1" }], { id: "S3" });
  await told([{ ...entry, bankReference: "P2", text: "again" }], { id: "S4" });
  expect((await transactions()).slice(-2)).toMatchObject([{ state: "booked" }, { state: "open" }]);
});
