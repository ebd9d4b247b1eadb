import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { payoutItems } from "@/db/schema/payouts";
import { approveRefundFile } from "@/server/bank/refund-files/approve-refund-file";
import { markPaid } from "@/server/bank/refund-files/end-item";
import { getRefundFile } from "@/server/bank/refund-files/get-refund-file";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { addLines } from "@/server/billing/invoices/add-lines";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { transact } from "@/server/platform/transact";
import { type CsvStyle, csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenMember } from "@/server/testing/given-person";
import { givenOwed, givenRefundFile, orderOwed, PAYER } from "@/server/testing/given-refund-file";
import { givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { bookAsSeen, setAside } from "./decide-transaction";
import { offerInvoices } from "./offer-invoices";
import { recogniseRefund } from "./recognise-refund";
import { undoDecision } from "./undo-decision";

const today = dayAt(new Date());

/** A downloaded file with refunds of 5.00 and 3.00 to one account, and functions for CSV files. */
async function given({ isHandedOut = true, ...options }: Parameters<typeof givenRefundFile>[0] & { isHandedOut?: boolean } = {}) {
  const made = await givenRefundFile(options);
  if (isHandedOut) await getRefundFile(db, made.actor, made.payoutId);
  return { ...made, ...csvOf(made) };
}

function csvOf({
  partner,
  iban,
  store,
  transactions,
}: Pick<Awaited<ReturnType<typeof givenOwed>>, "partner" | "iban" | "store" | "transactions">) {
  const tellCsv = async (entries: MadeEntry[], { on = today, style = "german" }: { on?: string; style?: CsvStyle } = {}) => {
    const file = csvFile({ iban, on, entries }, style);
    const { sheet, layout } = await guessedLayoutOf(file);
    await keepLayout(db, partner.actor, sheet.key, layout);
    const stored = await store(file, "bank.csv");
    await lookAtDesk(partner);
    return stored;
  };
  const statuses = async () => {
    const items = await db.select().from(payoutItems).where(eq(payoutItems.partnerId, partner.id)).orderBy(payoutItems.amountCents);
    return items.map(({ status }) => status);
  };
  const last = async () => {
    const found = (await transactions()).at(-1);
    if (!found) throw new Error("No payment");
    return found;
  };
  return { tellCsv, statuses, last };
}

test.each([
  ["the account in its text", `VIR EMIS POUR COMPTE ${PAYER}`],
  ["the whole name in its text", "VIREMENT POUR ROBIN EXAMPLE"],
  ["only the text for the payee", "TEXT"],
])("outgoing money without a name and an account is offered a refund of its amount by %s, and a person decides", async (_, words) => {
  const { tellCsv, statuses, last, actor, five } = await given();
  const text = words === "TEXT" ? `VIREMENT ${five.text}` : words.replace("ROBIN EXAMPLE", five.name.toUpperCase());
  await tellCsv([{ cents: -500, iban: "", name: "", text }]);
  expect(await statuses()).toEqual(["ordered", "ordered"]);
  const entry = await last();
  expect(entry.state).toBe("open");
  expect((await offerInvoices(db, actor, entry.id)).refunds).toMatchObject([{ id: five.id }]);
  await recogniseRefund(db, actor, { transactionId: entry.id, seenDecisions: 0 }, five.id);
  expect(await statuses()).toEqual(["ordered", "paid"]);
});

test("outgoing money of a refund's amount that names nothing of it is offered none", async () => {
  const { tellCsv, last, actor } = await given();
  await tellCsv([{ cents: -500, iban: "", name: "", text: "LOYER DECEMBRE" }]);
  expect((await offerInvoices(db, actor, (await last()).id)).refunds).toEqual([]);
});

test("outgoing money to a refund's account closes it, though the CSV file names no id", async () => {
  const { tellCsv, statuses, outstanding, last } = await given();
  await tellCsv([{ cents: -500, iban: PAYER, name: "A. Nother", text: "Transfer" }]);
  expect(await statuses()).toEqual(["ordered", "paid"]);
  expect(await outstanding()).toBe(0);
  expect(await last()).toMatchObject({ state: "booked" });
});

test("if the file names no accounts, the payee's name and the refund's text close it", async () => {
  const { tellCsv, statuses, five } = await given();
  await tellCsv([{ cents: -500, name: five.name.toUpperCase(), text: `SEPA transfer ${five.text}` }], { style: "british" });
  expect(await statuses()).toEqual(["ordered", "paid"]);
});

test("the id of a refund closes it, if it stands in the text alone", async () => {
  const { tellCsv, statuses, three } = await given();
  const written = `${three.endToEndId.slice(0, 20)} ${three.endToEndId.slice(20)}`.toUpperCase();
  await tellCsv([{ cents: -300, name: "", text: `EREF: ${written}` }], { style: "british" });
  expect(await statuses()).toEqual(["paid", "ordered"]);
});

test.each<[string, (five: { name: string; text: string }) => MadeEntry, { on?: string; style?: CsvStyle }]>([
  ["has another amount", () => ({ cents: -501, iban: PAYER }), {}],
  ["goes to another account", ({ name, text }) => ({ cents: -500, iban: "NL39RABO0300065264", name, text }), {}],
  ["left before the file was downloaded", () => ({ cents: -500, iban: PAYER }), { on: addDays(today, -2) }],
  ["left months later", () => ({ cents: -500, iban: PAYER }), { on: addDays(today, 91) }],
  ["has the name without the text", ({ name }) => ({ cents: -500, name, text: "Trainer" }), { style: "british" }],
  ["has the text within a longer number", ({ name, text }) => ({ cents: -500, name, text: `9${text}1` }), { style: "british" }],
  ["has the text without the name", ({ text }) => ({ cents: -500, name: "Rent", text }), { style: "british" }],
])("other outgoing money closes nothing: it %s", async (_, entryOf, how) => {
  const { tellCsv, statuses, five, last } = await given();
  await tellCsv([entryOf(five)], how);
  expect(await statuses()).toEqual(["ordered", "ordered"]);
  // The invoice owes 5.00, so a person looks at money of this amount.
  const { amountCents, state } = await last();
  expect(state).toBe(amountCents === -500 ? "open" : "noted");
});

test("a part of the name together with the text closes nothing either, but a person is offered the refund", async () => {
  const { tellCsv, statuses, five, last, partner, actor } = await given();
  const initial = five.name.replace(/^(\S)\S*/, "$1");
  expect(initial).not.toBe(five.name);
  await tellCsv([{ cents: -500, name: "", text: `${initial} ${five.text}` }], { style: "british" });
  expect(await statuses()).toEqual(["ordered", "ordered"]);
  const { id: transactionId, state } = await last();
  expect(state).toBe("open");
  expect((await offerInvoices(db, partner.actor, transactionId)).refunds).toMatchObject([{ id: five.id }]);
  await recogniseRefund(db, actor, { transactionId, seenDecisions: 0 }, five.id);
  expect(await statuses()).toEqual(["ordered", "paid"]);
});

test("recognising a refund postpones the receipts of the person's bookings", async () => {
  const { tellCsv, told, transactions, five, last, actor, ...made } = await given();
  const { invoice } = await givenBilled(made, { amountCents: 4_500, invoice: { customerEmail: "ada@members.example" } });
  await told([{ cents: 4_500, name: "Somebody", text: "membership" }], { id: "S4" });
  const booked = (await transactions()).at(-1)?.id ?? "";
  await bookAsSeen(db, actor, { transactionId: booked, seenDecisions: 0 }, [{ invoiceId: invoice.id, amountCents: 4_500 }]);
  const whereReceipt = and(eq(outgoingMessages.invoiceId, invoice.id), eq(outgoingMessages.kind, "payment_received"));
  const wait = sql<number>`extract(epoch from ${outgoingMessages.nextAttemptAt} - now())::float8`;
  await db.update(outgoingMessages).set({ nextAttemptAt: sql`now() + interval '30 seconds'` }).where(whereReceipt);
  await tellCsv([{ cents: -500, name: "", text: `${five.name.replace(/^(\S)\S*/, "$1")} ${five.text}` }], { style: "british" });
  await recogniseRefund(db, actor, { transactionId: (await last()).id, seenDecisions: 0 }, five.id);
  expect(only(await db.select({ wait }).from(outgoingMessages).where(whereReceipt)).wait).toBeGreaterThan(60);
});

test("money that may be a returned refund is not booked on an invoice that it does not name, though another is retracted meanwhile", async () => {
  const { partner, company, told, last, ...made } = await given();
  const { actor } = partner;
  await db.update(companySettings).set({ booksClearMatches: true }).where(eq(companySettings.companyId, company.id));
  const billed = (amountCents: number, customerFirstName: string, customerLastName: string, directDebitIban: string | null) =>
    givenBilled(
      { partner, company },
      { amountCents, invoice: { customerEmail: "home@members.example", customerFirstName, customerLastName, directDebitIban } },
    );
  const { invoice: named } = await billed(300, "Kim", "Oosterling", null);
  const { invoice: other } = await billed(200, "Bo", "Vermeer", PAYER);
  const [locked, matching] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = transact(db, actor, async (tx) => {
    for (const { id } of [named, other]) await lockInvoice(tx, actor, id);
    locked.resolve();
    await matching.promise;
    await creditAndRetractInvoice(tx, actor, named.id, {
      ...{ creditNoteNumber: "C-1", description: "Left" },
      ...{ retractionReason: null, showRetractionReasonToCustomer: false },
    });
    await addLines(tx, other, [{ type: "INVOICE-LINE", amountCents: 300, description: "Locker", date: new Date(), paymentMethod: null }]);
  });
  await locked.promise;
  const told500 = told([{ cents: 500, name: "Vermeer", iban: PAYER, text: `${named.invoiceNumber}`, on: today }], { id: "S9" });
  const whereWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => db.execute(sql`select pid from pg_stat_activity where ${whereWaiting}`)).not.toEqual([]);
  matching.resolve();
  await Promise.all([changing, told500]);
  expect(await last()).toMatchObject({ state: "open", decisions: 0 });
  expect(await made.statuses()).toEqual(["ordered", "ordered"]);
});

test("a returned debit to the payee's account closes no refund", async () => {
  const { tellCsv, statuses, five, last } = await given();
  await tellCsv([{ cents: -500, iban: PAYER, text: `Rücklastschrift ${five.text} Rückgabe wegen Widerspruch` }]);
  expect(await statuses()).toEqual(["ordered", "ordered"]);
  expect(await last()).toMatchObject({ state: "open" });
});

test("the entry of a refund that a person marked as sent closes no other one to the same account", async () => {
  const made = await given();
  const { invoice, reference } = await givenBilled(made, {
    ...{ amountCents: 2_000, events: [{ type: "CREDIT-LINE", amountCents: -500 }] },
    invoice: { externalInvoiceNumber: "Q-77" },
  });
  await made.told([{ cents: 1_500, reference, iban: PAYER, bankReference: "B3" }], { id: "S3" });
  await creditAmount(db, made.partner.actor, invoice.id, 3, { amountCents: 500, description: "Left early" });
  const second = await orderOwed(made);
  await getRefundFile(db, made.actor, second.payoutId);
  await markPaid(db, made.actor, made.five.id);
  await made.tellCsv([{ cents: -500, iban: PAYER, text: made.five.text }]);
  expect((await made.statuses()).sort()).toEqual(["ordered", "ordered", "paid"]);
  expect((await made.last()).state).not.toBe("booked");
  await made.tellCsv([{ cents: -500, iban: PAYER, text: second.items[0]?.text ?? "" }], { on: addDays(today, 1) });
  expect((await made.statuses()).sort()).toEqual(["ordered", "paid", "paid"]);
});

test("a file that nobody has downloaded, or that waits for a second person, is not closed", async () => {
  const unfetched = await given({ isHandedOut: false });
  await unfetched.tellCsv([{ cents: -500, iban: PAYER }]);
  expect(await unfetched.statuses()).toEqual(["ordered", "ordered"]);
  const waiting = await given({ isHandedOut: false, aboveCents: 100 });
  await waiting.tellCsv([{ cents: -500, iban: PAYER }]);
  expect(await waiting.statuses()).toEqual(["ordered", "ordered"]);
  const { actor } = await givenMember(waiting.partner, { role: "administrator" });
  await approveRefundFile(db, actor, waiting.payoutId);
  await waiting.tellCsv([{ cents: -500, iban: PAYER, text: "second" }]);
  expect(await waiting.statuses()).toEqual(["ordered", "ordered"]);
});

test("if two refunds fit, a person is asked which it is, and recognises one", async () => {
  const made = await given();
  const { invoice, reference } = await givenBilled(made, { amountCents: 2_000, events: [{ type: "CREDIT-LINE", amountCents: -500 }] });
  await made.told([{ cents: 1_500, reference, iban: PAYER, bankReference: "B3" }], { id: "S3" });
  await creditAmount(db, made.partner.actor, invoice.id, 3, { amountCents: 500, description: "Left early" });
  const second = await orderOwed(made);
  await getRefundFile(db, made.actor, second.payoutId);
  await made.tellCsv([{ cents: -500, iban: PAYER, text: "Transfer" }]);
  const left = await made.last();
  expect(left).toMatchObject({ state: "open" });
  const { refunds } = await offerInvoices(db, made.partner.actor, left.id);
  expect(refunds.map(({ id }) => id).sort()).toEqual([made.five.id, second.items[0]?.id].sort());
  await recogniseRefund(db, made.actor, { transactionId: left.id, seenDecisions: 0 }, made.five.id);
  expect((await made.statuses()).sort()).toEqual(["ordered", "ordered", "paid"]);
  expect(await made.last()).toMatchObject({ state: "booked" });
});

test("a return makes the refund owed again, and its booking cannot be undone", async () => {
  const { tellCsv, statuses, outstanding, five, last, actor, partner } = await given();
  await tellCsv([{ cents: -500, iban: PAYER, text: five.text }]);
  await tellCsv([{ cents: 500, iban: PAYER, text: `Rücküberweisung ${five.text} Konto erloschen` }], { on: addDays(today, 2) });
  expect(await statuses()).toEqual(["ordered", "returned"]);
  expect(await outstanding()).toBe(-500);
  expect(await listOwed(db, partner.actor, null)).toMatchObject([{ amountCents: 500 }]);
  const { id: transactionId, state, decisions } = await last();
  expect(state).toBe("booked");
  await expect(undoDecision(db, actor, { transactionId, seenDecisions: decisions })).rejects.toMatchObject({
    code: "bank_transaction_settled_by_bank",
  });
});

test("also if the file begins with the newest row", async () => {
  const { tellCsv, statuses, outstanding, five } = await given();
  await tellCsv([
    { cents: 500, iban: PAYER, text: `Retoure ${five.text}` },
    { cents: -500, iban: PAYER, text: five.text },
  ]);
  expect(await statuses()).toEqual(["ordered", "returned"]);
  expect(await outstanding()).toBe(-500);
});

test("money that is only probably a refund coming back waits for a person, who is offered no invoices but the refund", async () => {
  const { tellCsv, statuses, outstanding, last, partner, actor, five } = await given();
  await tellCsv([{ cents: -500, iban: PAYER, text: five.text }]);
  await tellCsv([{ cents: 500, iban: PAYER, text: `Wrong? ${five.text}` }], { on: addDays(today, 2) });
  const { id: transactionId, state } = await last();
  expect(state).toBe("open");
  expect(await statuses()).toEqual(["ordered", "paid"]);
  expect(await offerInvoices(db, partner.actor, transactionId)).toMatchObject({
    offers: [],
    refunds: [{ id: five.id, amountCents: 500, isSameAccount: true }],
  });
  await recogniseRefund(db, actor, { transactionId, seenDecisions: 0 }, five.id);
  expect(await statuses()).toEqual(["ordered", "returned"]);
  expect(await outstanding()).toBe(-500);
  await expect(recogniseRefund(db, actor, { transactionId, seenDecisions: 1 }, five.id)).rejects.toMatchObject({
    code: "bank_transaction_settled_by_bank",
  });
});

test("a payment that fits no refund is recognised as none, and neither is another partner's refund", async () => {
  const made = await given();
  const other = await given();
  await made.tellCsv([{ cents: -700, iban: PAYER, text: "Rent" }]);
  const { id: transactionId } = await made.last();
  const seen = { transactionId, seenDecisions: 0 };
  await other.tellCsv([{ cents: -500, iban: "NL39RABO0300065264", name: "", text: "x" }]);
  const theirs = { transactionId: (await other.last()).id, seenDecisions: 0 };
  await expect(recogniseRefund(db, other.actor, theirs, made.five.id)).rejects.toMatchObject({ code: "invalid_payout_id" });
  for (const itemId of [made.five.id, other.five.id])
    await expect(recogniseRefund(db, made.actor, seen, itemId)).rejects.toMatchObject({ code: "invalid_payout_id" });
  await expect(recogniseRefund(db, other.actor, seen, other.five.id)).rejects.toMatchObject({ code: "invalid_bank_transaction_id" });
});

test("the same money in a later camt file with ids changes nothing", async () => {
  const { tellCsv, told, statuses, outstanding, five, transactions } = await given();
  const back = addDays(today, 1);
  await tellCsv([{ cents: -500, iban: PAYER, text: five.text }]);
  await tellCsv([{ cents: 500, iban: PAYER, text: `Retoure ${five.text}` }], { on: back });
  const before = await transactions();
  const { endToEndId } = five;
  const tell = (on: string, entry: MadeEntry) =>
    told([{ endToEndId, iban: PAYER, on, bankReference: on + entry.cents, ...entry }], {
      ...{ id: on + entry.cents, on, style: "notification8" },
    });
  await tell(today, { cents: -500 });
  await tell(back, { cents: 500, returnReason: "AC04" });
  expect(await transactions()).toEqual(before);
  expect([await statuses(), await outstanding()]).toEqual([["ordered", "returned"], -500]);
  // Under other days, as some banks name them, the entries are new. They still change nothing.
  await tell(addDays(today, 3), { cents: -500 });
  await tell(addDays(today, 4), { cents: 500 });
  expect([await statuses(), await outstanding()]).toEqual([["ordered", "returned"], -500]);
  expect((await transactions()).slice(-2).map(({ state }) => state)).toEqual(["open", "open"]);
});

test("money that was not the company's is to be given back again when it returns", async () => {
  const made = await givenOwed();
  const csv = csvOf(made);
  await made.told([{ cents: 700, name: "Somebody", iban: "NL39RABO0300065264", text: "wrong club" }], { id: "S5" });
  const came = await csv.last();
  await setAside(db, made.partner.actor, { transactionId: came.id, seenDecisions: 0 }, "to_return");
  const { payoutId } = await orderOwed(made);
  await getRefundFile(db, made.actor, payoutId);
  await csv.tellCsv([{ cents: -700, iban: came.iban, text: "x" }]);
  expect((await made.transactions()).find(({ id }) => id === came.id)).toMatchObject({ state: "returned" });
  await csv.tellCsv([{ cents: 700, iban: came.iban, text: `Retour ${came.valueOn} wrong club` }], { on: addDays(today, 1) });
  expect((await made.transactions()).find(({ id }) => id === came.id)).toMatchObject({ state: "to_return" });
  expect(await csv.last()).toMatchObject({ state: "noted" });
});
