import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings, importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { plan } from "@/server/billing/collection/plan";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { createInvoices } from "@/server/billing/invoices/create-invoices";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { changeBankAccount } from "@/server/tenancy/bank-accounts/change-bank-account";
import { givenCompany, givenImport, givenInvoice } from "@/server/testing/given";
import { accountFacts, givenBankAccount } from "@/server/testing/given-bank-account";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { newInvoiceFor } from "@/server/testing/new-records";
import { camtFile } from "@/server/testing/statement-files";
import { bookAsSeen, setAside } from "./decide-transaction";
import { describeTransaction } from "./describe-transaction";
import { findCandidates } from "./find-candidates";
import { matchNewTransactions } from "./match-new-transactions";
import { offerInvoices } from "./offer-invoices";
import { takePaymentBack } from "./take-payment-back";
import { undoDecision } from "./undo-decision";

type Given = Awaited<ReturnType<typeof givenBankingCompany>>;

const outstanding = async ({ partner }: Given, id: string) => (await getInvoice(db, partner.actor, id)).amountTotalCents;

/** The first offers for the latest payment: the customers' last names, and the reasons. */
async function offered({ partner, transactions }: Given) {
  const last = (await transactions()).at(-1);
  if (!last) throw new Error("Nothing came");
  const { candidates, certainty } = await findCandidates(db, partner.actor, last, last.amountCents);
  return {
    last,
    certainty,
    offers: candidates.map(({ parts, reasons }) => ({ who: parts.map(({ invoice }) => invoice.lastName), reasons })),
    candidates,
  };
}

test("a structured reference books the payment, also in part, under the value date; the payer gets a receipt and is remembered", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given, { invoice: { customerEmail: "ada@members.example" } });
  const on = addDays(dayAt(new Date()), -1);
  await given.told([{ cents: 1_500, reference: reference.toLowerCase().replace(/(.{4})/g, "$1 "), on }]);
  expect(await outstanding(given, invoice.id)).toBe(3_000);
  await given.told([{ cents: 3_000, text: `thanks, ${reference}, Ada`, on }], { id: "2" });
  expect(await outstanding(given, invoice.id)).toBe(0);
  expect((await given.transactions()).map(({ state, decidedBy }) => [state, decidedBy])).toEqual([
    ["booked", "system"],
    ["booked", "system"],
  ]);
  const { account } = await describeInvoice(db, given.partner.actor, invoice.id);
  expect(account.paidCents).toBe(4_500);
  const lines = (await getInvoice(db, given.partner.actor, invoice.id)).lines.filter(({ type }) => type === "PAYMENT-LINE");
  expect(lines.map(({ amountCents, paymentMethod, date }) => [amountCents, paymentMethod, dayAt(date)])).toEqual([
    [-1_500, "bank_transfer", on],
    [-3_000, "bank_transfer", on],
  ]);
  const told = await db
    .select()
    .from(outgoingMessages)
    .where(and(eq(outgoingMessages.invoiceId, invoice.id), eq(outgoingMessages.kind, "payment_received")));
  expect(told).toHaveLength(2);
});

test("every spelling of a reference is read, and wrong check digits are refused", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given, { amountCents: 10_000 });
  const wrong = reference.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  const belgian = referenceOf(invoice.invoiceNumber, "belgian").shown;
  const swiss = referenceOf(invoice.invoiceNumber, "qr").code;
  const texts = [reference, `invoice ${reference} 2026`, belgian, `ref ${belgian.toLowerCase()}`, swiss];
  await given.told(texts.map((text, index) => ({ cents: 100, text, bankReference: `B${index}` })));
  expect(await outstanding(given, invoice.id)).toBe(9_500);
  await given.told([{ cents: 100, text: wrong }], { id: "2" });
  expect(await outstanding(given, invoice.id)).toBe(9_500);
});

test("a person decides about a repeated payment, and about one that exceeds the amount owed by a bare number, and sees the reason", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given);
  await given.told([{ cents: 5_000, name: "Nobody", text: `invoice ${invoice.invoiceNumber}` }]);
  expect((await offered(given)).offers[0]?.reasons).toEqual(expect.arrayContaining(["our_number", "more"]));
  await given.told([{ cents: 4_500, reference, bankReference: "B2" }], { id: "2" });
  expect(await outstanding(given, invoice.id)).toBe(0);
  await given.told([{ cents: 4_500, reference, bankReference: "B3" }], { id: "3" });
  expect((await offered(given)).offers[0]?.reasons).toEqual(expect.arrayContaining(["reference", "nothing_outstanding"]));
  expect((await given.transactions()).map(({ state }) => state)).toEqual(["open", "booked", "open"]);
});

test("without a reference nothing is booked unless the company allows it; the reasons show what matches", async () => {
  const given = await givenBankingCompany();
  const { invoice } = await givenBilled(given, {
    invoice: { customerFirstName: "Bo", customerLastName: "Vermeer", externalInvoiceNumber: "2026-0417" },
  });
  const entry = { cents: 4_500, name: "B. Vermeer", text: "contribution 2026-0417" };
  await given.told([entry]);
  const { offers, certainty } = await offered(given);
  expect(offers[0]).toEqual({ who: ["Vermeer"], reasons: ["partner_number", "last_name", "amount"] });
  expect(certainty).toBe("clear");
  expect(await outstanding(given, invoice.id)).toBe(4_500);
  await db.update(companySettings).set({ booksClearMatches: true }).where(eq(companySettings.companyId, given.company.id));
  await given.told([{ ...entry, text: "2026-0417" }], { id: "2" });
  expect(await outstanding(given, invoice.id)).toBe(0);
});

test("of two equal candidates neither is booked, even if the company allows clear matches to be booked", async () => {
  const given = await givenBankingCompany();
  await db.update(companySettings).set({ booksClearMatches: true }).where(eq(companySettings.companyId, given.company.id));
  for (const customerEmail of ["one@members.example", "two@members.example"]) {
    await givenBilled(given, { invoice: { customerFirstName: "Jan", customerLastName: "Jansma", customerEmail } });
  }
  await given.told([{ cents: 4_500, name: "Jan Jansma", text: "contribution" }]);
  const { offers } = await offered(given);
  expect(offers.map(({ who }) => who)).toEqual([["Jansma"], ["Jansma"]]);
  expect((await given.transactions()).map(({ state }) => state)).toEqual(["open"]);
});

/**
 * Two numbers with one slip each: two digits swapped, and one digit wrong. Neither may be the following number, which belongs to the next
 * invoice.
 */
function slipsIn(number: string): [string, string][] {
  const digits = [...number];
  const at = digits.findLastIndex((digit, index) => index > 0 && digit !== digits[index - 1]);
  const swapped = digits.with(at, digits[at - 1] ?? "").with(at - 1, digits[at] ?? "");
  const wrong = digits.with(4, String((Number(digits[4]) + 5) % 10));
  return [
    [swapped.join(""), "number_swapped"],
    [wrong.join(""), "number_wrong"],
  ];
}

test("invoices are found by a number with a slip, by a known payer, and by the sum of a household", async () => {
  const given = await givenBankingCompany();
  const home = {
    customerLastName: "Oosterling",
    customerZipcode: "1234 AB",
    customerHouseNumber: "7",
    customerEmail: "oosterling@members.example",
  };
  const { invoice } = await givenBilled(given, { amountCents: 2_000, invoice: { ...home, customerFirstName: "Ida" } });
  const second = await givenBilled(given, { amountCents: 2_500, invoice: { ...home, customerFirstName: "Max" } });
  for (const [slip, reason] of slipsIn(String(invoice.invoiceNumber))) {
    await given.told([{ cents: 2_000, name: "A. Nobody", iban: "", text: `invoice ${slip}` }], { id: reason });
    expect((await offered(given)).offers.find(({ who }) => who[0] === "Oosterling")?.reasons).toEqual([reason, "amount"]);
  }
  await given.told([{ cents: 4_500, name: "I Oosterling", text: "both children" }], { id: "2" });
  const { offers, last, candidates } = await offered(given);
  expect(offers[0]).toMatchObject({
    who: ["Oosterling", "Oosterling"],
    reasons: expect.arrayContaining(["last_name", "amount_of_several"]),
  });
  const parts = (candidates[0]?.parts ?? []).map(({ invoice: { id }, amountCents }) => ({ invoiceId: id, amountCents }));
  await bookAsSeen(db, given.partner.actor, { transactionId: last.id, seenDecisions: 0 }, parts);
  expect([await outstanding(given, invoice.id), await outstanding(given, second.invoice.id)]).toEqual([0, 0]);
  const third = await givenBilled(given, { amountCents: 3_000, invoice: { ...home, customerLastName: "De Wit" } });
  await given.told([{ cents: 1_000, name: "Someone", text: "hello" }], { id: "3" });
  expect((await offered(given)).candidates.find(({ parts: [part] }) => part?.invoice.id === third.invoice.id)?.reasons).toEqual([
    "known_payer",
    "less",
  ]);
});

test("among many numbers with one slip, the exact one is offered first", { timeout: 60_000 }, async () => {
  const given = await givenBankingCompany();
  const into = await givenImport(given.partner, { company: given.company });
  const crowd = await createInvoices(
    db,
    given.partner.actor,
    into.id,
    Array.from({ length: 900 }, (_, index) => ({
      ...newInvoiceFor(into.id, 4_500),
      externalInvoiceNumber: `CROWD-${index}`,
      customerLastName: `Last${index}`,
    })),
  );
  await transmitImport(db, given.partner.actor, into.id);
  const numbers = crowd.slice(100, 104).map((invoice) => invoice?.invoiceNumber);
  await given.told([{ cents: 9_999, name: "Nobody", iban: "", text: `${numbers.join(", ")} CROWD-899` }]);
  const { candidates } = await offered(given);
  const first = candidates.slice(0, 5).map(({ parts: [part] }) => part?.invoice.externalInvoiceNumber);
  expect(first.toSorted()).toEqual(["CROWD-100", "CROWD-101", "CROWD-102", "CROWD-103", "CROWD-899"]);
});

test("a booking is undone once, by one of two people; collection continues, and the receipt is not sent", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given, { invoice: { customerEmail: "ada@members.example" } });
  await given.told([{ cents: 4_500, reference }]);
  const [booked] = await given.transactions();
  const seen = { transactionId: booked?.id ?? "", seenDecisions: 1 };
  const outcomes = await Promise.allSettled([1, 2].map(() => undoDecision(db, given.partner.actor, seen)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await outstanding(given, invoice.id)).toBe(4_500);
  const [payment] = await db.select().from(payments).where(eq(payments.invoiceId, invoice.id));
  expect(payment).toMatchObject({ status: "paid", undoneBy: "system" });
  await bookAsSeen(db, given.partner.actor, { transactionId: seen.transactionId, seenDecisions: 2 }, [
    { invoiceId: invoice.id, amountCents: 4_500 },
  ]);
  expect(await outstanding(given, invoice.id)).toBe(0);
});

test("two people who book the same money at once book it once", async () => {
  const given = await givenBankingCompany();
  const [one, two] = [await givenBilled(given), await givenBilled(given)];
  await given.told([{ cents: 4_500, name: "Nobody", text: "hello" }]);
  const [came] = await given.transactions();
  const seen = { transactionId: came?.id ?? "", seenDecisions: 0 };
  const outcomes = await Promise.allSettled(
    [one, two].map(({ invoice }) => bookAsSeen(db, given.partner.actor, seen, [{ invoiceId: invoice.id, amountCents: 4_500 }])),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await outstanding(given, one.invoice.id)) + (await outstanding(given, two.invoice.id))).toBe(4_500);
});

test("a booking is refused if the invoice owes another amount than the person saw, and nothing is booked", async () => {
  const given = await givenBankingCompany();
  const { invoice } = await givenBilled(given);
  await given.told([
    { cents: 4_500, name: "Nobody", text: "hello" },
    { cents: 4_500, name: "Nobody Else", text: "hello" },
  ]);
  const [first, second] = await given.transactions();
  const book = (id: string | undefined, seenOutstandingCents: number) =>
    bookAsSeen(db, given.partner.actor, { transactionId: id ?? "", seenDecisions: 0 }, [
      { invoiceId: invoice.id, amountCents: 4_500, seenOutstandingCents },
    ]);
  await book(first?.id, 4_500);
  // Two people had the same offer on their screens.
  await expect(book(second?.id, 4_500)).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect(await outstanding(given, invoice.id)).toBe(0);
  await book(second?.id, 0);
  expect(await outstanding(given, invoice.id)).toBe(-4_500);
});

test("never more is booked than was received, nor on an invoice in another currency or of another company", async () => {
  const given = await givenBankingCompany();
  const { invoice } = await givenBilled(given);
  await given.told([{ cents: 4_500, name: "Nobody", text: "hello" }]);
  const [came] = await given.transactions();
  const seen = { transactionId: came?.id ?? "", seenDecisions: 0 };
  const book = (invoiceId: string, amountCents: number) => bookAsSeen(db, given.partner.actor, seen, [{ invoiceId, amountCents }]);
  await expect(book(invoice.id, 4_501)).rejects.toMatchObject({ code: "exceeds_bank_transaction" });
  const stranger = await givenBilled(await givenBankingCompany());
  await expect(book(stranger.invoice.id, 100)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  // Another company of the same partner does not have the account. A company that shares it does, but francs are not euros.
  const next = await givenBankingCompany(given.partner);
  const neighbour = await givenBilled(next);
  await expect(book(neighbour.invoice.id, 100)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  // An unconfirmed change does not give it the account either.
  await changeBankAccount(db, given.partner.actor, next.account.id, { ...accountFacts(), iban: given.iban });
  await expect(book(neighbour.invoice.id, 100)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  const swiss = await givenCompany(given.partner, { countryCode: "CH", currency: "CHF" });
  await givenBankAccount(given.partner, swiss, { ...accountFacts(), iban: given.iban });
  const francs = await givenInvoice(given.partner, { company: swiss, transmitted: true });
  await expect(book(francs.id, 100)).rejects.toMatchObject({ code: "bank_transaction_of_other_currency" });
  const { partner: other } = await givenBankingCompany();
  await expect(bookAsSeen(db, other.actor, seen, [])).rejects.toMatchObject({ code: "invalid_bank_transaction_id" });
});

/** An invoice that was paid on 2 March 2026, and whose payment the bank returned on 9 March, as a person decided today. */
async function givenReturned() {
  const given = await givenBankingCompany();
  const into = await givenImport(given.partner, { company: given.company });
  await db.update(importSettings).set({ chargebackFeeCents: 300 }).where(eq(importSettings.importId, into.id));
  const { invoice, reference } = await givenBilled(given, { import: into });
  await transmitImport(db, given.partner.actor, into.id);
  await given.told([{ cents: 4_500, reference, on: "2026-03-02" }]);
  await given.told([{ cents: -4_500, isReversal: true, returnReason: "MD06", on: "2026-03-09" }], { id: "2" });
  const [payment] = await db.select().from(payments).where(eq(payments.invoiceId, invoice.id));
  const [, reversal] = await given.transactions();
  const offers = await offerInvoices(db, given.partner.actor, reversal?.id ?? "");
  await takePaymentBack(db, given.partner.actor, { transactionId: reversal?.id ?? "", seenDecisions: 0 }, [payment?.id ?? ""]);
  return { ...given, invoice, offered: offers.returned };
}

test("a person is told the fee that the customer will owe before a payment counts as returned", async () => {
  const { invoice, offered } = await givenReturned();
  const lines = await db.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoice.id));
  const fees = lines.filter(({ type }) => type === "CHARGEBACK-FEE-LINE").map(({ amountCents }) => amountCents);
  expect([offered.map(({ feeCents }) => feeCents), fees]).toEqual([[300], [300]]);
});

test("a chargeback bears the bank's day, also if a person decides later", async () => {
  const { invoice } = await givenReturned();
  const lines = await db.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoice.id)).orderBy(invoiceLines.position);
  const dayOf = (type: string) => {
    const line = lines.find((each) => each.type === type);
    return line && dayAt(line.date);
  };
  expect([dayOf("PAYMENT-LINE"), dayOf("CHARGEBACK-LINE")]).toEqual(["2026-03-02", "2026-03-09"]);
});

test("reminders after a return count from a week after the day on which it was recorded, not after the bank's day", async () => {
  const { partner, invoice } = await givenReturned();
  // The due day is past as well, so that only the return postpones the reminders.
  await db.update(invoices).set({ dueOn: "2026-03-05" }).where(eq(invoices.id, invoice.id));
  const [returned] = await db.select().from(payments).where(eq(payments.invoiceId, invoice.id));
  const [collected] = await findCollectedInvoices(db, partner.id, [invoice.id]);
  if (!collected || !returned?.chargedBackAt) throw new Error("Nothing came back");
  const [reminder] = plan(collected, returned.chargedBackAt);
  const days = collected.settings.reminder1Day ?? Number.NaN;
  const payBy = bankDayFrom(addDays(dayAt(returned.chargedBackAt), 7), "swiss");
  expect([reminder?.kind, dayAt(reminder?.at ?? new Date(0))]).toEqual(["reminder1", addDays(payBy, days)]);
});

test("outgoing payments need no decision, unless they are returns; a return takes the payment back", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given);
  await given.told([{ cents: 4_500, reference, iban: "NL20TEST0987654321" }]);
  await given.told(
    [
      { cents: -9_900, name: "Landlord", text: "Rent" },
      { cents: -4_500, isReversal: true, iban: "NL20TEST0987654321", returnReason: "MD06" },
    ],
    { id: "2" },
  );
  const [booked, rent, reversal] = await given.transactions();
  expect([booked?.state, rent?.state, reversal?.state]).toEqual(["booked", "noted", "open"]);
  const [payment] = await db.select().from(payments).where(eq(payments.invoiceId, invoice.id));
  const seen = { transactionId: reversal?.id ?? "", seenDecisions: 0 };
  const elsewhere = await givenBankingCompany(given.partner);
  const other = await givenBilled(elsewhere);
  await elsewhere.told([{ cents: 4_500, reference: other.reference }]);
  const [paidElsewhere] = await db.select().from(payments).where(eq(payments.invoiceId, other.invoice.id));
  await expect(takePaymentBack(db, given.partner.actor, seen, [paidElsewhere?.id ?? ""])).rejects.toMatchObject({
    code: "invalid_payment_id",
  });
  await takePaymentBack(db, given.partner.actor, seen, [payment?.id ?? ""]);
  expect(await outstanding(given, invoice.id)).toBe(4_500);
  const isReturned = async (id = "") => (await describeTransaction(db, given.partner.actor, id)).booked.map((each) => each.isReturned);
  expect([await isReturned(booked?.id), await isReturned(reversal?.id)]).toEqual([[true], [true]]);
  await expect(undoDecision(db, given.partner.actor, { ...seen, seenDecisions: 1 })).rejects.toMatchObject({
    code: "bank_transaction_settled_by_bank",
  });
  await expect(takePaymentBack(db, given.partner.actor, { ...seen, seenDecisions: 1 }, [payment?.id ?? ""])).rejects.toMatchObject({
    code: "bank_transaction_booked",
  });
  // The payment came and was taken back.
  await expect(
    undoDecision(db, given.partner.actor, { transactionId: booked?.id ?? "", seenDecisions: booked?.decisions ?? 0 }),
  ).rejects.toMatchObject({ code: "bank_transaction_taken_back" });
  await expect(
    setAside(db, given.partner.actor, { transactionId: rent?.id ?? "", seenDecisions: rent?.decisions ?? 0 }, "to_return"),
  ).rejects.toMatchObject({ code: "bank_transaction_left" });
  await expect(
    setAside(db, given.partner.actor, { transactionId: booked?.id ?? "", seenDecisions: booked?.decisions ?? 0 }, "later"),
  ).rejects.toMatchObject({ code: "bank_transaction_booked" });
});

test("payments put off or marked as not the company's can be decided later", async () => {
  const given = await givenBankingCompany();
  await given.told([{ cents: 100, name: "Nobody", text: "hello" }]);
  const [came] = await given.transactions();
  const transactionId = came?.id ?? "";
  for (const [index, saying] of (["later", "to_return", "noted", "open"] as const).entries()) {
    await setAside(db, given.partner.actor, { transactionId, seenDecisions: index }, saying);
    expect((await given.transactions())[0]?.state).toBe(saying);
  }
  await expect(setAside(db, given.partner.actor, { transactionId, seenDecisions: 0 }, "later")).rejects.toMatchObject({
    code: "changed_meanwhile",
  });
});

test("two processes match each payment once", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given, { amountCents: 30_000 });
  const entries = Array.from({ length: 30 }, (_, index) => ({ cents: 1_000, reference, bankReference: `B${index}` }));
  await given.store(camtFile([{ iban: given.iban, entries }]));
  const scope = { partnerId: given.partner.id };
  const looked = await Promise.all([1, 2, 3].map(() => matchNewTransactions(db, { scope })));
  expect(looked.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(await outstanding(given, invoice.id)).toBe(0);
});
