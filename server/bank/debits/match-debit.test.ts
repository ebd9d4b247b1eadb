import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { findReturned } from "@/server/bank/payments/find-returned";
import { listTransactions } from "@/server/bank/payments/list-transactions";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { dayAt } from "@/server/domain/formats/calendar";
import { givenPartner } from "@/server/testing/given";
import { batchOf, booking, COLLECTED_ON, givenDebitsAtBank, RETURNED_ON, returned } from "@/server/testing/given-debits-at-bank";
import { givenBankingCompany } from "@/server/testing/given-statement";

const own = <Each>(each: Each | undefined): Each => {
  if (each === undefined) throw new Error("There is none");
  return each;
};

const retraction = { creditNoteNumber: "C", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
const transferred = { amountCents: 1_000, reason: "Transferred as well", mayExceed: true, paidOn: RETURNED_ON };

async function givenOne(wanted: Parameters<typeof givenDebitsAtBank>[0] = [{}]) {
  const given = await givenDebitsAtBank(wanted);
  const one = own(given.debits[0]);
  const status = async () => (await given.debitsNow()).map((debit) => debit.status);
  const states = async () => (await given.transactions()).map(({ state }) => state);
  return { ...given, one, invoice: own(one.invoices[0]), status, states };
}

describe("a debit that the bank books alone", () => {
  test("is a payment line of its day, with a receipt, and nothing is in progress afterwards", async () => {
    const given = await givenOne();
    await given.told([booking(given.one)]);
    expect(await given.lines(given.invoice)).toEqual(["PAYMENT-LINE -10.00 sdd"]);
    expect(await given.debitsNow()).toMatchObject([{ status: "booked", bookedTransactionId: (await given.transactions())[0]?.id }]);
    expect(await given.states()).toEqual(["booked"]);
    expect(await given.announced(given.one.invoices)).toEqual(["payment_received"]);
    expect(await given.mandate(given.one.debit)).toMatchObject({ lastCollectedOn: COLLECTED_ON, endedAt: null });
    const [payment] = await db.select().from(payments).where(eq(payments.invoiceId, given.invoice.id));
    expect(payment).toMatchObject({ status: "paid", method: "sdd", surplusCents: 0 });
    expect(payment?.endedAt && dayAt(payment.endedAt)).toBe(COLLECTED_ON);
  });

  test("of a household pays each of its invoices", async () => {
    const given = await givenOne([{ amounts: [1_000, 1_550] }]);
    await given.told([booking(given.one)]);
    const [first, second] = given.one.invoices;
    expect([await given.lines(own(first)), await given.lines(own(second))]).toEqual([
      ["PAYMENT-LINE -10.00 sdd"],
      ["PAYMENT-LINE -15.50 sdd"],
    ]);
  });

  test("by a mandate for one debit ends that mandate", async () => {
    const given = await givenOne([{ sequenceType: "OOFF" }]);
    await given.told([booking(given.one)]);
    expect(await given.mandate(given.one.debit)).toMatchObject({
      endedReason: "collected",
      endedBy: "system",
      lastCollectedOn: COLLECTED_ON,
    });
  });

  test("although a report rejected it, and the customer paid otherwise: what came twice is owed to them", async () => {
    const given = await givenOne();
    await given.report({ status: "RJCT", reason: "AC04" });
    await recordExternalPayment(db, given.partner.actor, given.invoice.id, 1, transferred);
    await given.told([booking(given.one)]);
    expect(await given.lines(given.invoice)).toEqual([expect.stringContaining("PAYMENT-LINE -10.00"), "PAYMENT-LINE -10.00 sdd"]);
    expect(await given.status()).toEqual(["booked"]);
    const [payment] = await db.select().from(payments).where(eq(payments.debitId, given.one.debit.id));
    expect(payment).toMatchObject({ status: "paid", surplusCents: 1_000 });
  });

  test("cannot be undone: it happened at the bank", async () => {
    const given = await givenOne();
    await given.told([booking(given.one)]);
    const { id: transactionId, decisions: seenDecisions } = own((await given.transactions())[0]);
    await expect(undoDecision(db, given.partner.actor, { transactionId, seenDecisions })).rejects.toMatchObject({
      code: "bank_transaction_settled_by_bank",
    });
  });
});

describe("a person decides about", () => {
  test.each([
    ["another amount", { cents: 999 }],
    ["charges taken off", { cents: 950 }],
  ])("a booking of %s", async (_which, entry) => {
    const given = await givenOne();
    await given.told([booking(given.one, entry)]);
    expect([await given.status(), await given.states(), await given.lines(given.invoice)]).toEqual([["at_bank"], ["open"], []]);
  });

  test("a second booking of the same debit, in the same kind of file", async () => {
    const given = await givenOne();
    await given.told([booking(given.one, { bankReference: "B1" }), booking(given.one, { bankReference: "B2" })]);
    expect([await given.states(), await given.lines(given.invoice)]).toEqual([["booked", "open"], ["PAYMENT-LINE -10.00 sdd"]]);
  });

  test("a debit of a file that was withdrawn, so that its money is seen before it is collected again", async () => {
    const given = await givenOne();
    await db.transaction(async (tx) => {
      const nothing = { fileId: null, fileCents: null, sequenceType: null, holder: null, iban: null, scheme: null };
      const planned = { status: "planned", ...nothing, mandateReference: null, mandateSignedOn: null, text: null } as const;
      await tx.update(debits).set(planned).where(eq(debits.id, given.one.debit.id));
      await tx.update(payments).set({ status: "scheduled" }).where(eq(payments.debitId, given.one.debit.id));
    });
    await given.told([booking(given.one)]);
    expect([await given.status(), await given.states(), await given.lines(given.invoice)]).toEqual([["planned"], ["open"], []]);
  });

  test("a return whose reason is unknown, and then the debit is returned", async () => {
    const given = await givenOne([{ amounts: [1_000, 500] }, {}]);
    await given.told([{ cents: 2_500, on: COLLECTED_ON, batchId: batchOf(given.one) }]);
    await given.told([returned(given.one, { returnReason: "XX99" })], { id: "S2" });
    const outgoing = own((await given.transactions())[1]);
    expect([outgoing.state, await given.status()]).toEqual(["open", ["booked", "booked"]]);
    const offers = await findReturned(db, given.partner.actor, outgoing);
    expect(offers).toMatchObject([{ amountCents: 1_500, isExact: true, parts: [{ amountCents: 1_000 }, { amountCents: 500 }] }]);
    const ids = own(offers[0]).parts.map(({ id }) => id);
    const take = (paymentIds: string[]) =>
      takePaymentBack(db, given.partner.actor, { transactionId: outgoing.id, seenDecisions: 0 }, paymentIds);
    await take(ids);
    expect(await given.debitsNow()).toMatchObject([
      { status: "returned", reasonCode: "XX99", returnedTransactionId: outgoing.id },
      { status: "booked" },
    ]);
    expect(await given.lines(given.invoice)).toEqual(["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00"]);
    expect(await given.mandate(given.one.debit)).toMatchObject({ endedAt: null });
  });

  test("a return of only a part of a debit: nothing is taken back", async () => {
    const given = await givenOne([{ amounts: [1_000, 500] }]);
    await given.told([booking(given.one)]);
    await given.told([returned(given.one, { cents: -500 })], { id: "S2" });
    const outgoing = own((await given.transactions())[1]);
    const [, half] = await db
      .select()
      .from(payments)
      .where(eq(payments.debitId, given.one.debit.id))
      .orderBy(payments.createdAt, payments.id);
    await expect(
      takePaymentBack(db, given.partner.actor, { transactionId: outgoing.id, seenDecisions: 0 }, [
        own(half?.amountCents === 500 ? half : undefined).id,
      ]),
    ).rejects.toMatchObject({ code: "invalid_payment_id" });
    expect(await given.status()).toEqual(["booked"]);
  });
});

describe("a debit that goes back", () => {
  test("is one chargeback of each part and one fee; the customer is told, and a receipt that was not sent is withdrawn", async () => {
    const given = await givenOne([{ amounts: [1_000, 1_550] }]);
    await given.told([booking(given.one)]);
    await given.told([returned(given.one)], { id: "S2", on: RETURNED_ON, opening: 102_550 });
    const [first, second] = given.one.invoices;
    expect(await given.lines(own(first))).toEqual(["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"]);
    expect(await given.lines(own(second))).toEqual(["PAYMENT-LINE -15.50 sdd", "CHARGEBACK-LINE 15.50"]);
    expect(await given.debitsNow()).toMatchObject([{ status: "returned", reasonCode: "AM04" }]);
    expect(await given.announced(given.one.invoices)).toEqual(["payment_returned", "payment_returned"]);
    expect(await given.mandate(given.one.debit)).toMatchObject({ endedAt: null, lastCollectedOn: COLLECTED_ON });
  });

  test("with the bank's own charges in the amount: the customer owes the debit, and the charges are another payment", async () => {
    const given = await givenOne();
    await given.told([booking(given.one)]);
    await given.told([returned(given.one, { chargesCents: 300 })], { id: "S2" });
    expect(await given.lines(given.invoice)).toEqual(["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"]);
    const sums = (await given.transactions()).map(({ amountCents, state, name, isReversal }) => ({ amountCents, state, name, isReversal }));
    expect(sums.slice(1)).toEqual([
      { amountCents: -1_000, state: "booked", name: expect.any(String), isReversal: true },
      { amountCents: -300, state: "noted", name: "", isReversal: false },
    ]);
  });

  test("has no fee if the payer did not cause it, and ends the mandate by which no debit can succeed", async () => {
    const given = await givenOne();
    await given.told([booking(given.one)]);
    await given.told([returned(given.one, { returnReason: "MD07" })], { id: "S2" });
    expect(await given.lines(given.invoice)).toEqual(["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00"]);
    expect(await given.mandate(given.one.debit)).toMatchObject({ endedReason: "returned", endedBy: "system" });
  });

  test("after a later payment: the customer has paid once", async () => {
    const given = await givenOne();
    await given.told([booking(given.one)]);
    await recordExternalPayment(db, given.partner.actor, given.invoice.id, 2, transferred);
    await given.told([returned(given.one, { returnReason: "MD01" })], { id: "S2" });
    expect((await getInvoice(db, given.partner.actor, given.invoice.id)).amountTotalCents).toBe(0);
  });

  test("after the invoice was retracted is written off", async () => {
    const given = await givenOne();
    await given.told([booking(given.one)]);
    await creditAndRetractInvoice(db, given.partner.actor, given.invoice.id, retraction);
    await given.told([returned(given.one)], { id: "S2" });
    expect(await given.lines(given.invoice)).toEqual(["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CREDIT-LINE -10.00"]);
    expect(await given.status()).toEqual(["returned"]);
  });

  test("on an entry that names neither the debit nor the charges is recognised once a file names both", async () => {
    const given = await givenOne();
    await given.told([booking(given.one)]);
    await given.told940([returned(given.one, { endToEndId: "NOTPROVIDED", cents: -1_300 })], {
      id: "S2",
      on: RETURNED_ON,
      opening: 101_000,
    });
    expect([await given.status(), await given.states()]).toEqual([["booked"], ["booked", "open"]]);
    await given.told([returned(given.one, { chargesCents: 300 })], { id: "S2", on: RETURNED_ON, opening: 101_000 });
    expect(await given.lines(given.invoice)).toEqual(["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"]);
    expect([await given.status(), await given.states()]).toEqual([["returned"], ["booked", "booked", "noted"]]);
  });

  test("before its booking is on a statement is taken back once that comes, and only the return is told", async () => {
    const given = await givenOne();
    await given.told([returned(given.one)], { id: "S2" });
    expect([await given.status(), await given.states(), await given.lines(given.invoice)]).toEqual([["at_bank"], ["open"], []]);
    await given.told([booking(given.one)]);
    expect(await given.lines(given.invoice)).toEqual(["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"]);
    expect([await given.status(), await given.states()]).toEqual([["returned"], ["booked", "booked"]]);
    expect(await given.announced(given.one.invoices)).toEqual(["payment_returned"]);
  });
});

describe("a batch that the bank books as one sum", () => {
  const three = [{}, { amounts: [2_000] }, { amounts: [300, 200] }];

  test("is collected, each debit on its invoices", async () => {
    const given = await givenOne(three);
    await given.told([{ cents: 3_500, on: COLLECTED_ON, batchId: batchOf(given.one) }]);
    expect([await given.status(), await given.states()]).toEqual([["booked", "booked", "booked"], ["booked"]]);
    const invoices = given.debits.flatMap((each) => each.invoices);
    expect((await Promise.all(invoices.map(given.lines))).flat()).toEqual([
      "PAYMENT-LINE -10.00 sdd",
      "PAYMENT-LINE -20.00 sdd",
      "PAYMENT-LINE -3.00 sdd",
      "PAYMENT-LINE -2.00 sdd",
    ]);
  });

  test("is listed and described with the number of its debits, not of their invoices, also after one went back", async () => {
    const given = await givenOne(three);
    await given.told([{ cents: 3_500, on: COLLECTED_ON, batchId: batchOf(given.one) }]);
    await given.told([returned(own(given.debits[2]))]);
    const [sum, back] = await given.transactions();
    const query = { tab: "booked", companyId: null, pageNumber: 1, pageSize: 20 } as const;
    const { entries } = await listTransactions(db, given.partner.actor, query);
    expect(entries.map(({ id, debitsCount }) => [id, debitsCount])).toEqual([
      [back?.id, 0],
      [sum?.id, 3],
    ]);
    expect(await describeTransaction(db, given.partner.actor, sum?.id ?? "")).toMatchObject({ debitsCount: 3 });
  });

  test("in MT940 is known by the batch's id that a line divides", async () => {
    const given = await givenOne(three);
    await given.told940([{ cents: 3_500, on: COLLECTED_ON, batchId: batchOf(given.one) }]);
    expect(await given.status()).toEqual(["booked", "booked", "booked"]);
  });

  test.each([{ batchId: "BANK-OWN-77" }, { text: "Cash deposit summer fair" }])(
    "and does not name, such as %j, is never taken for debits: it may be other money of the same sum",
    async (entry) => {
      const given = await givenOne(three);
      await given.told([{ cents: 3_500, on: COLLECTED_ON, ...entry }]);
      expect(await given.status()).toEqual(["at_bank", "at_bank", "at_bank"]);
    },
  );

  test("waits for a person if its sum is another one", async () => {
    const given = await givenOne(three);
    await given.told([{ cents: 3_499, on: COLLECTED_ON, batchId: batchOf(given.one) }]);
    expect([await given.status(), await given.states()]).toEqual([["at_bank", "at_bank", "at_bank"], ["open"]]);
  });

  test("less what was rejected is collected, also if the report comes later", async () => {
    const given = await givenOne(three);
    await given.told([{ cents: 1_500, on: COLLECTED_ON, batchId: batchOf(given.one) }]);
    expect(await given.states()).toEqual(["open"]);
    const { endToEndId } = own(given.debits[1]).debit;
    await given.report({ payments: [{ endToEndId, status: "RJCT", reason: "AC04" }] });
    expect([await given.status(), await given.states()]).toEqual([["booked", "rejected", "booked"], ["booked"]]);
  });

  test("that one kind of file itemizes and another one sums up counts once", async () => {
    const given = await givenOne(three);
    await given.told([{ cents: 3_500, on: COLLECTED_ON, batchId: batchOf(given.one) }]);
    await given.told(
      given.debits.map((each) => booking(each)),
      { style: "notification8" },
    );
    expect([await given.status(), await given.states()]).toEqual([
      ["booked", "booked", "booked"],
      ["booked", "noted", "noted", "noted"],
    ]);
    const other = await givenOne(three);
    await other.told(
      other.debits.map((each) => booking(each)),
      { style: "notification8" },
    );
    await other.told([{ cents: 3_500, on: COLLECTED_ON, batchId: batchOf(other.one) }]);
    expect([await other.status(), await other.states()]).toEqual([
      ["booked", "booked", "booked"],
      ["booked", "booked", "booked", "noted"],
    ]);
  });
});

describe("nothing of a debit is booked", () => {
  test("by a statement of another partner, or of another account", async () => {
    const given = await givenOne();
    const stranger = await givenBankingCompany(await givenPartner());
    await stranger.told([booking(given.one)]);
    expect((await stranger.transactions()).map(({ state }) => state)).toEqual(["open"]);
    const sibling = await givenBankingCompany(given.partner);
    await sibling.told([booking(given.one)]);
    expect([await given.status(), await given.states()]).toEqual([["at_bank"], ["open"]]);
    await sibling.told([returned(given.one)], { id: "S2" });
    expect([await given.status(), await given.states()]).toEqual([["at_bank"], ["open", "open"]]);
  });

  test("by an entry that names another creditor", async () => {
    const given = await givenOne();
    await given.told([booking(given.one, { creditorIdentifier: "NL55ZZZ123456780000" })]);
    expect([await given.status(), await given.states()]).toEqual([["at_bank"], ["open"]]);
  });

  test("by an id that no debit has", async () => {
    const given = await givenOne();
    await given.told([booking(given.one, { endToEndId: "f".repeat(35) }), returned(given.one, { endToEndId: "e".repeat(35) })]);
    expect([await given.status(), await given.states()]).toEqual([["at_bank"], ["open", "open"]]);
  });
});
