import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { beginCollections } from "@/server/billing/collection/begin-collections";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { randomFrom } from "@/server/demo/random";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { newId } from "@/server/platform/id";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { matchNewTransactions } from "./match-new-transactions";
import { takePaymentBack } from "./take-payment-back";
import { undoDecision } from "./undo-decision";

type Given = Awaited<ReturnType<typeof givenBankingCompany>>;

const outstanding = async ({ partner }: Given, { id }: Pick<InvoiceDetails, "id">) =>
  (await getInvoice(db, partner.actor, id)).amountTotalCents;

const owed = async ({ partner }: Given) =>
  (await listOwed(db, partner.actor, null)).map(({ kind, id, amountCents }) => [kind, id, amountCents]);

const states = async ({ transactions }: Given) => (await transactions()).map(({ state }) => state);

/** Invoices of one household, in order, and the reference of the leading one. */
async function givenHousehold(given: Given, amounts: number[]) {
  const into = await givenImport(given.partner, { company: given.company });
  const customerEmail = `${newId()}@members.example`;
  const invoices: InvoiceDetails[] = [];
  for (const amountCents of amounts) {
    invoices.push(await givenInvoice(given.partner, { import: into, amountCents, invoice: { customerEmail } }));
  }
  await db.update(importSettings).set({ joinsHouseholds: true }).where(eq(importSettings.importId, into.id));
  await transmitImport(db, given.partner.actor, into.id);
  while ((await beginCollections(db, { partnerId: given.partner.id })) > 0);
  return { invoices, reference: referenceOf(invoices[0]?.invoiceNumber ?? 0, "creditor").code };
}

test("more than is outstanding with the right reference is booked by the service; the rest is to be given back", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given);
  await given.told([{ cents: 5_000, reference }]);
  expect(await states(given)).toEqual(["booked"]);
  expect(await outstanding(given, invoice)).toBe(-500);
  expect(await owed(given)).toEqual([["invoice", invoice.id, 500]]);
  const [payment] = await db.select().from(payments).where(eq(payments.invoiceId, invoice.id));
  expect(payment).toMatchObject({ amountCents: 5_000, surplusCents: 500, status: "paid" });
});

test("above the partner's limit an overpayment waits for a person, and an exact payment does not", async () => {
  const given = await givenBankingCompany();
  await db.update(partners).set({ secondPersonAboveCents: 4_900 }).where(eq(partners.id, given.partner.id));
  const { invoice, reference } = await givenBilled(given);
  const large = await givenBilled(given, { amountCents: 10_000 });
  await given.told([
    { cents: 5_000, reference, bankReference: "B1" },
    { cents: 10_000, reference: large.reference, bankReference: "B2" },
  ]);
  expect(await states(given)).toEqual(["open", "booked"]);
  expect([await outstanding(given, invoice), await outstanding(given, large.invoice)]).toEqual([4_500, 0]);
});

test("in a household the surplus pays the other invoices in order, and only money beyond all debts is to be given back", async () => {
  const given = await givenBankingCompany();
  const { invoices, reference } = await givenHousehold(given, [2_000, 3_000, 4_000]);
  await given.told([{ cents: 9_001, reference }]);
  expect(await states(given)).toEqual(["booked"]);
  expect(await Promise.all(invoices.map((invoice) => outstanding(given, invoice)))).toEqual([-1, 0, 0]);
  expect(await owed(given)).toEqual([["invoice", invoices[0]?.id, 1]]);
  const [came] = await given.transactions();
  await undoDecision(db, given.partner.actor, { transactionId: came?.id ?? "", seenDecisions: 1 });
  expect(await Promise.all(invoices.map((invoice) => outstanding(given, invoice)))).toEqual([2_000, 3_000, 4_000]);
  expect(await owed(given)).toEqual([]);
});

test("if one transfer names two invoices, each is paid, and the rest is booked on the first", async () => {
  const given = await givenBankingCompany();
  const [one, two] = [await givenBilled(given, { amountCents: 2_000 }), await givenBilled(given, { amountCents: 3_000 })];
  await given.told([{ cents: 5_100, text: `${one.reference} and ${two.reference}` }]);
  expect(await states(given)).toEqual(["booked"]);
  expect([await outstanding(given, one.invoice), await outstanding(given, two.invoice)]).toEqual([-100, 0]);
});

test("a person decides about the whole of a payment that is in another currency, may be a duplicate, or is for a paid or retracted invoice", async () => {
  const given = await givenBankingCompany();
  const paid = await givenBilled(given);
  await given.told([{ cents: 4_500, reference: paid.reference }]);
  const retracted = await givenBilled(given);
  const retraction = { creditNoteNumber: "C", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
  await creditAndRetractInvoice(db, given.partner.actor, retracted.invoice.id, retraction);
  const converted = await givenBilled(given);
  const [one, two] = [await givenBilled(given), await givenBilled(given)];
  await given.told([{ cents: 4_500, reference: one.reference, bankReference: "B1" }], { id: "2" });
  await given.told(
    [
      { cents: 5_000, reference: paid.reference, bankReference: "B2" },
      { cents: 5_000, reference: retracted.reference, bankReference: "B3" },
      { cents: 5_000, reference: converted.reference, bankReference: "B4", instructed: "52.00 USD" },
      { cents: 9_500, text: `${one.reference} ${two.reference}`, bankReference: "B5" },
    ],
    { id: "3" },
  );
  expect(await states(given)).toEqual(["booked", "booked", "open", "open", "open", "open"]);
  expect(await owed(given)).toEqual([]);
});

test("only one of two Undos succeeds and also removes the surplus; booked again, the surplus is owed again", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given);
  await given.told([{ cents: 6_000, reference }]);
  const [came] = await given.transactions();
  const seen = { transactionId: came?.id ?? "", seenDecisions: 1 };
  const outcomes = await Promise.allSettled([1, 2].map(() => undoDecision(db, given.partner.actor, seen)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await outstanding(given, invoice)).toBe(4_500);
  expect(await owed(given)).toEqual([]);
});

test("an overpayment that the customer's bank takes back restores the former balance, and nobody is owed anything", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given);
  await given.told([{ cents: 6_000, reference, iban: "NL20TEST0987654321" }]);
  await given.told([{ cents: -6_000, isReversal: true, iban: "NL20TEST0987654321", returnReason: "MD06" }], { id: "2" });
  const [, reversal] = await given.transactions();
  const [payment] = await db.select().from(payments).where(eq(payments.invoiceId, invoice.id));
  await takePaymentBack(db, given.partner.actor, { transactionId: reversal?.id ?? "", seenDecisions: 0 }, [payment?.id ?? ""]);
  expect(await outstanding(given, invoice)).toBe(4_500);
  expect(await owed(given)).toEqual([]);
});

test("of two simultaneous overpayments and three processes, each payment is booked at most once, and a person decides about the second", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given);
  await given.store(
    camtFile([{ iban: given.iban, entries: ["B1", "B2"].map((bankReference) => ({ cents: 5_000, reference, bankReference })) }]),
  );
  await Promise.all([1, 2, 3].map(() => matchNewTransactions(db, { scope: { partnerId: given.partner.id } })));
  expect((await states(given)).toSorted()).toEqual(["booked", "open"]);
  expect(await outstanding(given, invoice)).toBe(-500);
});

test("for any amounts of a household, no cent is lost, and nothing is owed back before all is paid", { timeout: 120_000 }, async () => {
  const given = await givenBankingCompany();
  const random = randomFrom(130);
  for (let turn = 0; turn < 12; turn += 1) {
    const amounts = Array.from({ length: random.whole(1, 4) }, () => random.whole(1, 9_999));
    const sumCents = amounts.reduce((sum, cents) => sum + cents, 0);
    const { invoices, reference } = await givenHousehold(given, amounts);
    const cents = random.whole((amounts[0] ?? 0) + 1, sumCents + 5_000);
    await given.told([{ cents, reference, bankReference: `T${turn}` }], { id: `T${turn}` });
    const left = await Promise.all(invoices.map((invoice) => outstanding(given, invoice)));
    expect(left.reduce((sum, each) => sum + each, 0)).toBe(sumCents - cents);
    const backCents = left.filter((each) => each < 0).reduce((sum, each) => sum - each, 0);
    expect(backCents).toBe(Math.max(0, cents - sumCents));
  }
  expect(new Set(await states(given))).toEqual(new Set(["booked"]));
});
