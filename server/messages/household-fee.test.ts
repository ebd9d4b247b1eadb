import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { sharedLateFees } from "@/db/schema/shared-late-fees";
import { presentCollection } from "@/server/api/collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { forecastImport } from "@/server/billing/collection/forecast-import";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { addLines } from "@/server/billing/invoices/add-lines";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { jumpClock } from "@/server/testing/given-collection";
import { correct, givenHouseholds, newAddress } from "@/server/testing/given-households";
import { keptMails } from "@/server/testing/given-mail-server";

// Due on day 14. The first reminder, on day 18, names the fee and day 32 as the last one without it; the second, on day 33, comes with it.
const DUE = 14;
const REMINDED = 18;
const LAST_FREE_DAY = 32;
const CHARGED = 33;

const today = () => dayAt(new Date());

/** Invoices of 45.00 of one payer. Together a Dutch consumer owes at most 40.00 for a reminder of two of them, and alone 22.50. */
async function givenFamily(members: Partial<NewInvoice>[] = [{}, {}], { latePaymentFeeCents = 10_000 } = {}) {
  const customerEmail = newAddress();
  const settings = { dueDays: DUE, request2Day: 10, reminder1Day: 4, reminder2Day: 19, reminder3Day: 40, latePaymentFeeCents };
  const family = await givenHouseholds(
    members.map((member) => ({ customerEmail, ...member })),
    { settings },
  );
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

test("a reminder for two invoices names one fee, over their sum; mail, page, interface and forecast state it before, and it is charged once", async () => {
  const family = await givenFamily();
  const { at, collectOn, customerOf, fees, into, mails, onDay, remind } = family;
  const lastFreeDay = addDays(today(), LAST_FREE_DAY);
  const [first, second] = [at(0), at(1)];
  const planned = async (day: number) => {
    const [own, other] = await Promise.all([describePlan(db, onDay(day), first.id), describePlan(db, onDay(day), second.id)]);
    const fee = { amountCents: 4_000, graceUntil: lastFreeDay, invoiceId: first.id };
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
    expect(forecast).toEqual([{ day: addDays(lastFreeDay, 1), kind: "late_payment_fee", count: 1, amountCents: 4_000 }]);
    for (const { id } of [first, second]) {
      const page = await customerPageOf(await customerOf(id));
      expect(page.match(/€40\.00 late fee/g)).toHaveLength(1);
      expect(page.includes("late fee on invoice F-1")).toBe(id === second.id);
    }
  };
  await collectOn(0);
  await planned(0);
  await remind();
  await planned(REMINDED);
  expect((await mails()).at(-1)).toContain(
    `Pay by ${formatDay(lastFreeDay, "en", "long")} and there is no late fee. After that, a late fee of €40.00 is added.`,
  );
  await collectOn(LAST_FREE_DAY);
  expect(await fees()).toEqual([[], []]);
  await collectOn(CHARGED);
  expect(await fees()).toEqual([[4_000], []]);
  expect((await mails()).at(-1)).toMatch(/This includes a late fee of €40\.00\./);
  await collectOn(CHARGED + 25);
  expect(await fees()).toEqual([[4_000], []]);
});
