import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { partners } from "@/db/schema/partners";
import { payoutItems } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { listTransactions } from "@/server/bank/payments/list-transactions";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { transactionTabs } from "@/server/domain/rules/transaction-tabs";
import { givenMember } from "@/server/testing/given-person";
import { givenOwed, givenRefundFile, orderOwed, PAYER } from "@/server/testing/given-refund-file";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { leavesOf } from "@/server/testing/xml-leaves";
import { approveRefundFile } from "./approve-refund-file";
import { createRefundFile } from "./create-refund-file";
import { cancelItem, markPaid } from "./end-item";
import { getRefundFile } from "./get-refund-file";
import { listOwed } from "./list-owed";
import { listRefundFiles } from "./list-refund-files";
import { writePain } from "./pain";

type Owed = Awaited<ReturnType<typeof givenOwed>>;

async function order(given: Pick<Owed, "partner" | "actor" | "company">) {
  const { payoutId, chosen } = await orderOwed(given);
  const [payout] = await listRefundFiles(db, given.partner.actor, null);
  return { payoutId, items: payout?.items ?? [], chosen };
}

test("money owed is sent back to the account it came from, and the statement closes the item", async () => {
  const given = await givenOwed();
  expect(await listOwed(db, given.partner.actor, null)).toMatchObject([
    { kind: "invoice", amountCents: 500, iban: PAYER, ibanFrom: "payment" },
  ]);
  const { payoutId } = await order(given);
  expect(await listOwed(db, given.partner.actor, null)).toEqual([]);
  const file = await getRefundFile(db, given.actor, payoutId);
  const [, endToEndId = ""] = /<EndToEndId>(\w+)<\/EndToEndId>/.exec(file) ?? [];
  expect(file).toContain('<InstdAmt Ccy="EUR">5.00</InstdAmt>');
  expect(await outstandingAfter(given, [{ cents: -500, endToEndId, iban: PAYER, bankReference: "P1" }])).toBe(0);
  expect((await listRefundFiles(db, given.partner.actor, null))[0]?.items).toMatchObject([{ status: "paid" }]);
  const [refund] = await db.select().from(refunds).where(eq(refunds.invoiceId, given.invoice.id));
  expect(refund).toMatchObject({ status: "paid", amountCents: 500 });

  // The payment is returned: the money is owed again, and can be sent to another account.
  expect(await outstandingAfter(given, [{ cents: 500, endToEndId, returnReason: "AC04", iban: "", bankReference: "R1" }])).toBe(-500);
  expect((await listRefundFiles(db, given.partner.actor, null))[0]?.items).toMatchObject([{ status: "returned" }]);
  expect(await listOwed(db, given.partner.actor, null)).toMatchObject([{ amountCents: 500 }]);
  // While a file is in progress, the bookings behind it cannot be undone.
  const [booked] = await given.transactions();
  const isRefundPending = async () =>
    (await describeTransaction(db, given.actor, booked?.id ?? "")).booked.map((booking) => booking.isRefundPending);
  expect(await isRefundPending()).toEqual([false]);
  await order(given);
  expect(await isRefundPending()).toEqual([true]);
  await expect(undoDecision(db, given.actor, { transactionId: booked?.id ?? "", seenDecisions: 1 })).rejects.toMatchObject({
    code: "bank_transaction_refund_pending",
  });
});

async function outstandingAfter(given: Owed, entries: Parameters<Owed["told"]>[0]): Promise<number> {
  await given.told(entries, { id: String(entries[0]?.bankReference) });
  return given.outstanding();
}

test("a payment in another currency than the company's is in no file, neither alone nor with others", async () => {
  const given = await givenOwed();
  await given.told([{ cents: 90_000, text: "by mistake", iban: PAYER }], { id: "F1", currency: "CHF" });
  const francs = (await given.transactions()).find(({ currency }) => currency === "CHF");
  await setAside(db, given.actor, { transactionId: francs?.id ?? "", seenDecisions: 0 }, "to_return");
  expect(await listOwed(db, given.partner.actor, null)).toMatchObject([
    { id: francs?.id, currency: "CHF", amountCents: 90_000, isForFile: false },
    { currency: "EUR", amountCents: 500, isForFile: true },
  ]);
  await expect(orderOwed(given)).rejects.toMatchObject({ code: "bank_transaction_not_in_currency" });
  const alone = [{ kind: "transaction" as const, id: francs?.id ?? "", amountCents: 90_000, iban: PAYER }];
  await expect(createRefundFile(db, given.actor, given.company.id, alone)).rejects.toMatchObject({
    code: "bank_transaction_not_in_currency",
  });
  expect(await listRefundFiles(db, given.partner.actor, null)).toEqual([]);
});

test("of two simultaneous files with the same money, one is created", async () => {
  const given = await givenOwed();
  const [owed] = await listOwed(db, given.partner.actor, null);
  const chosen = [{ kind: "invoice" as const, id: owed?.id ?? "", amountCents: 500, iban: PAYER }];
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => createRefundFile(db, given.actor, given.company.id, chosen)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
});

test("above the partner's limit another person approves the file before it can be downloaded", async () => {
  const given = await givenOwed();
  await db.update(partners).set({ secondPersonAboveCents: 400 }).where(eq(partners.id, given.partner.id));
  const { payoutId } = await order(given);
  await expect(getRefundFile(db, given.actor, payoutId)).rejects.toMatchObject({ code: "second_person_required" });
  // The author gets no mail that asks for approval.
  const asked = await mailsTo(given.first.person.email);
  expect(asked.map(({ body }) => body).join()).toContain(`/bank/refunds?company=${given.company.id}`);
  expect(await mailsTo(given.second.person.email)).toEqual([]);
  const [payout] = await listRefundFiles(db, given.partner.actor, null);
  await expect(markPaid(db, given.actor, payout?.items[0]?.id ?? "")).rejects.toMatchObject({ code: "second_person_required" });
  await expect(approveRefundFile(db, given.actor, payoutId)).rejects.toMatchObject({ code: "payout_is_own" });
  const { actor: second } = await givenMember(given.partner, { role: "administrator" });
  await approveRefundFile(db, second, payoutId);
  expect(await getRefundFile(db, given.actor, payoutId)).toContain("5.00");
  await expect(approveRefundFile(db, second, payoutId)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("several small files for one invoice do not evade the limit", async () => {
  const given = await givenOwed();
  await db.update(partners).set({ secondPersonAboveCents: 400 }).where(eq(partners.id, given.partner.id));
  const part = (amountCents: number) =>
    createRefundFile(db, given.actor, given.company.id, [{ kind: "invoice", id: given.invoice.id, amountCents, iban: PAYER }]);
  expect(await getRefundFile(db, given.actor, await part(300))).toContain("3.00");
  const second = await part(200);
  await expect(getRefundFile(db, given.actor, second)).rejects.toMatchObject({ code: "second_person_required" });
});

/** A file with two refunds, of 5.00 and 3.00. */
async function givenFileOfTwo(options?: Parameters<typeof givenRefundFile>[0]) {
  const given = await givenRefundFile(options);
  const statuses = async () => (await listRefundFiles(db, given.partner.actor, null))[0]?.items.map(({ status }) => status);
  const tell = (cents: number, named: { text: string } | { batchId: string }) =>
    given.told([{ cents, ...named, iban: "", bankReference: "SUM" }], { id: "S3" });
  return { ...given, statuses, tell };
}

test.each([
  ["in the text", (id: string) => ({ text: `SEPA SAMMLER ${id.slice(0, 27).toUpperCase()} ${id.slice(27).toUpperCase()} 2 POSTEN` })],
  ["as the batch", (id: string) => ({ batchId: id })],
])("a file that the bank books as one sum closes all its payments, if the bank names it %s", async (_where, named) => {
  const { tell, messageId, statuses, outstanding, transactions } = await givenFileOfTwo();
  await tell(-800, named(messageId));
  expect(await statuses()).toEqual(["paid", "paid"]);
  expect(await outstanding()).toBe(0);
  expect((await transactions()).at(-1)).toMatchObject({ amountCents: -800, state: "booked" });
});

test("a file whose first payment was made by hand before it was downloaded has the other one, each time", async () => {
  const given = await givenFileOfTwo();
  const [first, second] = given.items;
  await markPaid(db, given.actor, first?.id ?? "");
  const file = await getRefundFile(db, given.actor, given.payoutId);
  expect(file).toContain("<NbOfTxs>1</NbOfTxs>");
  expect(file).toContain(second?.endToEndId);
  expect((await listRefundFiles(db, given.actor, null))[0]?.handedOutAt).toBeInstanceOf(Date);
  expect(await getRefundFile(db, given.actor, given.payoutId)).toBe(file);
  await markPaid(db, given.actor, second?.id ?? "");
  await expect(getRefundFile(db, given.actor, given.payoutId)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("a file of which the bank has made a payment is not handed out again", async () => {
  const given = await givenFileOfTwo();
  const [first, second] = given.items;
  await cancelItem(db, given.actor, second?.id ?? "");
  expect(await getRefundFile(db, given.actor, given.payoutId)).toContain("<NbOfTxs>1</NbOfTxs>");
  await markPaid(db, given.actor, first?.id ?? "");
  await expect(getRefundFile(db, given.actor, given.payoutId)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test.each(["the end-to-end id of a payment", "the file and its sum"])(
  "a statement with %s closes nothing of a file that still waits for a second person",
  async (named) => {
    const given = await givenFileOfTwo({ aboveCents: 100 });
    const [item] = await db.select().from(payoutItems).where(eq(payoutItems.payoutId, given.payoutId));
    if (named === "the file and its sum") await given.tell(-800, { text: given.messageId });
    else
      await given.told([{ cents: -(item?.amountCents ?? 0), endToEndId: item?.endToEndId, iban: PAYER, bankReference: "P1" }], {
        id: "S3",
      });
    expect(await given.statuses()).toEqual(["ordered", "ordered"]);
  },
);

test.each([
  ["of another amount", -801, (id: string) => id],
  ["that names another file", -800, (id: string) => id.slice(1)],
  ["that comes in", 800, (id: string) => id],
])("a sum %s closes nothing", async (_which, cents, named) => {
  const { tell, messageId, statuses } = await givenFileOfTwo();
  await tell(cents, { text: named(messageId) });
  expect(await statuses()).toEqual(["ordered", "ordered"]);
});

test("a sum does not close a payment that was marked as made before", async () => {
  const given = await givenFileOfTwo();
  const [first] = given.items;
  await markPaid(db, given.actor, first?.id ?? "");
  await given.tell(-800, { text: given.messageId });
  expect((await given.statuses())?.toSorted()).toEqual(["ordered", "paid"]);
});

test("a payment removed from a file is owed again; a person can mark one as made", async () => {
  const given = await givenOwed();
  const { items, payoutId } = await order(given);
  await cancelItem(db, given.actor, items[0]?.id ?? "");
  expect(await given.outstanding()).toBe(-500);
  await expect(getRefundFile(db, given.actor, payoutId)).rejects.toMatchObject({ code: "changed_meanwhile" });
  const again = await order(given);
  await markPaid(db, given.actor, again.items[0]?.id ?? "");
  expect(await given.outstanding()).toBe(0);
  await expect(cancelItem(db, given.actor, again.items[0]?.id ?? "")).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("money that was not the company's is sent back once, and the statement closes the item", async () => {
  const given = await givenBankingCompany();
  const { actor } = await givenMember(given.partner, { role: "administrator" });
  await given.told([{ cents: 700, name: "Somebody", iban: PAYER, text: "wrong club" }]);
  const [came] = await given.transactions();
  await setAside(db, given.partner.actor, { transactionId: came?.id ?? "", seenDecisions: 0 }, "to_return");
  const giveBack = async () => {
    const { owedCount } = await listTransactions(db, given.partner.actor, { tab: "open", companyId: null, pageNumber: 1, pageSize: 10 });
    return [owedCount, (await listOwed(db, given.partner.actor, null)).length];
  };
  expect(await giveBack()).toEqual([1, 1]);
  const { payoutId, chosen } = await order({ ...given, actor });
  expect(await giveBack()).toEqual([0, 0]);
  await expect(createRefundFile(db, actor, given.company.id, chosen)).rejects.toMatchObject({ code: "changed_meanwhile" });
  // A payment that is being sent back cannot be booked.
  const seen = { transactionId: came?.id ?? "", seenDecisions: 1 };
  await expect(undoDecision(db, actor, seen)).rejects.toMatchObject({ code: "bank_transaction_in_payout" });
  await expect(setAside(db, actor, seen, "open")).rejects.toMatchObject({ code: "bank_transaction_in_payout" });
  const [, endToEndId = ""] = /<EndToEndId>(\w+)<\/EndToEndId>/.exec(await getRefundFile(db, actor, payoutId)) ?? [];
  await given.told([{ cents: -700, endToEndId: endToEndId.toUpperCase(), iban: PAYER }], { id: "2" });
  expect((await given.transactions()).map(({ state }) => state)).toEqual(["returned", "booked"]);
  const [, left] = await given.transactions();
  await expect(undoDecision(db, actor, { transactionId: left?.id ?? "", seenDecisions: 1 })).rejects.toMatchObject({
    code: "bank_transaction_settled_by_bank",
  });
  await expect(undoDecision(db, actor, seen)).rejects.toMatchObject({ code: "bank_transaction_given_back" });
  // A payment that was sent back is still listed, and each payment is in one tab.
  const tabs = await Promise.all(
    transactionTabs.map(async (tab) => {
      const { entries } = await listTransactions(db, given.partner.actor, { tab, companyId: null, pageNumber: 1, pageSize: 10 });
      return [tab, entries.map(({ id }) => id)] as const;
    }),
  );
  expect(Object.fromEntries(tabs)).toEqual({
    ...{ open: [], later: [], to_return: [], noted: [] },
    ...{ returned: [came?.id], booked: [left?.id] },
  });
});

test("the execution date is a day on which the bank books", async () => {
  const given = await givenOwed();
  // Good Friday.
  const clockOffsetMs = Date.parse("2027-03-26T10:00:00Z") - Date.now();
  await order({ ...given, actor: { ...given.actor, clockOffsetMs } });
  expect(await listRefundFiles(db, given.partner.actor, null)).toMatchObject([{ executeOn: "2027-03-30" }]);
});

test("a file that is approved or downloaded late names a day that has not passed, and on which the bank books", async () => {
  const given = await givenOwed();
  const onDay = (day: string) => ({ ...given.actor, clockOffsetMs: Date.parse(`${day}T10:00:00Z`) - Date.now() });
  const { payoutId } = await order({ ...given, actor: onDay("2027-03-22") });
  const dayIn = async (day: string) => /<ReqdExctnDt><Dt>([^<]+)/.exec(await getRefundFile(db, onDay(day), payoutId))?.[1];
  expect(await dayIn("2027-03-22")).toBe("2027-03-22");
  // Good Friday, and a Saturday a month later.
  expect(await dayIn("2027-03-26")).toBe("2027-03-30");
  expect(await dayIn("2027-04-24")).toBe("2027-04-26");
});

test.each([
  ["Γιώργος Παπαδόπουλος", "Giorgos Papadopoylos"],
  ["Юлия Цветкова", "Yuliya Tsvetkova"],
  ["Þóra Ægisdóttir", "Thora AEgisdottir"],
  ["王小明", "Wang Xiaoming"],
])("%s is paid as %s", async (name, written) => {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given, {
    ...{ amountCents: 4_000, events: [{ type: "CREDIT-LINE", amountCents: -500 }], invoice: { customerOrganization: name } },
  });
  await given.told([{ cents: 3_500, reference, iban: PAYER, bankReference: "B1", name: "Wang Xiaoming" }]);
  const { actor } = await givenMember(given.partner, { role: "administrator" });
  await creditAmount(db, given.partner.actor, invoice.id, 3, { amountCents: 500, description: "Left early" });
  const { payoutId } = await order({ ...given, actor });
  expect(await getRefundFile(db, actor, payoutId)).toContain(`<Cdtr><Nm>${written}</Nm></Cdtr>`);
});

test.each([
  ["in Switzerland", "CH9300762011623852957", "<PstlAdr><TwnNm>Utrecht</TwnNm><Ctry>NL</Ctry></PstlAdr>"],
  ["in the EEA", PAYER, ""],
])("the payer's city and country are written if a payee's account is %s, as the scheme demands", (_where, iban, address) => {
  const file = writePain({
    ...{ messageId: "f".repeat(35), createdAt: new Date("2026-11-26T09:00:00Z"), executeOn: "2026-11-26", currency: "EUR" },
    debtor: { name: "Chess Club Eastgate", iban: PAYER, bic: null, city: "Utrecht", country: "NL" },
    payments: [
      { endToEndId: "a1", name: "Ada", iban: PAYER, amountCents: 100, text: "1" },
      { endToEndId: "a2", name: "Ben", iban, amountCents: 100, text: "2" },
    ],
  });
  expect(file).toContain(`<Dbtr><Nm>Chess Club Eastgate</Nm>${address}</Dbtr>`);
});

test("another partner's money, more than is owed, and invalid accounts are refused", async () => {
  const given = await givenOwed();
  const stranger = await givenOwed();
  const create = (id: string, amountCents: number, iban = PAYER) =>
    createRefundFile(db, given.actor, given.company.id, [{ kind: "invoice", id, amountCents, iban }]);
  await expect(create(stranger.invoice.id, 500)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  await expect(create(given.invoice.id, 501)).rejects.toMatchObject({ code: "refund_exceeds_owed" });
  await expect(create(given.invoice.id, 500, "NL00INGB0001234567")).rejects.toMatchObject({ code: "invalid_iban" });
  await expect(createRefundFile(db, stranger.actor, given.company.id, [])).rejects.toMatchObject({ code: "invalid_company_id" });
});

/** Elements of a payment file in the order, and with the maximum lengths, of pain.001.001.09. */
const ORDER = [
  "GrpHdr/MsgId",
  "GrpHdr/CreDtTm",
  "GrpHdr/NbOfTxs",
  "GrpHdr/CtrlSum",
  "GrpHdr/InitgPty/Nm",
  "PmtInf/PmtInfId",
  "PmtInf/PmtMtd",
  "PmtInf/BtchBookg",
  "PmtInf/NbOfTxs",
  "PmtInf/CtrlSum",
  "PmtInf/PmtTpInf/SvcLvl/Cd",
  "PmtInf/ReqdExctnDt/Dt",
  "PmtInf/Dbtr/Nm",
  "PmtInf/DbtrAcct/Id/IBAN",
  "PmtInf/DbtrAcct/Ccy",
  "PmtInf/DbtrAgt/FinInstnId/Othr/Id",
  "PmtInf/ChrgBr",
  "PmtInf/CdtTrfTxInf/PmtId/EndToEndId",
  "PmtInf/CdtTrfTxInf/Amt/InstdAmt",
  "PmtInf/CdtTrfTxInf/Cdtr/Nm",
  "PmtInf/CdtTrfTxInf/CdtrAcct/Id/IBAN",
  "PmtInf/CdtTrfTxInf/RmtInf/Ustrd",
];

test("a refund to an account outside the EEA needs the company's city, which banks require there", async () => {
  const given = await givenOwed();
  const create = () =>
    createRefundFile(db, given.actor, given.company.id, [
      { kind: "invoice", id: given.invoice.id, amountCents: 500, iban: "CH9300762011623852957" },
    ]);
  await db.update(companies).set({ city: null }).where(eq(companies.id, given.company.id));
  await expect(create()).rejects.toMatchObject({ code: "company_city_missing" });
  await db.update(companies).set({ city: "Utrecht" }).where(eq(companies.id, given.company.id));
  expect(await getRefundFile(db, given.actor, await create())).toContain("<TwnNm>Utrecht</TwnNm>");
});

test("for any names and texts, the file is XML in the standard's order, uses letters that banks accept, and adds up", () => {
  const payment = fc.record({
    endToEndId: fc.stringMatching(/^[0-9a-f]{35}$/),
    name: fc.string({ unit: "binary", maxLength: 200 }),
    iban: fc.constant(PAYER),
    amountCents: fc.integer({ min: 1, max: 99_999_999_999 }),
    text: fc.string({ unit: "grapheme", maxLength: 400 }),
  });
  fc.assert(
    fc.property(fc.array(payment, { minLength: 1, maxLength: 5 }), fc.string({ unit: "grapheme" }), (payments, name) => {
      const file = writePain({
        messageId: "f".repeat(35),
        createdAt: new Date("2026-11-26T09:00:00Z"),
        executeOn: "2026-11-26",
        currency: "EUR",
        debtor: { name, iban: PAYER, bic: null, city: name, country: "NL" },
        payments,
      });
      const said = leavesOf(file);
      expect([...new Set(said.map(([path]) => path))]).toEqual(ORDER);
      for (const [, text] of said) expect(text).toMatch(/^[A-Za-z0-9/?:().,'+ -]{1,140}$/);
      const amounts = said.filter(([path]) => path.endsWith("InstdAmt")).map(([, text]) => BigInt(text.replace(".", "")));
      const sum = amounts.reduce((total, cents) => total + cents, 0n);
      expect(said.filter(([path]) => path.endsWith("CtrlSum")).map(([, text]) => BigInt(text.replace(".", "")))).toEqual([sum, sum]);
    }),
  );
});
