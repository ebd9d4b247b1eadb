import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { listEntries } from "@/server/bank/entries/list-entries";
import type { PaymentCategory } from "@/server/domain/rules/statement-list";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { setAside } from "./decide-transaction";
import { offerInvoices } from "./offer-invoices";
import { setCategory } from "./set-category";

const landlord = { name: "Landlord", iban: "NL20INGB0001234567" };
const rent = { ...landlord, cents: -38_000, text: "Boathouse 10/2026" };
const next = { ...landlord, cents: -39_000, text: "Boathouse 11/2026", on: "2026-11-26" };

/** A company with one outgoing payment, and what its people say and see. */
async function givenRent() {
  const bank = await givenBankingCompany();
  const { actor } = bank.partner;
  await bank.told([rent]);
  const last = async () => {
    const payment = (await bank.transactions()).at(-1);
    if (!payment) throw new Error("No payment");
    return payment;
  };
  const say = async (category: PaymentCategory | null, { text = null as string | null, always = false } = {}) => {
    const { id, decisions } = await last();
    await setCategory(db, actor, { transactionId: id, seenDecisions: decisions }, { category, text, always });
  };
  /** The last payment's row in the list of the last statement. */
  const listed = async () => {
    const statements = await db.select({ id: bankStatements.id }).from(bankStatements).where(eq(bankStatements.partnerId, bank.partner.id));
    const statementId =
      statements
        .map(({ id }) => id)
        .sort()
        .at(-1) ?? "";
    const query = { outcome: null, category: null, sort: "place", direction: "asc", pageNumber: 1, pageSize: 50, paymentId: null } as const;
    return (await listEntries(db, actor, { ...query, statementId })).entries.at(-1);
  };
  return { ...bank, actor, last, say, listed };
}

test("a payment of the same party is proposed the category in the list and at the desk, and keeps none until a person accepts", async () => {
  const { told, last, say, listed, actor } = await givenRent();
  await say("other", { text: "Boathouse" });
  await told([next], { id: "S2", opening: 62_000 });
  const proposed = { category: "other", text: "Boathouse", because: "earlier" };
  expect(await listed()).toMatchObject({ category: null, proposedCategory: proposed });
  const payment = await last();
  expect(payment).toMatchObject({ state: "noted", category: null, decisions: 0 });
  expect((await offerInvoices(db, actor, payment.id)).proposedCategory).toEqual(proposed);
  await say("other", { text: "Boathouse" });
  expect(await listed()).toMatchObject({ category: "other", proposedCategory: null });
});

test("another company of the partner is proposed nothing", async () => {
  const { say, partner } = await givenRent();
  await say("fundraising");
  const other = await givenBankingCompany(partner);
  await other.told([next]);
  const payment = (await other.transactions()).at(-1);
  expect((await offerInvoices(db, partner.actor, payment?.id ?? "")).proposedCategory).toBeNull();
});

test("a category for always is given to later outgoing payments of the party, as no decision, and not to incoming ones", async () => {
  const { told, last, say, listed } = await givenRent();
  await say("rent", { always: true });
  await told([next], { id: "S2", opening: 62_000 });
  expect(await last()).toMatchObject({ state: "noted", category: "rent", categoryAlways: false, decisions: 0, decidedBy: null });
  expect(await listed()).toMatchObject({ category: "rent", proposedCategory: null });
  await told([{ ...next, cents: 1_000, text: "Deposit" }], { id: "S3", opening: 23_000 });
  expect(await last()).toMatchObject({ state: "open", category: null });
});

test('"always" ends with its category, and is for a category only', async () => {
  const { told, last, say, actor } = await givenRent();
  await expect(say(null, { always: true })).rejects.toMatchObject({ code: "invalid_category" });
  await expect(say("duplicate", { always: true })).rejects.toMatchObject({ code: "invalid_category" });
  await say("rent", { always: true });
  await say("rent");
  expect(await last()).toMatchObject({ category: "rent", categoryAlways: false });
  await say("rent", { always: true });
  const { id, decisions } = await last();
  await setAside(db, actor, { transactionId: id, seenDecisions: decisions }, "later");
  expect(await last()).toMatchObject({ state: "later", category: null, categoryAlways: false });
  await told([next], { id: "S2", opening: 62_000 });
  expect(await last()).toMatchObject({ state: "noted", category: null });
});

test("another category can be said for always in place of one that was", async () => {
  const { last, say } = await givenRent();
  await say("rent", { always: true });
  await say("other", { text: "Boathouse", always: true });
  expect(await last()).toMatchObject({ category: "other", categoryText: "Boathouse", categoryAlways: true });
  await say("other", { text: "Club house", always: true });
  expect(await last()).toMatchObject({ categoryText: "Club house", categoryAlways: true });
});

test.each([
  ["removes the category", null, null],
  ["chooses another category", "insurance", null],
  ["changes the words of the category", "other", "Club house"],
])('"always" ends where a process of the previous version %s, which knows no "always"', async (_, category, text) => {
  const { last, say } = await givenRent();
  await say("other", { text: "Boathouse", always: true });
  const { id } = await last();
  await db.execute(sql`update bank_transactions set state = 'noted', decisions = decisions + 1, category = ${category}, category_text = ${text}
    where id = ${id}`);
  expect(await last()).toMatchObject({ category, categoryText: text, categoryAlways: false });
});

test("money that names nobody is compared with the open invoices of its amount: up to three are named, and none is offered", async () => {
  const bank = await givenBankingCompany();
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push((await givenBilled(bank, { amountCents: 4_500 })).invoice.id);
  await givenBilled(bank, { amountCents: 4_600 });
  await bank.told([{ cents: 4_500, name: "", text: "thank you", iban: "" }]);
  const [payment] = await bank.transactions();
  expect(payment?.state).toBe("open");
  const offer = () => offerInvoices(db, bank.partner.actor, payment?.id ?? "");
  expect(await offer()).toMatchObject({ offers: [], guesses: 3, guessed: ids.map((id) => ({ id, customerName: "Ada Brandsma" })) });
  await givenBilled(bank, { amountCents: 4_500 });
  expect(await offer()).toMatchObject({ offers: [], guesses: 4, guessed: [] });
});

test("a number with a slip and an amount that several owe is not chosen for the reader", async () => {
  const bank = await givenBankingCompany();
  const invoices = [];
  for (let count = 0; count < 3; count += 1) {
    const externalInvoiceNumber = `${["481516", "730264", "905173"][count]}`;
    invoices.push((await givenBilled(bank, { amountCents: 4_500, invoice: { externalInvoiceNumber } })).invoice);
  }
  await bank.told([{ cents: 4_500, name: "", text: "481517", iban: "" }]);
  const [payment] = await bank.transactions();
  const offered = await offerInvoices(db, bank.partner.actor, payment?.id ?? "");
  expect(offered.offers.map(({ parts, reasons }) => [parts[0]?.invoice.id, reasons])).toEqual([
    [invoices[0]?.id, ["number_wrong", "amount"]],
  ]);
  expect(offered).toMatchObject({ guesses: 3, hasNoBestOffer: true });
});
