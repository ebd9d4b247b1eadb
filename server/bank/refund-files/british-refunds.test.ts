import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { moneyActs } from "@/db/schema/money-acts";
import { refundFit } from "@/server/bank/payments/refund-fit";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { dayAt } from "@/server/domain/formats/calendar";
import { givenMember } from "@/server/testing/given-person";
import { givenOwed } from "@/server/testing/given-refund-file";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { createRefundFile } from "./create-refund-file";
import { getRefundFile, getRefundList, type RefundWords } from "./get-refund-file";
import { listRefundFiles } from "./list-refund-files";

/** A sort code and an account number, as stored, and the same account as an IBAN. */
const NUMBERS = "20456731926819";
const IBAN = "GB78TEST20456731926819";

/** A British club that owes 5.00 to a customer, who paid from `IBAN`. `actor` is an administrator. */
async function givenOwedInPounds() {
  const given = await givenBankingCompany(undefined, { isBritish: true });
  await db.update(companies).set({ city: "Dartmouth" }).where(eq(companies.id, given.company.id));
  const { invoice, reference } = await givenBilled(given, { amountCents: 4_000, events: [{ type: "CREDIT-LINE", amountCents: -500 }] });
  await given.told([{ cents: 3_500, reference, iban: IBAN, bankReference: "B1" }], { currency: "GBP" });
  await creditAmount(db, given.partner.actor, invoice.id, 3, { amountCents: 500, description: "Left early" });
  const { actor } = await givenMember(given.partner, { role: "administrator", name: "Femke Aarts" });
  const order = (iban: string, amountCents = 500) =>
    createRefundFile(db, actor, given.company.id, [{ kind: "invoice", id: invoice.id, amountCents, iban }]);
  const outstanding = async () => (await getInvoice(db, given.partner.actor, invoice.id)).amountTotalCents;
  return { ...given, actor, order, outstanding };
}

const words: RefundWords = {
  locale: "en",
  headers: { payee: "Payee", account: "IBAN", british: "Sort code", text: "Text", amount: "Amount", currency: "Currency", state: "State" },
  states: { ordered: "in the file", paid: "sent", returned: "came back", cancelled: "taken out", rejected: "rejected" },
};

test("a refund in pounds goes to a sort code and account number, in the file and in the list", async () => {
  const { order, actor } = await givenOwedInPounds();
  const payoutId = await order(NUMBERS);
  const file = await getRefundFile(db, actor, payoutId);
  expect(file).toContain(
    "<CdtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>204567</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt><Cdtr>",
  );
  expect(file).toContain("</Cdtr><CdtrAcct><Id><Othr><Id>31926819</Id></Othr></Id></CdtrAcct>");
  const [, row = ""] = (await getRefundList(db, actor, payoutId, words)).split("\r\n");
  expect(row.split(",").slice(1, 3)).toEqual(["", '"20-45-67 31926819"']);
});

test("the company's own account gets no refund, also by its sort code and account number", async () => {
  const { order, iban } = await givenOwedInPounds();
  for (const own of [iban, iban.slice(-14)]) await expect(order(own)).rejects.toMatchObject({ code: "payee_is_own_account" });
});

test("a refund in euros needs an IBAN", async () => {
  const given = await givenOwed();
  const order = createRefundFile(db, given.actor, given.company.id, [
    { kind: "invoice", id: given.invoice.id, amountCents: 500, iban: NUMBERS },
  ]);
  await expect(order).rejects.toMatchObject({ code: "invalid_iban" });
});

test.each([NUMBERS, IBAN])("the statement closes a refund that was ordered to %s, by the account alone", async (ordered) => {
  const { order, actor, told, outstanding } = await givenOwedInPounds();
  await getRefundFile(db, actor, await order(ordered));
  const executed = { cents: -500, text: "FASTER PAYMENT", iban: IBAN, bankReference: "P1", on: dayAt(new Date()) };
  await told([executed], { id: "S2", currency: "GBP" });
  expect((await listRefundFiles(db, actor, null))[0]?.items).toMatchObject([{ status: "paid" }]);
  expect(await outstanding()).toBe(0);
});

test("a statement with sort code and account number fits a refund to the account's IBAN, and to the numbers, but to no other account", () => {
  const money = {
    ...{ amountCents: -500, bookedOn: "2026-11-26", isReversal: false, returnReason: "", endToEndId: "", references: [] },
    ...{ iban: NUMBERS, name: "", text: "FASTER PAYMENT" },
  };
  const item = { name: "Ada", amountCents: 500, text: "Left early", endToEndId: "a".repeat(35), handedOutOn: "2026-11-26" };
  expect(refundFit(money, { ...item, iban: IBAN })).toMatchObject({ by: "account" });
  expect(refundFit(money, { ...item, iban: NUMBERS })).toMatchObject({ by: "account" });
  expect(refundFit(money, { ...item, iban: "20456731926818" })).toBeUndefined();
});

test("sort code and account number are the same payee as the account's IBAN, from which the money came", async () => {
  const { partner, order } = await givenOwedInPounds();
  await order(NUMBERS, 300);
  await order(IBAN, 200);
  const acts = await db.select().from(moneyActs).where(eq(moneyActs.partnerId, partner.id));
  const [first, second] = acts.filter(({ kind }) => kind === "payout");
  expect(first).toMatchObject({ isPayeeTyped: false, payeeHash: second?.payeeHash });
  expect(second?.isPayeeTyped).toBe(false);
});
