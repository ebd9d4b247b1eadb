import { expect, test } from "vitest";
import { db } from "@/db/client";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { amendMandate } from "@/server/billing/mandates/amend-mandate";
import { booking, type DebitAtBank, givenDebitsAtBank, RETURNED_ON, returned } from "@/server/testing/given-debits-at-bank";

/** A booked debit whose payer has named another account since. */
async function given() {
  const bank = await givenDebitsAtBank();
  const [one] = bank.debits as [DebitAtBank];
  await amendMandate(db, bank.partner.actor, one.debit.mandateId, { holder: "Bo Brandsma", iban: "DE89370400440532013000" });
  const lines = async () => (await Promise.all(one.invoices.map(bank.lines))).flat();
  return { ...bank, one, lines };
}

const later = { id: "S2", on: RETURNED_ON, opening: 101_000 };

test("a return because the former account is closed ends no mandate with another account, and has no fee", async () => {
  const { one, told, lines, mandate, debitsNow } = await given();
  await told([booking(one)]);
  await told([returned(one, { returnReason: "AC04" })], later);
  expect(await debitsNow()).toMatchObject([{ status: "returned", reasonCode: "AC04" }]);
  expect(await lines()).toEqual(["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00"]);
  expect(await mandate(one.debit)).toMatchObject({ endedAt: null });
});

test("a report that rejects it for that reason ends no mandate with another account either", async () => {
  const { one, report, mandate, debitsNow } = await given();
  await report({ payments: [{ endToEndId: one.debit.endToEndId, status: "RJCT", reason: "AC01" }] });
  expect(await debitsNow()).toMatchObject([{ status: "rejected" }]);
  expect(await mandate(one.debit)).toMatchObject({ endedAt: null });
});

test("a reason about the payer ends the mandate, of any account", async () => {
  const { one, report, mandate } = await given();
  await report({ payments: [{ endToEndId: one.debit.endToEndId, status: "RJCT", reason: "MD01" }] });
  expect(await mandate(one.debit)).toMatchObject({ endedReason: "returned" });
});

test.each([
  ["AC04", "DE89370400440532013000", false],
  ["AC04", null, true],
  ["AC06", null, true],
] as const)("a return for %s that a person recognises, with another account of %s, has a fee: %s", async (returnReason, iban, hasFee) => {
  const bank = await givenDebitsAtBank();
  const [one] = bank.debits as [DebitAtBank];
  await bank.told([booking(one)]);
  if (iban) await amendMandate(db, bank.partner.actor, one.debit.mandateId, { holder: "Bo Brandsma", iban });
  // The bank took a charge as well, so that a person decides.
  await bank.told([returned(one, { returnReason, cents: -1_300 })], later);
  const open = (await bank.transactions()).find(({ state }) => state === "open");
  const paid = await db.query.payments.findMany({ where: (of, { eq }) => eq(of.partnerId, bank.partner.id) });
  const ids = paid.map(({ id }) => id);
  await takePaymentBack(db, bank.partner.actor, { transactionId: open?.id ?? "", seenDecisions: 0 }, ids, { chargesCents: 300 });
  const lines = await bank.lines(one.invoices[0] ?? { id: "" });
  expect(lines.filter((line) => line.includes("4.00"))).toHaveLength(hasFee ? 1 : 0);
});
