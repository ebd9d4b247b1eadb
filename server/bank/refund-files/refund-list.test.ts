import { expect, test } from "vitest";
import { db } from "@/db/client";
import { dayAt } from "@/server/domain/formats/calendar";
import { givenPartner } from "@/server/testing/given";
import { givenRefundFile, PAYER } from "@/server/testing/given-refund-file";
import { cancelItem, markPaid } from "./end-item";
import { getRefundList, type RefundWords } from "./get-refund-file";
import { listRefundFiles } from "./list-refund-files";

const words: RefundWords = {
  locale: "en",
  headers: {
    payee: "Payee",
    account: "Account",
    british: "Sort code",
    text: "Text",
    amount: "Amount",
    currency: "Currency",
    state: "State",
  },
  states: { ordered: "in the file", paid: "sent", returned: "came back", cancelled: "taken out", rejected: "rejected" },
};

test("the list of a file remains after a payment was made, says which, and leaves out those taken out", async () => {
  const given = await givenRefundFile();
  await markPaid(db, given.actor, given.five.id);
  const listed = await getRefundList(db, given.actor, given.payoutId, words);
  expect(listed.split("\r\n").map((row) => row.split(",").slice(-3).join())).toEqual(
    expect.arrayContaining(['5.00,"EUR","sent"', '3.00,"EUR","in the file"']),
  );
  expect(listed).toContain("NL20INGB0001234567");
  // Sort codes are British.
  expect(listed).not.toContain("Sort code");
  await cancelItem(db, given.actor, given.three.id);
  expect(await getRefundList(db, given.actor, given.payoutId, words)).not.toContain("3.00");
});

test("the list of a file is refused until a second person has approved it, and to another partner", async () => {
  const given = await givenRefundFile({ aboveCents: 100 });
  await expect(getRefundList(db, given.actor, given.payoutId, words)).rejects.toMatchObject({ code: "second_person_required" });
  const { actor } = await givenPartner();
  await expect(getRefundList(db, actor, given.payoutId, words)).rejects.toMatchObject({ code: "invalid_payout_id" });
});

test("a refund of which only its list was downloaded is found on a statement", async () => {
  const given = await givenRefundFile();
  await getRefundList(db, given.actor, given.payoutId, words);
  await given.told(
    [{ cents: -500, text: given.five.text, name: given.five.name, iban: PAYER, bankReference: "P1", on: dayAt(new Date()) }],
    { id: "S3" },
  );
  const [file] = await listRefundFiles(db, given.partner.actor, null);
  expect(file?.items.map(({ status }) => status).sort()).toEqual(["ordered", "paid"]);
});
