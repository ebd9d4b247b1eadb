import { expect, test } from "vitest";
import { db } from "@/db/client";
import { describeImport } from "@/server/billing/imports/describe-import";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, addMonths, dayAt } from "@/server/domain/formats/calendar";
import { listPreviews } from "@/server/previews/list-previews";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { givenDebits } from "@/server/testing/given-debit";
import { givenMandate } from "@/server/testing/given-mandate";
import { addAmount } from "./add-amount";
import { describePlan } from "./describe-plan";
import { forecastImport } from "./forecast-import";
import { restDueOn } from "./rest-of-debit";

const mailbox = { kind: "mailbox" } as const;
const debitIn = (days: number) => ({ day: bankDayFrom(addDays(dayAt(new Date()), days), "target"), kind: "debit" });

test("a forecast has the debits of payers with a mandate, and the messages to all others", async () => {
  const given = await givenDebits();
  const { actor } = given.partner;
  const open = await givenImport(given.partner, { company: given.company });
  await givenInvoice(given.partner, { import: open, amountCents: 1_000, invoice: { customerEmail: given.customerEmail } });
  await givenInvoice(given.partner, { import: open, amountCents: 2_000, invoice: { customerEmail: "other@members.example" } });
  const rows = (await forecastImport(db, actor, open.id))?.rows ?? [];
  expect(rows.filter(({ kind }) => kind === "debit")).toEqual([{ ...debitIn(14), count: 1, amountCents: 1_000 }]);
  expect(rows.find(({ kind }) => kind === "request1")).toMatchObject({ count: 1 });
  expect((await describeImport(db, actor, open.id)).debits).toEqual({
    invoicesCount: 1,
    amountCents: 1_000,
    expiringCount: 0,
    askedCount: 1,
  });
});

test("after the transmission, it has coming and planned debits alike, and no message about them", async () => {
  const given = await givenDebits({ invoices: [{ amountCents: 4_500 }, { amountCents: 2_000 }], settings: { request1Day: 1 } });
  const { actor } = given.partner;
  const rows = async () => (await forecastImport(db, actor, given.import.id))?.rows;
  await given.decide();
  expect(await rows()).toEqual([{ ...debitIn(15), count: 1, amountCents: 6_500 }]);

  const planned = await givenDebits({ invoices: [{ amountCents: 4_500 }, { amountCents: 2_000 }] });
  await planned.collect(mailbox);
  expect((await forecastImport(db, planned.partner.actor, planned.import.id))?.rows).toEqual([
    { ...debitIn(14), count: 1, amountCents: 6_500 },
  ]);
});

test("a preview shows the announcement instead of requests", async () => {
  const given = await givenDebits({ settings: { request1Day: 1 } });
  await given.decide();
  const { messages } = await listPreviews(db, given.partner.actor, { invoiceId: given.invoice.id }, null);
  expect(messages.map(({ kind, hasLeft }) => [kind, hasLeft])).toEqual([["debit_announced", false]]);
  expect(messages[0]?.mail?.text).toContain("€45.00");
});

test("a mandate that expires before the debit counts for none, before and after the transmission, and the review counts its invoices", async () => {
  const given = await givenDebits({ invoices: [{ amountCents: 4_500 }], settings: { request1Day: 1 } });
  const { partner, company, import: into } = given;
  const { actor } = partner;
  // Valid for a week more.
  const signedOn = addDays(addMonths(dayAt(new Date()), -36), 7);
  const open = await givenImport(partner, { company });
  await givenInvoice(partner, { import: open, amountCents: 1_000, invoice: { customerEmail: given.customerEmail } });
  const customerEmail = "expiring@members.example";
  const undebited = await givenInvoice(partner, { import: open, amountCents: 2_000, invoice: { customerEmail } });
  await givenMandate(partner, company, { customerEmail, signedOn });
  const debitsOf = async (id: string) => (await forecastImport(db, actor, id))?.rows.filter(({ kind }) => kind === "debit");
  expect(await debitsOf(open.id)).toEqual([expect.objectContaining({ count: 1, amountCents: 1_000 })]);
  expect((await describeImport(db, actor, open.id)).debits).toEqual({
    invoicesCount: 1,
    amountCents: 1_000,
    expiringCount: 1,
    askedCount: 1,
  });

  await transmitImport(db, actor, open.id);
  await given.decide();
  expect(await debitsOf(open.id)).toEqual([expect.objectContaining({ count: 1, amountCents: 1_000 })]);
  expect(await debitsOf(into.id)).toEqual([expect.objectContaining({ count: 1, amountCents: 4_500 })]);
  expect((await describePlan(db, actor, undebited.id))?.mandateExpiredOn).toBe(addDays(dayAt(new Date()), 7));
  expect((await describePlan(db, actor, given.invoice.id))?.mandateExpiredOn).toBeNull();
});

test("the weeks have debits by the days of their collection, what others owe by the due day, and a rest beside a debit by its own", async () => {
  const given = await givenDebits({ invoices: [{ amountCents: 4_500 }], settings: { request1Day: 0 } });
  const { actor } = given.partner;
  const open = await givenImport(given.partner, { company: given.company });
  await givenInvoice(given.partner, { import: open, amountCents: 1_000, invoice: { customerEmail: given.customerEmail } });
  await givenInvoice(given.partner, { import: open, amountCents: 2_000, invoice: { customerEmail: "other@members.example" } });
  const daysOf = async (id: string) => {
    const forecast = await forecastImport(db, actor, id);
    const weeks = forecast?.weeks ?? [];
    return {
      dueOn: forecast?.dueOn,
      cents: weeks.reduce((sum, { dueCents }) => sum + dueCents, 0),
      dueDays: weeks.flatMap(({ dueDays }) => dueDays),
      debitDays: weeks.flatMap(({ debitDays }) => debitDays),
    };
  };
  const before = await daysOf(open.id);
  expect(before).toMatchObject({ cents: 3_000, dueDays: [before.dueOn], debitDays: [debitIn(14).day] });
  await transmitImport(db, actor, open.id);
  expect(await daysOf(open.id)).toEqual(before);

  await given.collect(mailbox);
  await addAmount(db, actor, given.invoice.id, 1, { amountCents: 300, description: "Boat" });
  await given.collect(mailbox);
  const [debit] = await given.debits();
  const collectOn = debit?.collectOn ?? "";
  expect(await daysOf(given.import.id)).toMatchObject({ cents: 4_800, dueDays: [restDueOn(collectOn)], debitDays: [collectOn] });
});
