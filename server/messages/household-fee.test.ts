import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Database, db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { householdMembers } from "@/db/schema/households";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { sharedLateFees } from "@/db/schema/shared-late-fees";
import { presentCollection } from "@/server/api/collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { forecastImport } from "@/server/billing/collection/forecast-import";
import { recordShares } from "@/server/billing/collection/shared-fees";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { addLines } from "@/server/billing/invoices/add-lines";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { newCheckCode } from "@/server/platform/mail/check-code";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { jumpClock } from "@/server/testing/given-collection";
import { correct, givenHouseholds, newAddress } from "@/server/testing/given-households";
import { keptMails } from "@/server/testing/given-mail-server";
import { type ClaimedMessage, type ComposedMessage, composeMessage } from "./compose-message";
import { beginHandOver } from "./hand-over";

// Due on day 14. The first reminder, on day 18, names the fee and day 32 as the last one without it; the second, on day 33, comes with it.
const DUE = 14;
const REMINDED = 18;
const LAST_FREE_DAY = 32;
const CHARGED = feeDayAfter(LAST_FREE_DAY);

const retraction = { creditNoteNumber: "C-1", description: "Left the club", retractionReason: null, showRetractionReasonToCustomer: false };
const today = () => dayAt(new Date());

/** Invoices of 45.00 of one payer. Together a Dutch consumer owes at most 40.00 for a reminder of two of them, and alone 22.50. */
async function givenFamily(members: Partial<NewInvoice>[] = [{}, {}], { latePaymentFeeCents = 10_000 } = {}) {
  const customerEmail = newAddress();
  const settings = { dueDays: DUE, request2Day: 10, reminder1Day: 4, reminder2Day: 19, reminder3Day: 40, latePaymentFeeCents };
  const ofOnePayer = members.map((member) => ({ customerEmail, ...member }));
  const family = await givenHouseholds(ofOnePayer, { settings });
  const { partner, billed } = family;
  const onDay = (day: number) => ({ ...partner.actor, clockOffsetMs: day * DAY_MS });
  const feesOf = async (id: string) =>
    (await getInvoice(db, partner.actor, id)).lines.flatMap(({ type, amountCents }) =>
      type === "LATE-PAYMENT-FEE-LINE" ? [amountCents] : [],
    );
  /** Fees charged, by invoice. */
  const fees = () => Promise.all(billed.map(({ id }) => feesOf(id)));
  const record = async (index: number, day: number, { amountCents = 4_500, paidOn = null as string | null } = {}) => {
    const { id } = family.at(index);
    const { lines } = await getInvoice(db, partner.actor, id);
    await recordExternalPayment(db, onDay(day), id, lines.length, { amountCents, reason: "Statement", mayExceed: true, paidOn });
  };
  const remind = async () => {
    for (const day of [0, 10, REMINDED]) await family.collectOn(day);
  };
  const mails = async () => (await keptMails(customerEmail)).map((mail) => mail.replaceAll(/=\r?\n/g, "").replace(/\s+/g, " "));
  return { ...family, customerEmail, onDay, fees, record, remind, mails };
}

/** The part of a mail that asks, and the list of other open invoices. */
function halvesOf(mail = ""): [asking: string, alsoOpen: string] {
  const [asking = "", alsoOpen = ""] = mail.split("Another invoice is also unpaid, and not included in this amount:");
  return [asking, alsoOpen];
}

test("a reminder for two invoices names one fee, over their sum; mail, page, interface and forecast state it before, and it is charged once", async () => {
  const family = await givenFamily();
  const { at, collectOn, customerOf, fees, into, mails, onDay, remind } = family;
  const lastFreeDay = addDays(today(), LAST_FREE_DAY);
  const [first, second] = [at(0), at(1)];
  const planned = async (day: number) => {
    const [own, other] = await Promise.all([describePlan(db, onDay(day), first.id), describePlan(db, onDay(day), second.id)]);
    const fee = { amountCents: 4_000, graceUntil: lastFreeDay, chargedOn: addDays(today(), CHARGED), invoiceId: first.id, part: null };
    expect([own?.fee, other?.fee]).toEqual([
      { ...fee, elsewhere: null },
      { ...fee, elsewhere: "F-1" },
    ]);
    expect(own?.items.filter(({ kind }) => kind === "late_payment_fee")).toHaveLength(1);
    expect(other?.items.filter(({ kind }) => kind === "late_payment_fee")).toEqual([]);
    const stated = await Promise.all(
      [first, second].map(async ({ id }) => presentCollection(await describeCollection(db, onDay(day), id)).late_fee),
    );
    expect(stated).toEqual(Array(2).fill({ amount_cents: 4_000, free_until: lastFreeDay, invoice_id: first.id }));
    const forecast = (await forecastImport(db, onDay(day), into.id))?.rows.filter(({ kind }) => kind === "late_payment_fee");
    expect(forecast).toEqual([{ day: addDays(today(), CHARGED), kind: "late_payment_fee", count: 1, amountCents: 4_000 }]);
    for (const { id } of [first, second]) {
      const page = await customerPageOf(await customerOf(id));
      expect(page.match(/Collection costs \(incassokosten\) of €40\.00/g)).toHaveLength(1);
      expect(page).toMatch(/of €40\.00 on invoice F-1, (if that one is not|unless (this|the) invoice is) paid by /);
      expect(page.includes("on invoice F-1, if that one is not paid by ")).toBe(id === second.id);
    }
  };
  await collectOn(0);
  await planned(0);
  await remind();
  await planned(REMINDED);
  expect((await mails()).at(-1)).toContain(
    `You have until ${formatDay(lastFreeDay, "en", "long")} in any case. If invoice F-1 is not paid by then, collection costs of €40.00 will be added to it; nothing is added to the other invoice.`,
  );
  await collectOn(LAST_FREE_DAY);
  expect(await fees()).toEqual([[], []]);
  await collectOn(CHARGED);
  expect(await fees()).toEqual([[4_000], []]);
  expect((await mails()).at(-1)).toMatch(/The €\d+\.\d\d includes collection costs \(incassokosten\) of €40\.00\./);
  await collectOn(CHARGED + 25);
  expect(await fees()).toEqual([[4_000], []]);
});

test("no fee is charged if the invoice with it was paid or retracted in between, and the others get none later", async () => {
  const [paid, retracted] = [await givenFamily(), await givenFamily()];
  for (const { remind } of [paid, retracted]) await remind();
  await paid.record(0, LAST_FREE_DAY);
  await creditAndRetractInvoice(db, retracted.onDay(LAST_FREE_DAY), retracted.at(0).id, retraction);
  for (const { at, collectOn, fees, mails, onDay } of [paid, retracted]) {
    expect((await describePlan(db, onDay(LAST_FREE_DAY), at(1).id))?.fee).toBeNull();
    for (const day of [CHARGED, CHARGED + 21, CHARGED + 40]) await collectOn(day);
    expect(await fees()).toEqual([[], []]);
    expect((await mails()).at(-1)).toContain("Final reminder");
    expect((await mails()).at(-1)).not.toContain("collection costs");
  }
});

test("the fee is over the invoices that are still asked for: not one that was paid, or to which the customer objects", async () => {
  const [paid, objected] = [await givenFamily(), await givenFamily()];
  for (const { remind } of [paid, objected]) await remind();
  await paid.record(1, LAST_FREE_DAY);
  await holdInvoice(db, objected.onDay(LAST_FREE_DAY), objected.at(1).id, { kind: "objected", reason: "They object" });
  for (const { at, collectOn, fees, onDay } of [paid, objected]) {
    expect((await describePlan(db, onDay(LAST_FREE_DAY), at(0).id))?.fee).toMatchObject({ amountCents: 2_250 });
    await collectOn(CHARGED);
    expect(await fees()).toEqual([[2_250], []]);
  }
  await resumeInvoice(db, objected.onDay(CHARGED), objected.at(1).id);
  for (const day of [CHARGED + 1, CHARGED + 22, CHARGED + 40]) await objected.collectOn(day);
  expect(await objected.fees()).toEqual([[2_250], []]);
});

test("a pause of the invoice with the fee postpones it for both; a charged-back payment brings it once", async () => {
  const paused = await givenFamily();
  await paused.remind();
  const until = addDays(today(), LAST_FREE_DAY + 3);
  await holdInvoice(db, paused.onDay(LAST_FREE_DAY), paused.at(0).id, { kind: "paused", reason: "They asked", until });
  for (let day = CHARGED; day <= LAST_FREE_DAY + 3 + 14; day += 1) await paused.collectOn(day);
  expect(await paused.fees()).toEqual([[], []]);
  for (const day of [60, 80, 100]) await paused.collectOn(day);
  expect(await paused.fees()).toEqual([[4_000], []]);

  const returned = await givenFamily();
  await returned.remind();
  const line = { description: null, paymentMethod: null, date: new Date(Date.now() + LAST_FREE_DAY * DAY_MS) };
  await addLines(db, returned.at(0), [{ ...line, type: "PAYMENT-LINE", amountCents: -4_500, paymentMethod: "ideal" }]);
  await returned.collectOn(CHARGED);
  await addLines(db, returned.at(0), [
    { ...line, type: "CHARGEBACK-LINE", amountCents: 4_500, date: new Date(Date.now() + CHARGED * DAY_MS) },
  ]);
  for (let day = CHARGED; day <= 90; day += 4) await returned.collectOn(day);
  expect(await returned.fees()).toEqual([[4_000], []]);
});

test("invoices with different due days: the first one reminded has the fee, over its own amount, and the other shares it", async () => {
  const { at, collectOn, fees, mails, onDay } = await givenFamily();
  await collectOn(0);
  await db
    .update(invoices)
    .set({ dueOn: addDays(today(), DUE + 10) })
    .where(eq(invoices.id, at(0).id));
  const [graceUntil, chargedOn] = [LAST_FREE_DAY, CHARGED].map((day) => addDays(today(), day));
  const fee = { amountCents: 2_250, invoiceId: at(1).id, graceUntil, chargedOn, part: null };
  expect((await describePlan(db, onDay(0), at(0).id))?.fee).toEqual({ ...fee, elsewhere: "F-2" });
  for (const day of [10, REMINDED]) await collectOn(day);
  expect((await mails()).at(-1)).toContain("collection costs of €22.50 will be added");
  await collectOn(REMINDED + 10);
  // The mail asks for the first alone, because the day that the other's reminder named is not over.
  const [asking, alsoOpen] = halvesOf((await mails()).at(-1));
  expect(asking).toMatch(/please pay €45\.00/);
  expect(asking).not.toMatch(/\bF-2\b|collection costs/);
  expect(alsoOpen).toContain("View invoice F-2: ");
  expect((await describePlan(db, onDay(REMINDED + 10), at(0).id))?.fee).toEqual({ ...fee, elsewhere: "F-2" });
  for (const day of [CHARGED, CHARGED + 15, CHARGED + 30, CHARGED + 50]) await collectOn(day);
  expect(await fees()).toEqual([[], [2_250]]);
});

test("while the invoice with the fee is held, or its payment was just returned, another one due later gets no second fee", async () => {
  const [held, returned] = [await givenFamily(), await givenFamily()];
  const line = { description: null, paymentMethod: null };
  const paidOn = (day: number) => new Date(Date.now() + day * DAY_MS);
  for (const { at, collectOn } of [held, returned]) {
    await collectOn(0);
    await db
      .update(invoices)
      .set({ dueOn: addDays(today(), DUE + 10) })
      .where(eq(invoices.id, at(1).id));
    for (const day of [10, REMINDED]) await collectOn(day);
  }
  await holdInvoice(db, held.onDay(REMINDED + 2), held.at(0).id, { kind: "objected", reason: "They object" });
  await jumpClock(returned.partner, REMINDED + 9);
  await addLines(db, returned.at(0), [
    { ...line, type: "PAYMENT-LINE", amountCents: -4_500, paymentMethod: "ideal", date: paidOn(REMINDED + 2) },
    { ...line, type: "CHARGEBACK-LINE", amountCents: 4_500, date: paidOn(REMINDED + 9) },
  ]);
  for (const { at, collectOn, mails, onDay } of [held, returned]) {
    expect((await describePlan(db, onDay(REMINDED + 9), at(1).id))?.items.map(({ kind }) => kind)).not.toContain("late_payment_fee");
    await collectOn(REMINDED + 10);
    const [asking, alsoOpen] = halvesOf((await mails()).at(-1));
    expect(asking).toContain("F-2");
    expect(asking).not.toMatch(/\bF-1\b|collection costs/);
    expect(alsoOpen).toContain("F-1");
    expect(alsoOpen.includes("you dispute it, so no reminders")).toBe(at === held.at);
  }
  for (const day of [CHARGED + 10, CHARGED + 15, CHARGED + 30]) for (const { collectOn } of [held, returned]) await collectOn(day);
  expect(await held.fees()).toEqual([[], []]);
  await resumeInvoice(db, held.onDay(CHARGED + 31), held.at(0).id);
  for (const day of [CHARGED + 32, CHARGED + 53, CHARGED + 80]) for (const { collectOn } of [held, returned]) await collectOn(day);
  for (const { fees } of [held, returned]) expect(await fees()).toEqual([[2_250], []]);
});

test("a claim that was overdue when a fee was named gets none of its own after the invoice with it was paid; one due later does", async () => {
  const [overdue, dueLater] = [await givenFamily(), await givenFamily()];
  const line = { description: null, paymentMethod: null };
  const on = (day: number) => new Date(Date.now() + day * DAY_MS);
  for (const { at, collectOn } of [overdue, dueLater]) {
    await collectOn(0);
    await addLines(db, at(1), [{ ...line, type: "PAYMENT-LINE", amountCents: -4_500, paymentMethod: "ideal", date: on(3) }]);
    await collectOn(10);
  }
  const giveBack = ({ at }: typeof overdue, day: number) =>
    addLines(db, at(1), [{ ...line, type: "CHARGEBACK-LINE", amountCents: 4_500, date: on(day) }]);
  await jumpClock(overdue.partner, REMINDED - 1);
  await giveBack(overdue, REMINDED - 1);
  for (const { collectOn, record } of [overdue, dueLater]) {
    await collectOn(REMINDED);
    await record(0, REMINDED + 2);
  }
  await jumpClock(dueLater.partner, REMINDED + 4);
  await giveBack(dueLater, REMINDED + 4);
  const days = [REMINDED + 5, REMINDED + 12, REMINDED + 20, REMINDED + 40, REMINDED + 60];
  for (const day of days) {
    for (const { collectOn } of [overdue, dueLater]) await collectOn(day);
    expect((await describePlan(db, overdue.onDay(day), overdue.at(1).id))?.fee).toBeNull();
  }
  expect(await overdue.fees()).toEqual([[], []]);
  expect(await dueLater.fees()).toEqual([[], [2_250]]);
});

test("nothing is shared over imports: two mails, two fees, each by its own settings; the database refuses to join them", async () => {
  const one = await givenFamily([{}]);
  const customerEmail = one.customerEmail;
  const into = await givenImport(one.partner, { company: one.company });
  const other = await givenInvoice(one.partner, { import: into, invoice: { externalInvoiceNumber: "G-1", customerEmail, locale: "en" } });
  const settings = { dueDays: DUE, request2Day: 10, reminder1Day: 4, reminder2Day: 19, reminder3Day: 40, latePaymentFeeCents: 300 };
  await db.update(importSettings).set(settings).where(eq(importSettings.importId, into.id));
  await transmitImport(db, one.partner.actor, into.id);
  await one.remind();
  const named = (await one.mails()).slice(-2).map((mail) => /collection costs of (\S+) will be added/.exec(mail)?.[1]);
  expect(named.sort()).toEqual(["€22.50", "€3.00"]);
  await one.collectOn(CHARGED);
  expect(await one.fees()).toEqual([[2_250]]);
  expect((await getInvoice(db, one.partner.actor, other.id)).amountTotalCents).toBe(4_800);
  const membership = { partnerId: one.partner.id, leadInvoiceId: one.at(0).id, joinedAt: new Date() };
  const join = db.insert(householdMembers).values([one.at(0).id, other.id].map((invoiceId) => ({ ...membership, invoiceId })));
  await expect(join).rejects.toMatchObject({ cause: { constraint_name: "household_of_one_import" } });
});

test("a customer who left the household counts no more, gets no fee, and is shown nothing about the other invoice", async () => {
  const family = await givenFamily([{}, {}, {}]);
  const { at, collectOn, customerOf, fees, onDay, remind } = family;
  await remind();
  expect((await describePlan(db, onDay(REMINDED), at(1).id))?.fee).toMatchObject({ amountCents: 4_000, elsewhere: "F-1" });
  for (const index of [1, 2]) await correct(family, index, { customerEmail: newAddress() });
  expect((await describePlan(db, onDay(REMINDED), at(1).id))?.fee).toBeNull();
  expect(await customerPageOf(await customerOf(at(1).id))).not.toMatch(/\bF-1\b/);
  expect((await describePlan(db, onDay(REMINDED), at(0).id))?.fee).toMatchObject({ amountCents: 2_250, elsewhere: null });
  for (const day of [CHARGED, CHARGED + 21, CHARGED + 40]) await collectOn(day);
  expect(await fees()).toEqual([[2_250], [], []]);
});

test("one fee is charged by two processes at once, and after a crash between the fee and its commit", async () => {
  const { at, fees, partner, remind } = await givenFamily();
  await remind();
  await jumpClock(partner, CHARGED);
  const step = (tx: Database = db) => takeDueSteps(tx, { canMail: true, scope: { partnerId: partner.id } });
  const crash = new Error("The process was killed");
  const crashed = db.transaction(async (tx) => {
    await step(tx);
    const lines = await tx
      .select()
      .from(invoiceLines)
      .where(eq(invoiceLines.invoiceId, at(0).id));
    expect(lines.map(({ type }) => type)).toContain("LATE-PAYMENT-FEE-LINE");
    throw crash;
  });
  await expect(crashed).rejects.toBe(crash);
  expect(await fees()).toEqual([[], []]);
  await Promise.all([step(), step(), step()]);
  await step();
  expect(await fees()).toEqual([[4_000], []]);
});

test("a reminder is written again if another one has named a fee since, and the places of a failed attempt are replaced", async () => {
  const { at, collectOn, onDay, partner } = await givenFamily();
  for (const day of [0, 10]) await collectOn(day);
  await jumpClock(partner, REMINDED);
  await takeDueSteps(db, { canMail: true, scope: { partnerId: partner.id } });
  const [reminder] = await db
    .update(outgoingMessages)
    .set({ checkCode: newCheckCode() })
    .where(and(eq(outgoingMessages.invoiceId, at(0).id), eq(outgoingMessages.kind, "reminder1")))
    .returning();
  const claimed = { ...(reminder as ClaimedMessage) };
  const compose = async () => (await composeMessage(db, onDay(REMINDED), claimed)) as ComposedMessage;
  const written = await compose();
  expect(written.naming?.shares).toEqual([{ invoiceId: at(1).id, onInvoiceId: at(0).id, isCounted: true }]);

  // Another reminder names a fee on the second invoice.
  await db.insert(outgoingMessages).values({
    partnerId: partner.id,
    id: newId(),
    invoiceId: at(1).id,
    kind: "reminder2",
    state: "sent",
    createdAt: new Date(),
    nextAttemptAt: new Date(),
    graceUntil: addDays(today(), LAST_FREE_DAY),
    feeTerms: "NL",
  });
  expect(await beginHandOver(db, claimed, written)).toBe(false);
  const stored = () => db.select().from(sharedLateFees).where(eq(sharedLateFees.partnerId, partner.id));
  expect(await stored()).toEqual([]);

  await recordShares(db, claimed, written.naming?.shares ?? []);
  const again = await compose();
  expect(await beginHandOver(db, claimed, again)).toBe(true);
  expect(await stored()).toMatchObject([{ invoiceId: at(0).id, onInvoiceId: at(1).id, isCounted: false }]);
});

test("an invoice that left the household before its reminder was sent again shares no fee with it", async () => {
  const family = await givenFamily();
  const { at, collectOn, onDay, partner } = family;
  for (const day of [0, 10]) await collectOn(day);
  await jumpClock(partner, REMINDED);
  await takeDueSteps(db, { canMail: true, scope: { partnerId: partner.id } });
  const [reminder] = await db
    .update(outgoingMessages)
    .set({ checkCode: newCheckCode() })
    .where(and(eq(outgoingMessages.invoiceId, at(0).id), eq(outgoingMessages.kind, "reminder1")))
    .returning();
  const claimed = { ...(reminder as ClaimedMessage) };
  const compose = async () => (await composeMessage(db, onDay(REMINDED), claimed)) as ComposedMessage;
  const refused = await compose();
  // An attempt that the mail server refused.
  await recordShares(db, claimed, refused.naming?.shares ?? []);
  await correct(family, 1, { customerEmail: newAddress() });
  expect(await beginHandOver(db, claimed, await compose())).toBe(true);
  expect(await db.select().from(sharedLateFees).where(eq(sharedLateFees.partnerId, partner.id))).toEqual([]);
});

test("a fee is credited if the invoice with it, and so if each invoice, was paid by the last free day, however late that is booked", async () => {
  const lastFreeDay = addDays(today(), LAST_FREE_DAY);
  const charged = async () => {
    const family = await givenFamily();
    await family.remind();
    await family.collectOn(CHARGED);
    expect(await family.fees()).toEqual([[4_000], []]);
    const credits = async () =>
      (await getInvoice(db, family.partner.actor, family.at(0).id)).lines.flatMap(({ type, amountCents }) =>
        type === "CREDIT-LINE" ? [amountCents] : [],
      );
    return { ...family, credits };
  };
  const both = await charged();
  await both.record(1, CHARGED, { paidOn: lastFreeDay });
  expect(await both.credits()).toEqual([]);
  await both.record(0, CHARGED, { paidOn: lastFreeDay });
  expect(await both.credits()).toEqual([-4_000]);

  const first = await charged();
  await first.record(0, CHARGED, { paidOn: lastFreeDay });
  expect(await first.credits()).toEqual([-4_000]);

  const late = await charged();
  await late.record(1, CHARGED, { paidOn: lastFreeDay });
  await late.record(0, CHARGED, { amountCents: 8_500, paidOn: addDays(lastFreeDay, 1) });
  expect(await late.credits()).toEqual([]);
});
