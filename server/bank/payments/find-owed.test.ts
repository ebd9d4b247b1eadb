import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { givenOwed, PAYER } from "@/server/testing/given-refund-file";
import type { MadeEntry } from "@/server/testing/statement-files";
import { setAside } from "./decide-transaction";
import { mayRefund, type OwedFacts } from "./find-owed";
import { offerInvoices } from "./offer-invoices";
import { readPayment } from "./read-payment";

const OTHER = "NL39RABO0300065264";

describe("outgoing money of the amount that is owed", () => {
  const owed: OwedFacts = {
    externalInvoiceNumber: "2027-124",
    invoiceNumber: 100_002_124,
    lastName: "van Beek",
    organization: "",
    directDebitIban: "",
    payers: [{ name: "R van Beek e/o S Kat", iban: PAYER }],
    lastPaidOn: "2027-12-04",
  };
  const went = { name: "J Kuipers", iban: OTHER, text: "Travel November", bookedOn: "2027-12-05" };
  const isRefund = (change: Partial<typeof went>, facts: Partial<OwedFacts> = {}) => {
    const outgoing = { ...went, ...change };
    return mayRefund(outgoing, readPayment({ references: [], endToEndId: "", ...outgoing }), { ...owed, ...facts });
  };

  test("is no refund if only the amount is equal", () => {
    expect(isRefund({})).toBe(false);
    expect(isRefund({ name: "", iban: "", text: "" })).toBe(false);
    expect(isRefund({ text: "100002125 2027-125 Beek" })).toBe(false);
  });

  test.each([
    ["goes to the account that paid", { iban: PAYER }],
    ["names the customer", { name: "Roos van Beek" }],
    ["names the customer in its text", { text: "for VAN BEEK" }],
    ["names the payer", { text: "R. van Beek e/o S. Kat" }],
    ["contains the company's number", { text: "paid twice 2027-124" }],
    ["contains the service's number", { text: "paid twice 100002124" }],
  ])("may be one if it %s, but not on a day before the last payment came", (_, change) => {
    expect(isRefund(change)).toBe(true);
    expect(isRefund({ ...change, bookedOn: "2027-12-03" })).toBe(true);
    expect(isRefund({ ...change, bookedOn: "2027-12-02" })).toBe(false);
    expect(isRefund({ ...change, bookedOn: "2027-12-02" }, { lastPaidOn: null })).toBe(true);
  });

  test("may be one if it goes to the account from which debits are collected, or to an organization", () => {
    expect(isRefund({}, { directDebitIban: OTHER })).toBe(true);
    expect(isRefund({ name: "Bakery North Ltd" }, { organization: "Bakery North" })).toBe(true);
    expect(isRefund({ name: "South Ltd" }, { organization: "Bakery North" })).toBe(false);
  });
});

/** A customer who is owed 5.00, and 5.00 that went out. */
async function givenOutgoing(entry: Partial<MadeEntry>) {
  const made = await givenOwed();
  const [came] = await made.transactions();
  const on = came?.bookedOn ?? dayAt(new Date());
  await made.told([{ cents: -500, name: "J Kuipers", iban: OTHER, text: "Travel", bankReference: "B2", on, ...entry }], { id: "S2" });
  const outgoing = (await made.transactions()).find(({ amountCents }) => amountCents === -500);
  if (!outgoing) throw new Error("No payment");
  const owed = async () => (await offerInvoices(db, made.partner.actor, outgoing.id)).owedToCustomers;
  return { ...made, outgoing, owed, on };
}

test("a person is told to whom the amount is owed if the account or the name agrees, until the payment has a category", async () => {
  const { partner, invoice, outgoing, owed } = await givenOutgoing({ iban: PAYER });
  expect(await owed()).toMatchObject([{ id: invoice.id, isInFile: false }]);
  const seen = { transactionId: outgoing.id, seenDecisions: outgoing.decisions };
  await setAside(db, partner.actor, seen, "noted", {});
  expect(await owed()).toMatchObject([{ id: invoice.id }]);
  await setAside(db, partner.actor, { ...seen, seenDecisions: seen.seenDecisions + 1 }, "noted", { category: "salaries" });
  expect(await owed()).toEqual([]);
});

test("a person is told nothing if only the amount agrees, or if the money went out before the customer's came", async () => {
  expect(await (await givenOutgoing({})).owed()).toEqual([]);
  const { on, owed, told, transactions, partner } = await givenOutgoing({ name: "A Brandsma" });
  expect(await owed()).toHaveLength(1);
  await told([{ cents: -500, name: "A Brandsma", iban: OTHER, text: "Travel", bankReference: "B0", on: addDays(on, -2) }], { id: "S0" });
  const earlier = (await transactions()).find(({ bookedOn }) => bookedOn < on);
  expect((await offerInvoices(db, partner.actor, earlier?.id ?? "")).owedToCustomers).toEqual([]);
});
