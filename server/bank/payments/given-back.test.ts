import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { listEntries } from "@/server/bank/entries/list-entries";
import { cancelItem, markPaid } from "@/server/bank/refund-files/end-item";
import { getRefundFile } from "@/server/bank/refund-files/get-refund-file";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { describeWithdrawal } from "@/server/bank/withdrawals/describe-withdrawal";
import { dayAt } from "@/server/domain/formats/calendar";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenRefundFile, orderOwed, PAYER } from "@/server/testing/given-refund-file";
import { givenBankingCompany, lookAtDesk } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { setAside } from "./decide-transaction";
import { describeTransaction } from "./describe-transaction";
import { offerInvoices } from "./offer-invoices";
import { recogniseGivenBack } from "./recognise-given-back";
import { recogniseRefund } from "./recognise-refund";
import { undoDecision } from "./undo-decision";

const today = dayAt(new Date());

/** A payment of 96.00 that was not the company's, and another account of the company. */
async function givenNotOurs() {
  const bank = await givenBankingCompany();
  const { partner, company, told } = bank;
  const second = await givenBankAccount(partner, company);
  await told([{ cents: 9_600, name: "Koen ter Braak", iban: PAYER, text: "not for you", bankReference: "B1" }]);
  await lookAtDesk(partner);
  const misdirected = only(await bank.transactions());
  await setAside(db, partner.actor, { transactionId: misdirected.id, seenDecisions: misdirected.decisions }, "to_return", {});
  const left = async (entry: Partial<MadeEntry> = {}, iban?: string) => {
    const gone = {
      cents: -9_600,
      name: "KOEN TER BRAAK",
      iban: "",
      text: "VIREMENT EMIS double paiement",
      bankReference: "B2",
      on: today,
      ...entry,
    };
    await told([gone], { id: "S2", ...(iban && { iban, opening: 50_000 }) });
    await lookAtDesk(partner);
    const outgoing = (await bank.transactions()).at(-1);
    if (!outgoing) throw new Error("No payment");
    return outgoing;
  };
  const states = async () => (await bank.transactions()).map(({ state }) => state);
  return { ...bank, misdirected, left, states, secondIban: second.current?.iban ?? "" };
}

test("money that was not ours and left by an ordinary transfer is offered as given back; that books nothing, and can be undone", async () => {
  const { partner, misdirected, left, states } = await givenNotOurs();
  const outgoing = await left();
  expect(outgoing.state).toBe("open");
  const offers = await offerInvoices(db, partner.actor, outgoing.id);
  expect(offers).toMatchObject({ givenBack: [{ id: misdirected.id, amountCents: 9_600 }], proposedCategory: null });
  await recogniseGivenBack(db, partner.actor, { transactionId: outgoing.id, seenDecisions: 0 }, misdirected.id);
  expect(await states()).toEqual(["returned", "booked"]);
  expect(await listOwed(db, partner.actor, null)).toEqual([]);
  const described = await describeTransaction(db, partner.actor, outgoing.id);
  expect(described).toMatchObject({ booked: [], givingBack: { id: misdirected.id, bookedOn: misdirected.bookedOn } });
  expect(await describeTransaction(db, partner.actor, misdirected.id)).toMatchObject({ givingBack: { id: outgoing.id } });
  const query = { outcome: null, category: null, sort: "place", direction: "asc", pageNumber: 1, pageSize: 9, paymentId: null } as const;
  const { entries } = await listEntries(db, partner.actor, { statementId: described.statement.id, ...query });
  expect(entries).toMatchObject([{ outcome: "booked", givingBackId: misdirected.id }]);
  expect(await describeWithdrawal(db, partner.actor, described.statement.id)).toMatchObject({ decided: [{ reason: "booked", count: 1 }] });

  await undoDecision(db, partner.actor, { transactionId: outgoing.id, seenDecisions: 1 });
  expect(await states()).toEqual(["to_return", "open"]);
  expect(await listOwed(db, partner.actor, null)).toMatchObject([{ id: misdirected.id, amountCents: 9_600 }]);
});

test("it is offered from any account of the company", async () => {
  const { partner, misdirected, left, secondIban } = await givenNotOurs();
  const outgoing = await left({}, secondIban);
  expect(outgoing.state).toBe("open");
  expect((await offerInvoices(db, partner.actor, outgoing.id)).givenBack).toMatchObject([{ id: misdirected.id }]);
});

test.each([
  ["another amount", { cents: -9_500 }],
  ["an earlier day", { on: "2020-01-02" }],
])("money of %s gives nothing back", async (_, entry) => {
  const { partner, misdirected, left } = await givenNotOurs();
  const outgoing = await left(entry);
  expect((await offerInvoices(db, partner.actor, outgoing.id)).givenBack).toEqual([]);
  const seen = { transactionId: outgoing.id, seenDecisions: outgoing.decisions };
  await expect(recogniseGivenBack(db, partner.actor, seen, misdirected.id)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("a payment that a refund file orders is offered as that refund, and one that was given back cannot be ordered", async () => {
  const { partner, company, misdirected, left } = await givenNotOurs();
  const { items } = await orderOwed({ partner, company, actor: partner.actor });
  const outgoing = await left();
  const offers = await offerInvoices(db, partner.actor, outgoing.id);
  expect(offers).toMatchObject({ givenBack: [], refunds: [{ id: only(items).id, isOfInvoice: false, isMarkedAsSent: false }] });
  await cancelItem(db, partner.actor, only(items).id);
  await recogniseGivenBack(db, partner.actor, { transactionId: outgoing.id, seenDecisions: 0 }, misdirected.id);
  expect(await listOwed(db, partner.actor, null)).toEqual([]);
});

/** A refund file of 5.00 and 3.00, and money of 5.00 to the payee that left from another account of the company. */
async function givenElsewhere({ isHandedOut = true } = {}) {
  const made = await givenRefundFile();
  const { partner, company, actor, payoutId, five } = made;
  if (isHandedOut) await getRefundFile(db, actor, payoutId);
  const second = await givenBankAccount(partner, company);
  const leave = async () => {
    const entry = { cents: -500, on: today, iban: PAYER, name: five.name, text: `Rückzahlung ${five.text}` };
    await made.told([entry], { id: "E1", iban: second.current?.iban ?? "", opening: 50_000 });
    const outgoing = (await made.transactions()).at(-1);
    if (!outgoing) throw new Error("No payment");
    return outgoing;
  };
  return { ...made, leave };
}

test.each([true, false])("a refund is offered from any account, downloaded or not: %s", async (isHandedOut) => {
  const { actor, five, leave, outstanding } = await givenElsewhere({ isHandedOut });
  const outgoing = await leave();
  expect(outgoing.state).toBe("open");
  expect((await offerInvoices(db, actor, outgoing.id)).refunds).toMatchObject([{ id: five.id, isOfInvoice: true, isMarkedAsSent: false }]);
  await recogniseRefund(db, actor, { transactionId: outgoing.id, seenDecisions: 0 }, five.id);
  expect(await outstanding()).toBe(0);
});

test("a refund that a person marked as sent is offered too, and naming its payment books nothing more", async () => {
  const { actor, partner, five, leave, outstanding, transactions } = await givenElsewhere();
  await markPaid(db, actor, five.id);
  const outgoing = await leave();
  const offers = await offerInvoices(db, actor, outgoing.id);
  expect(offers.refunds).toMatchObject([{ id: five.id, isMarkedAsSent: true }]);
  await recogniseRefund(db, partner.actor, { transactionId: outgoing.id, seenDecisions: outgoing.decisions }, five.id);
  expect(await outstanding()).toBe(0);
  expect((await transactions()).at(-1)?.state).toBe("booked");
});
