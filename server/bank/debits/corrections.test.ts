import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import {
  batchOf,
  booking,
  COLLECTED_ON,
  type DebitAtBank,
  givenDebitsAtBank,
  RETURNED_ON,
  returned,
} from "@/server/testing/given-debits-at-bank";

async function given(count = 1) {
  const bank = await givenDebitsAtBank(Array.from({ length: count }, () => ({})));
  const [one] = bank.debits as [DebitAtBank];
  const status = async () => (await bank.debitsNow()).map((debit) => debit.status);
  const states = async () => (await bank.transactions()).map(({ state }) => state);
  const lines = async () => (await Promise.all(bank.debits.flatMap(({ invoices }) => invoices).map(bank.lines))).flat();
  return { ...bank, one, status, states, lines };
}

const later = { id: "S2", on: RETURNED_ON };

describe("an incoming entry that reverses an earlier one", () => {
  test("is no booking of a debit at the bank", async () => {
    const { one, told, status, states, lines } = await given();
    await told([booking(one, { isReversal: true })]);
    expect([await status(), await states(), await lines()]).toEqual([["at_bank"], ["open"], []]);
  });

  test("that takes a return back waits for a person, who books the money: nothing is booked by itself", async () => {
    const { one, told, status, states, lines } = await given();
    await told([booking(one)]);
    await told([returned(one)], { ...later, opening: 101_000 });
    const before = await lines();
    await told([booking(one, { isReversal: true, on: "2026-11-30" })], { id: "S3", on: "2026-11-30", opening: 100_000 });
    expect([await status(), await states(), await lines()]).toEqual([["returned"], ["booked", "booked", "open"], before]);
  });

  test("is not booked within several bookings, each of one debit", async () => {
    const { debits, told, status, states } = await given(3);
    await told(debits.map((each, index) => booking(each, { isReversal: index === 2, bankReference: `B${index}` })));
    expect([await status(), await states()]).toEqual([
      ["booked", "booked", "at_bank"],
      ["booked", "booked", "open"],
    ]);
  });

  test("does not collect the batch that it names", async () => {
    const { one, told, status, states } = await given(2);
    await told([{ cents: 2_000, on: COLLECTED_ON, batchId: batchOf(one), isReversal: true }]);
    expect([await status(), await states()]).toEqual([["at_bank", "at_bank"], ["open"]]);
  });
});

describe("an outgoing entry that reverses an earlier one", () => {
  test("without a reason may cancel what was booked by mistake: a person decides, and no fee is charged", async () => {
    const { one, told, status, states, lines } = await given();
    await told([booking(one, { bankReference: "B1" }), booking(one, { bankReference: "B2" })]);
    await told([returned(one, { returnReason: undefined })], { ...later, opening: 102_000 });
    expect([await status(), await states(), await lines()]).toEqual([["booked"], ["booked", "open", "open"], ["PAYMENT-LINE -10.00 sdd"]]);
  });

  test.each([
    ["without a reason", { returnReason: undefined }],
    ["for a reason that is not known", { returnReason: "XX99" }],
  ])("%s, which a person takes for a return, has no fee: nobody knows that the payer caused it", async (_for, entry) => {
    const { one, told, status, lines, transactions, partner } = await given();
    await told([booking(one)]);
    await told([returned(one, entry)], { ...later, opening: 101_000 });
    const open = (await transactions()).find(({ state }) => state === "open");
    const paid = await db.query.payments.findMany({ where: (of, { eq }) => eq(of.partnerId, partner.id) });
    const ids = paid.map(({ id }) => id);
    await takePaymentBack(db, partner.actor, { transactionId: open?.id ?? "", seenDecisions: 0 }, ids);
    expect([await status(), await lines()]).toEqual([["returned"], ["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00"]]);
  });

  test.each([
    ["a bank's own word", { returnReason: "RUECKGABE" }],
    ["the text alone", { returnReason: undefined, text: "Lastschriftrückgabe" }],
  ])("that is called a return by %s is one", async (_by, entry) => {
    const { one, told, status } = await given();
    await told([booking(one)]);
    await told([returned(one, entry)], { ...later, opening: 101_000 });
    expect(await status()).toEqual(["returned"]);
  });
});
