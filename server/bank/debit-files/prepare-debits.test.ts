import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { ADDRESS_REFUSED } from "@/server/domain/rules/mail-failures";
import { transact } from "@/server/platform/transact";
import { closeBankAccount } from "@/server/tenancy/bank-accounts/close-bank-account";
import { jumpClock } from "@/server/testing/given-collection";
import { givenDebits } from "@/server/testing/given-debit";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { postponeDebits } from "./postpone-debits";
import { prepareDebits } from "./prepare-debits";

const mailbox = { kind: "mailbox" } as const;
const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };

/** As a message whose address the mail server refused more than a day ago. */
const REFUSED_LONG_AGO = { state: "refused", failure: ADDRESS_REFUSED, nextAttemptAt: new Date(Date.now() - 2 * DAY_MS) } as const;

/** An announced debit of 45.00 and 20.00. */
async function given() {
  const world = await givenDebits({ invoices: [{ amountCents: 4_500 }, { amountCents: 2_000 }] });
  await world.collect(mailbox);
  const [debit] = await world.debits();
  if (!debit) throw new Error("Nothing was planned");
  const { actor } = world.partner;
  const prepare = () => transact(db, actor, (tx) => prepareDebits(tx, actor, [debit.id]));
  return { ...world, actor, debit, prepare };
}

describe("before a file is made, a debit is checked once more", () => {
  test("and is ready with what is left of it", async () => {
    const { prepare, debit, mandate, invoices, actor } = await given();
    await creditAmount(db, actor, invoices[0]?.id ?? "", null, { amountCents: 500, description: "Less" });
    const { ready, waiting } = await prepare();
    expect(waiting).toEqual([]);
    expect(ready).toMatchObject([{ debit: { id: debit.id }, mandate: { id: mandate?.id }, amountCents: 6_000 }]);
    expect(ready[0]?.parts.map(({ invoiceId, amountCents }) => [invoiceId, amountCents])).toEqual([
      [invoices[0]?.id, 4_000],
      [invoices[1]?.id, 2_000],
    ]);
  });

  test("and loses a retracted invoice, though nothing has looked at it since", async () => {
    const { prepare, invoices, actor } = await given();
    await creditAndRetractInvoice(db, actor, invoices[0]?.id ?? "", retraction);
    expect((await prepare()).ready).toMatchObject([{ amountCents: 2_000, parts: [{ invoiceId: invoices[1]?.id }] }]);
  });

  test("and is in no list once its mandate was withdrawn: it is cancelled", async () => {
    const { prepare, mandate, actor, debits } = await given();
    await withdrawMandate(db, actor, mandate?.id ?? "");
    expect(await prepare()).toEqual({ ready: [], waiting: [] });
    expect(await debits()).toMatchObject([{ status: "cancelled" }]);
  });

  test("and waits while its announcement has not left, or another payment is in progress", async () => {
    const world = await givenDebits();
    await world.decide();
    const [debit] = await world.debits();
    const { actor } = world.partner;
    const prepare = () => transact(db, actor, (tx) => prepareDebits(tx, actor, [debit?.id ?? ""]));
    expect(await prepare()).toEqual({ ready: [], waiting: [{ debitId: debit?.id, blocker: "not_announced" }] });
    await world.collect(mailbox);
    await startPayment(db, actor, world.invoice.id, { method: "ideal", returnUrl: null });
    expect(await prepare()).toEqual({ ready: [], waiting: [{ debitId: debit?.id, blocker: "payment_in_progress" }] });
  });

  test("and loses invoices whose customer the announcement could not reach", async () => {
    const world = await givenDebits({ invoices: [{ amountCents: 4_500 }, { amountCents: 2_000 }] });
    await world.decide();
    await db
      .update(outgoingMessages)
      .set({ state: "unknown" })
      .where(eq(outgoingMessages.invoiceId, world.invoices[1]?.id ?? ""));
    await db.update(outgoingMessages).set(REFUSED_LONG_AGO).where(eq(outgoingMessages.invoiceId, world.invoice.id));
    const [debit] = await world.debits();
    const { actor } = world.partner;
    const { ready } = await transact(db, actor, (tx) => prepareDebits(tx, actor, [debit?.id ?? ""]));
    expect(ready).toMatchObject([{ debit: { id: debit?.id }, amountCents: 2_000, parts: [{ invoiceId: world.invoices[1]?.id }] }]);
  });
});

/** Events after which a debit may not be collected, although its list has no other reason. */
const ends: [string, (at: Awaited<ReturnType<typeof given>>) => Promise<unknown>][] = [
  [
    "its invoices are on hold",
    ({ actor, invoices }) => each(invoices, (id) => holdInvoice(db, actor, id, { kind: "stopped", reason: "Hardship" })),
  ],
  [
    "its invoices were paid",
    ({ actor, invoices }) => each(invoices, (id, cents) => recordExternalPayment(db, actor, id, null, cashOf(cents))),
  ],
  ["its account was closed", ({ actor, debit }) => closeBankAccount(db, actor, debit.bankAccountId)],
  [
    "its invoices have another payer",
    ({ actor, invoices }) =>
      each(invoices, (id) => updateInvoice(db, actor, id, { externalInvoiceNumber: "1", customerEmail: "other@members.example" })),
  ],
];

const cashOf = (amountCents: number) => ({ amountCents, reason: "Cash", mayExceed: false });

const each = (of: { id: string; amountTotalCents: number }[], act: (id: string, cents: number) => Promise<unknown>) =>
  of.reduce<Promise<unknown>>((before, { id, amountTotalCents }) => before.then(() => act(id, amountTotalCents)), Promise.resolve());

test.each(ends)("a debit is cancelled before a file is made if %s", async (_, act) => {
  const world = await given();
  await act(world);
  expect(await world.prepare()).toEqual({ ready: [], waiting: [] });
  expect(await world.debits()).toMatchObject([{ status: "cancelled" }]);
});

test("a customer who was told of a debit, and whom the announcement of its later day cannot reach, is told that it is not collected", async () => {
  const { actor, debit, partner, prepare, invoice, debits, collect, mailsTo, customerEmail } = await given();
  await transact(db, actor, (tx) => postponeDebits(tx, actor, [debit.id]));
  const renewed = and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.round, 1));
  await db.update(outgoingMessages).set(REFUSED_LONG_AGO).where(renewed);
  expect(await prepare()).toEqual({ ready: [], waiting: [] });
  expect(await debits()).toMatchObject([{ status: "cancelled" }]);
  const queued = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id));
  const cancelled = queued.filter(({ kind }) => kind === "debit_cancelled");
  expect(cancelled).toHaveLength(2);
  expect(cancelled.some(({ invoiceId }) => invoiceId === invoice.id)).toBe(true);
  await collect(mailbox);
  expect((await mailsTo(customerEmail)).length).toBeGreaterThan(1);
});

test("a debit that was put off is announced with its new day, which leaves all days of notice", async () => {
  const { actor, debit, partner, debits, collect, mailsTo, customerEmail } = await given();
  await jumpClock(partner, 13);
  const later = { ...actor, clockOffsetMs: 13 * DAY_MS };
  await transact(db, later, (tx) => postponeDebits(tx, later, [debit.id]));
  const [moved] = await debits();
  const day = bankDayFrom(addDays(dayAt(new Date()), 27), "target");
  expect(moved).toMatchObject({ status: "planned", collectOn: day, postponements: 1 });
  await collect(mailbox);
  const mails = await mailsTo(customerEmail);
  expect(mails).toHaveLength(2);
  expect(mails[1]?.subject).toBe(`New date: direct debit of €65.00 on ${formatDay(day, "en", "long")} from Rowing Club Northbank`);
  await collect(mailbox);
  expect(await mailsTo(customerEmail)).toHaveLength(2);
});

test("what is at the bank is neither prepared nor put off", async () => {
  const { actor, debit, prepare, debits } = await given();
  await givenFileOf(debit);
  expect(await prepare()).toEqual({ ready: [], waiting: [] });
  await transact(db, actor, (tx) => postponeDebits(tx, actor, [debit.id]));
  expect(await debits()).toMatchObject([{ status: "at_bank", collectOn: debit.collectOn, postponements: 0 }]);
});
