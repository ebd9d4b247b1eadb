import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { offerInvoices } from "@/server/bank/payments/offer-invoices";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { db } from "./client";
import { bankTransactions } from "./schema/bank-transactions";

const IBAN = "NL20INGB0001234567";

/** A payment, and outgoing money of its amount to its account that an earlier version noted. */
async function given({ paidCents = 4_500 } = {}) {
  const bank = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(bank);
  await bank.told([{ cents: paidCents, reference, iban: IBAN }]);
  await bank.told([{ cents: -paidCents, iban: IBAN, text: "Transfer" }], { id: "S2" });
  const [, went] = await bank.transactions();
  const transactionId = went?.id ?? "";
  return {
    ...bank,
    ...{ invoice, transactionId },
    note: () => db.update(bankTransactions).set({ state: "noted" }).where(eq(bankTransactions.id, transactionId)),
    state: async () => (await bank.transactions()).at(-1)?.state,
  };
}

const migrate = () => db.execute(sql.raw(readFileSync("db/migrations/0101_returns_noted_before.sql", "utf8")));

test("the migration opens returns that an earlier version noted, and a second run changes nothing that a person decided since", async () => {
  const { partner, transactionId, note, state } = await given();
  await note();
  await migrate();
  expect(await state()).toBe("open");
  expect((await offerInvoices(db, partner.actor, transactionId)).returned).toHaveLength(1);
  await setAside(db, partner.actor, { transactionId, seenDecisions: 0 }, "noted");
  await migrate();
  expect(await state()).toBe("noted");
});

test("the migration leaves money whose payment was taken back by another return, or refunded by hand", async () => {
  const returned = await given();
  const [offer] = (await offerInvoices(db, returned.partner.actor, returned.transactionId)).returned;
  await returned.note();
  await returned.told([{ cents: -4_500, iban: IBAN, isReversal: true, returnReason: "MD06" }], { id: "S3" });
  const reversal = (await returned.transactions()).at(-1);
  const ids = (offer?.parts ?? []).map(({ id }) => id);
  await takePaymentBack(db, returned.partner.actor, { transactionId: reversal?.id ?? "", seenDecisions: 0 }, ids);
  const refunded = await given({ paidCents: 5_500 });
  await recordRefund(db, refunded.partner.actor, refunded.invoice.id, null, { amountCents: 1_000, reason: "By hand" });
  await refunded.note();
  await migrate();
  expect((await returned.transactions()).map(({ state }) => state)).toEqual(["booked", "noted", "booked"]);
  expect(await refunded.state()).toBe("noted");
});
