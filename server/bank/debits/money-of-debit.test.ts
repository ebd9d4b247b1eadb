import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { listDebitFiles } from "@/server/bank/debit-files/list-debit-files";
import { cancelDebitParts } from "@/server/billing/invoices/cancel-debit-parts";
import { listMoney } from "@/server/billing/payments/list-money";
import { dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenPartner } from "@/server/testing/given";
import { booking, type DebitAtBank, givenDebitsAtBank, returned } from "@/server/testing/given-debits-at-bank";
import { givenCreditor } from "@/server/testing/given-mandate";
import { givenMember } from "@/server/testing/given-person";
import { givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { endDebit } from "./end-debit";

async function given() {
  const bank = await givenDebitsAtBank();
  const [one] = bank.debits as [DebitAtBank];
  const payment = async () => (await listMoney(db, bank.partner.actor, one.invoices[0]?.id ?? "")).payments[0];
  return { ...bank, one, payment };
}

test("a payment that the bank rejected has its reason, and the day of the rejection", async () => {
  const { one, report, payment } = await given();
  await report({ payments: [{ endToEndId: one.debit.endToEndId, status: "RJCT", reason: "AC04" }] });
  const found = await payment();
  expect(found).toMatchObject({ status: "failed", debitReason: { code: "AC04" }, isEndedByPerson: false });
  expect(found?.at.getTime()).toBeGreaterThan(one.debit.createdAt.getTime());
});

test("a direct debit that was taken out shows the day on which that happened, and the day that it was planned for", async () => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const { debit, invoices } = await givenPlannedDebit(partner, company);
  const [invoice] = invoices;
  const at = new Date(debit.createdAt.getTime() + 5 * DAY_MS);
  const [part] = await db.select().from(payments).where(eq(payments.debitId, debit.id));
  await db.transaction((tx) => cancelDebitParts(tx, partner.id, [{ paymentId: part?.id ?? "", debitId: debit.id }], at));
  const { payments: listed } = await listMoney(db, partner.actor, invoice?.id ?? "");
  expect(listed).toMatchObject([{ status: "cancelled", at, plannedFor: debit.collectOn }]);
});

test("the list of files counts debits that a person has ended apart from those that the bank rejected", async () => {
  const { partner, company, id, debits, report } = await givenDebitsAtBank([{}, { amounts: [2_000] }, {}]);
  const [ended, rejected] = debits as [DebitAtBank, DebitAtBank];
  await endDebit(db, (await givenMember(partner)).actor, ended.debit.id);
  await report({ payments: [{ endToEndId: rejected.debit.endToEndId, status: "RJCT", reason: "AC04" }] });
  const { entries } = await listDebitFiles(db, partner.actor, company.id, { pageNumber: 1, pageSize: 10, fileId: null });
  expect(entries.find((file) => file.id === id)?.states).toEqual([
    { status: "at_bank", count: 1, amountCents: 1_000 },
    { status: "ended", count: 1, amountCents: 1_000 },
    { status: "rejected", count: 1, amountCents: 2_000 },
  ]);
});

test("a payment that was charged back has the bank's reason; a person's word is no reason of the bank", async () => {
  const { one, told, payment } = await given();
  await told([booking(one)]);
  expect(await payment()).toMatchObject({ status: "paid", debitReason: null });
  await told([returned(one, { returnReason: "AM04" })]);
  expect(await payment()).toMatchObject({ debitReason: { code: "AM04" }, isEndedByPerson: false });

  const ended = await given();
  await endDebit(db, (await givenMember(ended.partner)).actor, ended.one.debit.id);
  const found = await ended.payment();
  expect(found).toMatchObject({ status: "failed", debitReason: null, isEndedByPerson: true });
  expect(found && dayAt(found.at)).toBe(dayAt(new Date()));
});
