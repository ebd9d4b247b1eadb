import { asc, eq, inArray } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { newId } from "@/server/platform/id";
import { changesOf } from "@/server/testing/changes-of";
import { givenImport, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { bookAsSeen } from "./decide-transaction";
import { describeTransaction } from "./describe-transaction";
import { offerInvoices } from "./offer-invoices";
import { takePaymentBack } from "./take-payment-back";
import { undoDecision } from "./undo-decision";

const FEE_CENTS = 300;
const PAYER = "NL20INGB0001234567";

/** Invoices of 45.00, 20.00 and 35.00 that a person has booked one transfer on, and the bank's return of it. */
async function given({ returnedCents = 10_000, naming }: { returnedCents?: number; naming?: number } = {}) {
  const bank = await givenBankingCompany();
  const { partner, company } = bank;
  const { actor } = await givenMember(partner, { role: "administrator" });
  const into = await givenImport(partner, { company });
  await db.update(importSettings).set({ chargebackFeeCents: FEE_CENTS }).where(eq(importSettings.importId, into.id));
  const billed: (Awaited<ReturnType<typeof givenBilled>> & { amountCents: number })[] = [];
  for (const amountCents of [4_500, 2_000, 3_500]) {
    const customerEmail = `${newId()}@members.example`;
    billed.push({ ...(await givenBilled(bank, { import: into, amountCents, invoice: { customerEmail } })), amountCents });
  }
  await transmitImport(db, partner.actor, into.id);
  await bank.told([{ cents: 10_000, iban: PAYER, name: "Ada Brandsma", text: "for all of us" }]);
  const [came] = await bank.transactions();
  const seenTransfer = { transactionId: came?.id ?? "", seenDecisions: came?.decisions ?? 0 };
  await bookAsSeen(
    db,
    actor,
    seenTransfer,
    billed.map(({ invoice, amountCents }) => ({ invoiceId: invoice.id, amountCents })),
  );
  let statements = 1;
  const giveBack = async (cents: number, named?: number) => {
    statements += 1;
    const text = named === undefined ? "" : (billed[named]?.reference ?? "");
    await bank.told([{ cents: -cents, iban: PAYER, isReversal: true, returnReason: "MS03", text }], { id: `S${statements}` });
    const transactionId = (await bank.transactions()).at(-1)?.id ?? "";
    return { transactionId, seenDecisions: 0 };
  };
  const seen = await giveBack(returnedCents, naming);
  const ids = billed.map(({ invoice }) => invoice.id);
  return {
    ...bank,
    ...{ actor, ids, seen, giveBack },
    undoBooking: () => undoDecision(db, actor, { ...seenTransfer, seenDecisions: seenTransfer.seenDecisions + 1 }),
    returned: async ({ transactionId } = seen) => (await offerInvoices(db, actor, transactionId)).returned,
    bookings: async () =>
      (await db.select().from(payments).where(inArray(payments.invoiceId, ids)).orderBy(asc(payments.createdAt), asc(payments.id))).map(
        ({ id }) => id,
      ),
    outstanding: async () =>
      (await db.select().from(invoices).where(inArray(invoices.id, ids)).orderBy(asc(invoices.invoiceNumber))).map(
        ({ amountTotalCents }) => amountTotalCents,
      ),
    linesBack: async () => {
      const rows = await db.select().from(invoiceLines).where(inArray(invoiceLines.invoiceId, ids)).orderBy(asc(invoiceLines.id));
      return rows
        .filter(({ type }) => type.startsWith("CHARGEBACK"))
        .map(({ type, amountCents, invoiceId }) => [type, amountCents, ids.indexOf(invoiceId)]);
    },
    announced: async () => {
      const rows = await db.select().from(outgoingMessages).where(inArray(outgoingMessages.invoiceId, ids));
      return rows.map(({ kind, state }) => `${kind} ${state}`).sort();
    },
  };
}

const partsOf = (transfer: { parts: { id: string }[] } | undefined) => (transfer?.parts ?? []).map(({ id }) => id);

describe("a cheque of a remittance that the bank returned", () => {
  const remittance = "REMISE CHEQUE 0001287 DE 2 CHQ";
  async function givenRemittance(text: string) {
    const bank = await givenBankingCompany();
    const { actor } = bank.partner;
    const billed = [await givenBilled(bank, { amountCents: 9_500 }), await givenBilled(bank, { amountCents: 5_000 })];
    await bank.told([{ cents: 14_500, iban: "", name: "", text: remittance }]);
    const [came] = await bank.transactions();
    const parts = billed.map(({ invoice }, index) => ({ invoiceId: invoice.id, amountCents: index === 0 ? 9_500 : 5_000 }));
    await bookAsSeen(db, actor, { transactionId: came?.id ?? "", seenDecisions: came?.decisions ?? 0 }, parts);
    await bank.told([{ cents: -5_000, iban: "", name: "", text }], { id: "S2" });
    const back = (await bank.transactions()).at(-1);
    return { actor, back, invoiceId: billed[1]?.invoice.id, seen: { transactionId: back?.id ?? "", seenDecisions: 0 } };
  }

  test("waits at the desk, where its share is offered by the remittance's number and taken back", async () => {
    const { actor, back, invoiceId, seen } = await givenRemittance("CHEQUE IMPAYE 5500123 REM 0001287 MOTIF PROVISION INSUFFISANTE");
    expect(back?.state).toBe("open");
    const { returned } = await offerInvoices(db, actor, seen.transactionId);
    expect(returned).toMatchObject([{ parts: [{ invoiceId, amountCents: 5_000 }], amountCents: 5_000, isExact: true }]);
    await takePaymentBack(db, actor, seen, partsOf(returned[0]));
    expect((await describeTransaction(db, actor, seen.transactionId)).booked).toMatchObject([{ isReturned: true }]);
  });

  test.each(["CHEQUE IMPAYE 5500123 REM 0001288", "VIREMENT 0001287"])("is not offered for %s", async (text) => {
    const { actor, seen } = await givenRemittance(text);
    expect((await offerInvoices(db, actor, seen.transactionId)).returned).toEqual([]);
  });
});

describe("a returned transfer that paid several invoices", () => {
  test("is offered as one, and taken back on each of them with one decision, with one fee", async () => {
    const { partner, actor, ids, seen, returned, outstanding, linesBack, announced, transactions } = await given();
    const [offer, ...others] = await returned();
    expect(others).toEqual([]);
    expect(offer).toMatchObject({ amountCents: 10_000, feeCents: FEE_CENTS, isExact: true, isSameAccount: true });
    expect(offer?.parts.map(({ invoiceId, amountCents }) => [invoiceId, amountCents]).sort()).toEqual(
      ids.map((id, index) => [id, [4_500, 2_000, 3_500][index]]).sort(),
    );
    const changes = await changesOf(partner.id, () => takePaymentBack(db, actor, seen, partsOf(offer)));
    expect(changes.filter(({ recordId }) => ids.includes(recordId)).length).toBeGreaterThanOrEqual(ids.length);
    const first = ids.indexOf(offer?.parts[0]?.invoiceId ?? "");
    expect(await outstanding()).toEqual([4_500, 2_000, 3_500].map((cents, index) => cents + (index === first ? FEE_CENTS : 0)));
    expect((await linesBack()).filter(([type]) => type === "CHARGEBACK-LINE").map(([, cents, at]) => [cents, at])).toEqual(
      (offer?.parts ?? []).map(({ invoiceId, amountCents }) => [amountCents, ids.indexOf(invoiceId)]),
    );
    expect((await linesBack()).filter(([type]) => type === "CHARGEBACK-FEE-LINE")).toEqual([["CHARGEBACK-FEE-LINE", FEE_CENTS, first]]);
    expect((await transactions()).map(({ state }) => state)).toEqual(["booked", "booked"]);
    // The receipts were still held for an Undo.
    expect(await announced()).toEqual(["payment_received cancelled", "payment_returned waiting"].flatMap((each) => [each, each, each]));
    const { booked } = await describeTransaction(db, actor, seen.transactionId);
    expect(booked.map(({ isReturned, paymentId }) => [isReturned, paymentId])).toEqual(partsOf(offer).map((id) => [true, id]));
  });

  test("is taken back once by simultaneous decisions, and cannot be undone", async () => {
    const { actor, seen, bookings, outstanding, undoBooking } = await given();
    const ids = await bookings();
    const outcomes = await Promise.allSettled(times(5, () => takePaymentBack(db, actor, seen, ids)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await outstanding()).reduce((sum, cents) => sum + cents, 0)).toBe(10_000 + FEE_CENTS);
    await expect(takePaymentBack(db, actor, { ...seen, seenDecisions: 1 }, ids)).rejects.toMatchObject({ code: "bank_transaction_booked" });
    await expect(undoDecision(db, actor, { ...seen, seenDecisions: 1 })).rejects.toMatchObject({
      code: "bank_transaction_settled_by_bank",
    });
    await expect(undoBooking()).rejects.toMatchObject({ code: "bank_transaction_taken_back" });
  });

  test("is taken back, or its booking is undone, if both are decided at once", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { actor, seen, bookings, outstanding, undoBooking } = await given();
      const ids = await bookings();
      const [taken, undone] = await Promise.allSettled([takePaymentBack(db, actor, seen, ids), undoBooking()]);
      expect([taken, undone].filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await outstanding()).reduce((sum, cents) => sum + cents, 0)).toBe(10_000 + (taken.status === "fulfilled" ? FEE_CENTS : 0));
    }
  });

  test("has its fee on the first invoice that is still collected", async () => {
    const { partner, actor, seen, returned, linesBack, outstanding, ids } = await given();
    const [before] = await returned();
    const first = before?.parts[0]?.invoiceId ?? "";
    const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
    await creditAndRetractInvoice(db, partner.actor, first, retraction);
    const [offer] = await returned();
    expect(offer?.feeCents).toBe(FEE_CENTS);
    await takePaymentBack(db, actor, seen, partsOf(offer));
    const second = ids.indexOf(offer?.parts[1]?.invoiceId ?? "");
    expect((await linesBack()).filter(([type]) => type === "CHARGEBACK-FEE-LINE")).toEqual([["CHARGEBACK-FEE-LINE", FEE_CENTS, second]]);
    expect((await outstanding())[ids.indexOf(first)]).toBe(0);
  });
});

describe("a return of a part of such a transfer", () => {
  test("that no bookings add up to is shown without a decision, and refused", async () => {
    const { actor, seen, returned, bookings, outstanding, transactions } = await given({ returnedCents: 3_000, naming: 0 });
    const [offer, ...others] = await returned();
    expect(others).toEqual([]);
    expect(offer).toMatchObject({ isExact: false, amountCents: 10_000 });
    for (const ids of [await bookings(), partsOf(offer).slice(0, 1)])
      await expect(takePaymentBack(db, actor, seen, ids)).rejects.toMatchObject({ code: "return_of_other_amount" });
    expect(await outstanding()).toEqual([0, 0, 0]);
    expect((await transactions()).at(-1)).toMatchObject({ state: "open" });
  });

  test("that equals bookings takes only those back, and the rest can come back later", async () => {
    const { actor, ids, seen, returned, giveBack, outstanding } = await given({ returnedCents: 6_500, naming: 0 });
    const [offer] = await returned();
    expect(offer).toMatchObject({ isExact: true, amountCents: 6_500 });
    expect(offer?.parts.map(({ invoiceId }) => ids.indexOf(invoiceId)).sort()).toEqual([0, 1]);
    await takePaymentBack(db, actor, seen, partsOf(offer));
    expect((await outstanding()).map((cents) => cents > 0)).toEqual([true, true, false]);
    const rest = await giveBack(3_500, 2);
    const [later] = await returned(rest);
    expect(later?.parts.map(({ invoiceId }) => ids.indexOf(invoiceId))).toEqual([2]);
    await takePaymentBack(db, actor, rest, partsOf(later));
    expect((await outstanding()).every((cents) => cents > 0)).toBe(true);
  });
});

test("bookings of different transfers are not taken back together", async () => {
  const one = await given();
  const { invoice, reference } = await givenBilled(one, { amountCents: 4_500 });
  await one.told([{ cents: 4_500, reference, iban: PAYER }], { id: "S9" });
  const [other] = await db.select().from(payments).where(eq(payments.invoiceId, invoice.id));
  const ids = [...(await one.bookings()).slice(1), other?.id ?? ""];
  await expect(takePaymentBack(db, one.actor, one.seen, ids)).rejects.toMatchObject({ code: "invalid_payment_id" });
  expect(await one.outstanding()).toEqual([0, 0, 0]);
});
