import { readFileSync } from "node:fs";
import { eq, inArray, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { connect, db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { payments } from "@/db/schema/payments";
import { payoutItems } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { bookAsSeen, setAside } from "@/server/bank/payments/decide-transaction";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { env } from "@/server/env";
import { tablesWith } from "@/server/testing/find-in-database";
import { accountFacts } from "@/server/testing/given-bank-account";
import { givenMember } from "@/server/testing/given-person";
import { orderOwed } from "@/server/testing/given-refund-file";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { eraseCustomer } from "./erase-customer";
import { exportCustomer } from "./export-customer";

/** A customer whose name, account and text are in every payment that their bank and the company's make. */
async function givenPayer() {
  const bank = await givenBankingCompany();
  const { actor } = await givenMember(bank.partner, { role: "administrator" });
  const { iban } = accountFacts();
  const word = `Quixano${iban.slice(-8)}`;
  const email = `${word.toLowerCase()}@members.example`;
  const invoice = { customerLastName: word, customerEmail: email, directDebitIban: null };
  const bill = (amountCents: number) => givenBilled(bank, { amountCents, invoice });
  let count = 0;
  const told = async (entry: MadeEntry) => {
    count += 1;
    await bank.told([{ name: `A. ${word}`, iban, text: `by ${word}`, bankReference: `B${count}`, ...entry }], { id: `S${count}` });
    const newest = (await bank.transactions()).at(-1);
    if (!newest) throw new Error("The statement has no payment");
    return newest;
  };
  const sendBack = async () => {
    const { items } = await orderOwed({ ...bank, actor });
    const [item] = items;
    if (!item) throw new Error("Nothing is owed");
    await told({ cents: -item.amountCents, endToEndId: item.endToEndId });
    return item;
  };
  return { ...bank, actor, iban, word, email, bill, told, sendBack };
}

test("an erased customer, also of an earlier version, is in no payment of a statement or refund file that moved their money; all of these are exported before", async () => {
  const { partner, company, actor, iban, word, email, bill, told, sendBack, transactions } = await givenPayer();
  // Refunded; the refund came back, and was made again.
  const refunded = await bill(4_000);
  await told({ cents: 4_000, reference: refunded.reference });
  await creditAmount(db, partner.actor, refunded.invoice.id, 2, { amountCents: 500, description: "Left early" });
  const { endToEndId } = await sendBack();
  await told({ cents: 500, endToEndId, returnReason: "AC04" });
  await sendBack();
  // Taken back by the bank, and paid otherwise.
  const takenBack = await bill(3_000);
  await told({ cents: 3_000, reference: takenBack.reference });
  const [payment] = await db.select().from(payments).where(eq(payments.invoiceId, takenBack.invoice.id));
  const reversal = await told({ cents: -3_000, isReversal: true, returnReason: "MD06" });
  if (reversal.state !== "booked") await takePaymentBack(db, actor, { transactionId: reversal.id, seenDecisions: 0 }, [payment?.id ?? ""]);
  const { lines, amountTotalCents } = await getInvoice(db, partner.actor, takenBack.invoice.id);
  await recordExternalPayment(db, partner.actor, takenBack.invoice.id, lines.length, {
    amountCents: amountTotalCents,
    reason: "In cash",
    mayExceed: false,
  });
  // Booked in part; the rest was sent back.
  const exceeded = await bill(1_500);
  const excessive = await told({ cents: 2_100 });
  await bookAsSeen(db, actor, { transactionId: excessive.id, seenDecisions: 0 }, [{ invoiceId: exceeded.invoice.id, amountCents: 1_500 }]);
  await setAside(db, actor, { transactionId: excessive.id, seenDecisions: 1 }, "to_return");
  await expect(eraseCustomer(db, partner.actor, { email })).rejects.toThrow("customer_not_settled");
  const { items: ordered } = await orderOwed({ partner, actor, company });
  await expect(eraseCustomer(db, partner.actor, { email })).rejects.toThrow("customer_not_settled");
  await told({ cents: -600, endToEndId: ordered[0]?.endToEndId });

  const [items, moved] = [await db.select().from(payoutItems).where(eq(payoutItems.partnerId, partner.id)), await transactions()];
  expect(items.map(({ status }) => status).toSorted()).toEqual(["paid", "paid", "returned"]);
  expect(moved).toHaveLength(8);
  expect((await db.select().from(refunds).where(eq(refunds.partnerId, partner.id))).every((each) => each.bankTransactionId)).toBe(true);
  const exported = JSON.stringify(await exportCustomer(db, partner.actor, { email }));
  for (const { id } of [...items, ...moved]) expect(exported).toContain(id);

  expect(await eraseCustomer(db, partner.actor, { email })).toEqual({ invoices: 3 });
  for (const text of [word, iban]) expect(await tablesWith(db, text), text).toEqual([]);
  // An earlier version blanked only what paid the invoices.
  const there = (search: string) =>
    connect(Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname, search }).href, { max: 1 });
  const [owner, admin] = [there("?role=ics_owner"), there("")];
  await owner.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('ics.erasing', 'on', true)`);
    const others = moved.filter(({ amountCents }) => amountCents < 0).map(({ id }) => id);
    await tx.update(bankTransactions).set({ name: word, iban }).where(inArray(bankTransactions.id, others));
    await tx.update(payoutItems).set({ name: word, iban }).where(eq(payoutItems.partnerId, partner.id));
  });
  expect(await tablesWith(db, word)).toEqual(["bank_transactions", "payout_items"]);
  await admin.db.transaction((tx) => tx.execute(sql.raw(readFileSync("db/migrations/0102_erased_payers.sql", "utf8"))));
  await Promise.all([owner.close(), admin.close()]);
  for (const text of [word, iban]) expect(await tablesWith(db, text), text).toEqual([]);
  const sums = (rows: { id: string; amountCents: number; state: string }[]) =>
    rows.map(({ id, amountCents, state }) => [id, amountCents, state]);
  expect(sums(await transactions())).toEqual(sums(moved));
});

test("a payment that was booked on the customer's invoice by mistake keeps its payer, and is not exported", async () => {
  const { partner, actor, bill, told, word, email } = await givenPayer();
  const { invoice } = await bill(2_000);
  const other = await told({ cents: 2_000, name: "Somebody Else", iban: accountFacts().iban, text: "rent" });
  await bookAsSeen(db, actor, { transactionId: other.id, seenDecisions: 0 }, [{ invoiceId: invoice.id, amountCents: 2_000 }]);
  await undoDecision(db, actor, { transactionId: other.id, seenDecisions: 1 });
  const { lines } = await getInvoice(db, partner.actor, invoice.id);
  await recordExternalPayment(db, partner.actor, invoice.id, lines.length, { amountCents: 2_000, reason: "In cash", mayExceed: false });
  expect(JSON.stringify(await exportCustomer(db, partner.actor, { email }))).not.toContain("Somebody Else");
  await eraseCustomer(db, partner.actor, { email });
  expect(await tablesWith(db, word)).toEqual([]);
  expect(await tablesWith(db, other.iban)).toContain("bank_transactions");
});
