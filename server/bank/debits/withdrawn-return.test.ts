import { expect, test } from "vitest";
import { db } from "@/db/client";
import { listStatements } from "@/server/bank/statements/list-statements";
import { withdrawStatement } from "@/server/bank/withdrawals/withdraw-statement";
import { booking, type DebitAtBank, givenDebitsAtBank, RETURNED_ON, returned } from "@/server/testing/given-debits-at-bank";

/** A later day on which the bank brings the same return. */
const NEXT = "2026-11-30";

/** A return that waits for its booking, on a statement that is then withdrawn. */
async function given() {
  const bank = await givenDebitsAtBank();
  const [one] = bank.debits as [DebitAtBank];
  const store = () => bank.told([returned(one)], { id: "S2", on: RETURNED_ON, opening: 101_000 });
  const repeat = () => bank.told([returned(one, { on: NEXT, bankReference: "R2" })], { id: "S3", on: NEXT, opening: 100_000 });
  const withdrawOldest = async () => {
    const { entries } = await listStatements(db, bank.partner.actor, { companyId: null, pageNumber: 1, pageSize: 50 });
    const oldest = entries.toSorted((first, second) => (first.id < second.id ? -1 : 1))[0];
    await withdrawStatement(db, bank.partner.actor, { statementId: oldest?.id ?? "", reason: "It was for the other account" });
  };
  const outcome = async () => ({
    debits: (await bank.debitsNow()).map(({ status }) => status),
    states: (await bank.transactions()).map(({ state }) => state),
    lines: (await Promise.all(one.invoices.map(bank.lines))).flat(),
  });
  return { ...bank, one, store, repeat, withdrawOldest, outcome };
}

const lines = ["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"];

test("a return whose statement is withdrawn and stored again is booked with its booking", async () => {
  const { one, store, withdrawOldest, told, outcome } = await given();
  await store();
  await withdrawOldest();
  await store();
  expect(await outcome()).toEqual({ debits: ["at_bank"], states: ["withdrawn", "open"], lines: [] });
  await told([booking(one)], { id: "S1" });
  expect(await outcome()).toEqual({ debits: ["returned"], states: ["withdrawn", "booked", "booked"], lines });
});

test("a return that another statement repeats is booked, although the first statement with it is withdrawn", async () => {
  const { one, store, repeat, withdrawOldest, told, outcome } = await given();
  await store();
  await repeat();
  expect((await outcome()).states).toEqual(["open", "open"]);
  await withdrawOldest();
  await told([booking(one)], { id: "S1" });
  expect(await outcome()).toEqual({ debits: ["returned"], states: ["withdrawn", "booked", "booked"], lines });
});
