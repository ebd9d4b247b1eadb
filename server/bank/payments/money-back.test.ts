import { expect, test } from "vitest";
import { db } from "@/db/client";
import { cancelItem, markPaid } from "@/server/bank/refund-files/end-item";
import { getRefundFile } from "@/server/bank/refund-files/get-refund-file";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { givenOwed, givenRefundFile, orderOwed } from "@/server/testing/given-refund-file";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { offerInvoices } from "./offer-invoices";

const IBAN = "NL20INGB0001234567";

async function given() {
  const bank = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(bank);
  const came: MadeEntry = { cents: 4_500, reference, iban: IBAN, bankReference: "B1" };
  const went: MadeEntry = { cents: -4_500, iban: IBAN, bankReference: "B2", text: "Transfer" };
  const states = async () => (await bank.transactions()).map(({ state }) => state);
  return { ...bank, invoice, came, went, states };
}

test("outgoing money that equals a payment from the same account is left to a person, who is offered that payment", async () => {
  const { partner, told, transactions, states, came, went, invoice } = await given();
  await told([came]);
  await told([went], { id: "S2" });
  expect(await states()).toEqual(["booked", "open"]);
  const { returned } = await offerInvoices(db, partner.actor, (await transactions()).at(-1)?.id ?? "");
  expect(returned).toMatchObject([{ parts: [{ invoiceId: invoice.id }], isSameAccount: true }]);
});

test("also in one file, and if the payment itself waits for a person", async () => {
  const { partner, told, states, came, went } = await given();
  await told([came, went]);
  expect(await states()).toEqual(["booked", "open"]);
  const other = { iban: "NL39RABO0300065264", cents: 700, bankReference: "B3", text: "For what?" };
  await told([other, { ...other, cents: -700, bankReference: "B4" }], { id: "S2", opening: 100_000 });
  await lookAtDesk(partner);
  expect((await states()).slice(2)).toEqual(["open", "open"]);
});

test.each([
  ["has another amount", { cents: -4_400 }],
  ["goes to another account", { iban: "NL39RABO0300065264" }],
  ["goes to an account that the bank does not name", { iban: "" }],
])("other outgoing money needs nobody: it %s", async (_, change) => {
  const { told, states, came, went } = await given();
  await told([came, { ...went, ...change }]);
  expect(await states()).toEqual(["booked", "noted"]);
});

test("money that went out before it came needs nobody", async () => {
  const { told, states, came, went } = await given();
  await told([went, came]);
  expect(await states()).toEqual(["noted", "booked"]);
});

test.each(["RETURNED FPI DE LA MARE", "Rücklastschrift", "Terugboeking contributie"])(
  "outgoing money that says %s is left to a person",
  async (text) => {
    const { told, states, came, went } = await given();
    await told([came, { ...went, cents: -2_150, iban: "", text }]);
    expect(await states()).toEqual(["booked", "open"]);
  },
);

test.each(["Terugbetaling statiegeld sleutel", "Rückzahlung Kaution", "Restituzione cauzione"])(
  "outgoing money to an account, of which the company says %s, needs nobody; without an account, the words may be the bank's",
  async (text) => {
    const { told, states, went } = await given();
    await told([
      { ...went, cents: -1_500, text },
      { ...went, cents: -1_600, text, iban: "", bankReference: "B3" },
    ]);
    expect(await states()).toEqual(["noted", "open"]);
  },
);

test("the bank's charge for a return needs nobody", async () => {
  const { told, states, came, went } = await given();
  await told([came, { ...went, cents: -350, iban: "", text: "Rücklastschriftgebühr" }]);
  expect(await states()).toEqual(["booked", "noted"]);
});

test("outgoing money of exactly the amount that is owed to somebody is left to a person, who is told to whom if it names them", async () => {
  const bank = await givenBankingCompany();
  const { invoice } = await givenBilled(bank, { amountCents: 2_000, events: [{ type: "CREDIT-LINE", amountCents: -4_600 }] });
  const other = await givenBankingCompany();
  await givenBilled(other, { amountCents: 2_000, events: [{ type: "CREDIT-LINE", amountCents: -4_700 }] });
  await bank.told([
    { cents: -2_600, name: "", iban: "", text: "A BRANDSMA REFUND" },
    { cents: -2_700, name: "", iban: "", text: "Store" },
  ]);
  expect((await bank.transactions()).map(({ state }) => state)).toEqual(["open", "noted"]);
  const [went] = await bank.transactions();
  const { owedToCustomers } = await offerInvoices(db, bank.partner.actor, went?.id ?? "");
  expect(owedToCustomers).toMatchObject([{ id: invoice.id, isInFile: false }]);
});

test("money owed that a refund file pays is called so, and cannot be recorded on the invoice as well", async () => {
  const made = await givenOwed();
  const [item] = (await orderOwed(made)).items;
  await made.told([{ cents: -500, name: "", iban: "", text: "Brandsma" }], { id: "S2" });
  const went = (await made.transactions()).at(-1);
  expect(went).toMatchObject({ state: "open" });
  const { owedToCustomers, refunds } = await offerInvoices(db, made.actor, went?.id ?? "");
  expect({ owedToCustomers, refunds }).toMatchObject({ owedToCustomers: [{ id: made.invoice.id, isInFile: true }], refunds: [] });
  const record = () => recordRefund(db, made.actor, made.invoice.id, null, { amountCents: 500, reason: "Paid by hand" });
  await expect(record()).rejects.toMatchObject({ code: "refund_exceeds_owed" });
  await markPaid(db, made.actor, item?.id ?? "");
  expect(await made.outstanding()).toBe(0);
  await expect(record()).rejects.toMatchObject({ code: "refund_exceeds_owed" });
  await expect(markPaid(db, made.actor, item?.id ?? "")).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect((await offerInvoices(db, made.actor, went?.id ?? "")).owedToCustomers).toEqual([]);
});

test("outgoing money of a refund that was taken out of its file, or rejected, is left to a person", async () => {
  const made = await givenRefundFile();
  await getRefundFile(db, made.actor, made.payoutId);
  await cancelItem(db, made.actor, made.five.id);
  await made.told([{ cents: -500, name: "", iban: "", text: "Transfer" }], { id: "S9" });
  expect((await made.transactions()).at(-1)).toMatchObject({ state: "open" });
});

test("only of outgoing money that the bank calls a return is it told that nothing fits", async () => {
  const { partner, told, transactions, went } = await given();
  const texts = ["Kaart 004 Tuincentrum", "Kosten pakket oktober", "Terugboeking op verzoek van de bank"];
  await told(texts.map((text, index) => ({ ...went, cents: -1_500 - index, text, iban: "", bankReference: `K${index}` })));
  const offered = (await transactions()).map(({ id }) => offerInvoices(db, partner.actor, id));
  expect((await Promise.all(offered)).map(({ isCalledReturn, returned }) => [isCalledReturn, returned])).toEqual([
    [false, []],
    [false, []],
    [true, []],
  ]);
});
