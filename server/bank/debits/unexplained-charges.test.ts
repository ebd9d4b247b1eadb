import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { payments } from "@/db/schema/payments";
import { securityEvents } from "@/db/schema/security-events";
import { findReturned } from "@/server/bank/payments/find-returned";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { booking, type DebitAtBank, givenDebitsAtBank, RETURNED_ON, returned } from "@/server/testing/given-debits-at-bank";
import { givenBilled } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";

/** A household's debit of 15.00 that went back with 3.00 more, of which the bank says nothing. */
async function givenReturn(entry: Partial<MadeEntry> = {}) {
  const given = await givenDebitsAtBank([{ amounts: [1_000, 500] }]);
  const [one] = given.debits as [DebitAtBank];
  await given.told([booking(one)]);
  await given.told([returned(one, { cents: -1_800, ...entry })], { id: "S2", on: RETURNED_ON, opening: 101_500 });
  const outgoing = async () => (await given.transactions()).find(({ amountCents }) => amountCents < 0) as BankTransaction;
  const offers = async () => findReturned(db, given.partner.actor, await outgoing());
  const take = async (chargesCents: number, ids?: string[]) =>
    takePaymentBack(
      db,
      given.partner.actor,
      { transactionId: (await outgoing()).id, seenDecisions: 0 },
      ids ?? (await offers())[0]?.parts.map(({ id }) => id) ?? [],
      { chargesCents },
    );
  const lines = () => Promise.all(one.invoices.map(given.lines));
  return { ...given, one, outgoing, offers, take, lines };
}

describe("a return of more than the debit, of which the bank does not say why", () => {
  test.each([
    ["that names the debit", {}],
    ["that names only the payer's account", { endToEndId: "NOTPROVIDED" }],
  ])("%s waits for a person, who takes the rest for the bank's charge: the payer owes the debit alone", async (_which, entry) => {
    const given = await givenReturn(entry);
    expect((await given.outgoing()).state).toBe("open");
    expect(await given.offers()).toMatchObject([{ amountCents: 1_500, chargesCents: 300, isExact: true }]);
    await given.take(300);
    expect(await given.lines()).toEqual([
      ["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"],
      ["PAYMENT-LINE -5.00 sdd", "CHARGEBACK-LINE 5.00"],
    ]);
    expect(await given.debitsNow()).toMatchObject([{ status: "returned", reasonCode: "AM04" }]);
    expect(await given.outgoing()).toMatchObject({ state: "booked", chargesCents: 300 });
    const events = await db.select().from(securityEvents).where(eq(securityEvents.partnerId, given.partner.id));
    expect(events.filter(({ kind }) => kind === "bank_payment_booked").map(({ after }) => after)).toContainEqual(
      expect.objectContaining({ amountCents: -1_000, chargesCents: 300 }),
    );
  });

  test("is booked once: neither a second click nor another kind of file books it again, and it cannot be undone", async () => {
    const given = await givenReturn();
    const clicks = await Promise.allSettled([given.take(300), given.take(300)]);
    expect(clicks.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const lines = await given.lines();
    await given.told([returned(given.one, { chargesCents: 300 })], { id: "S3", on: RETURNED_ON, style: "notification8" });
    await given.told940([returned(given.one, { chargesCents: 300 })], { on: RETURNED_ON, opening: 101_500 });
    expect(await given.lines()).toEqual(lines);
    const { id: transactionId, decisions: seenDecisions } = await given.outgoing();
    await expect(undoDecision(db, given.partner.actor, { transactionId, seenDecisions })).rejects.toMatchObject({
      code: "bank_transaction_settled_by_bank",
    });
  });

  test.each([0, 299, 301, -300])("is refused with charges of %i cents: debit and charges are what the bank took", async (cents) => {
    const given = await givenReturn();
    await expect(given.take(cents)).rejects.toMatchObject({ code: "return_of_other_amount" });
    expect(await given.debitsNow()).toMatchObject([{ status: "booked" }]);
  });

  test("is refused for a part of the debit, and for a transfer, which banks return without charges", async () => {
    const given = await givenReturn();
    const [first] = (await given.offers())[0]?.parts ?? [];
    await expect(given.take(800, [first?.id ?? ""])).rejects.toMatchObject({ code: "invalid_payment_id" });
    const { reference, invoice } = await givenBilled(given, { amountCents: 700 });
    await given.told([{ cents: 700, reference, iban: "NL09INGB0009100010" }], { id: "S4", on: RETURNED_ON, opening: 99_700 });
    const [transferred] = await db.select().from(payments).where(eq(payments.invoiceId, invoice.id));
    await expect(given.take(1_100, [transferred?.id ?? ""])).rejects.toMatchObject({ code: "return_of_other_amount" });
    expect(await given.lines()).toEqual([["PAYMENT-LINE -10.00 sdd"], ["PAYMENT-LINE -5.00 sdd"]]);
  });
});
