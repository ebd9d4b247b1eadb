import { and, eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { previewTransmission } from "@/server/billing/imports/describe-import";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { addLines } from "@/server/billing/invoices/add-lines";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { forgetEnv } from "@/server/env";
import { newId } from "@/server/platform/id";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { collectionOf, givenCollected, jumpClock, sendThrough } from "@/server/testing/given-collection";
import { type SmtpServer, startSmtpServer } from "@/server/testing/smtp-server";
import { describePlan } from "./describe-plan";
import { forecastImport } from "./forecast-import";

let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
  sendThrough(smtp);
});

afterEach(() => {
  sendThrough(smtp);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  forgetEnv();
  await smtp.close();
});

const payment = (amountCents: number) =>
  ({ type: "PAYMENT-LINE", amountCents, date: new Date(), description: null, paymentMethod: "ideal" }) as const;

const address = () => `${newId()}@members.example`;

test("an import's forecast is the sum of its invoices' plans; before the transmission, of a transmission now", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner, { company: await givenCompany(partner) });
  const [first] = await Promise.all(times(3, () => givenInvoice(partner, { import: into, invoice: { customerEmail: address() } })));
  const unreached = { customerEmail: null, customerPhoneNumber: "0612345678" };
  await givenInvoice(partner, { import: into, invoice: unreached });
  await givenInvoice(partner, { import: into, amountCents: -500 });

  const before = await forecastImport(db, partner.actor, into.id);
  expect(before?.rows.map(({ kind, count }) => [kind, count])).toEqual([
    ["request1", 3],
    ["request2", 3],
    ["reminder1", 3],
    ["reminder2", 3],
    ["reminder3", 3],
  ]);
  expect(before?.outstandingCents).toBe(13_500);
  expect(before?.weeks).toMatchObject([{ dueCents: 13_500, feesCents: 0 }]);

  await transmitImport(db, partner.actor, into.id);
  if (first) await addLines(db, first, [payment(-4_500)]);
  const after = await forecastImport(db, partner.actor, into.id);
  expect(after).toEqual({
    ...before,
    outstandingCents: 9_000,
    rows: before?.rows.map((row) => ({ ...row, count: 2 })),
    weeks: before?.weeks.map((week) => ({ ...week, dueCents: 9_000 })),
  });
});

test("the forecast of invoices with different histories is the sum of their own plans", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCompany(partner);
  await db.update(companySettings).set({ latePaymentFeeCents: 500 }).where(eq(companySettings.companyId, company.id));
  const into = await givenImport(partner, { company });
  const all = await Promise.all(times(8, () => givenInvoice(partner, { import: into, invoice: { customerEmail: address() } })));
  const [paid, halfPaid, chargedBack, later, addedTo] = all;
  await transmitImport(db, partner.actor, into.id);
  await collectionOf(partner).collect();

  await addLines(db, paid as InvoiceDetails, [payment(-4_500)]);
  await addLines(db, halfPaid as InvoiceDetails, [payment(-2_000)]);
  await addLines(db, later as InvoiceDetails, [payment(-4_500)]);
  await addLines(db, addedTo as InvoiceDetails, [payment(-4_500)]);
  await jumpClock(partner, 20);
  await collectionOf(partner).collect();
  const chargeback = { type: "CHARGEBACK-LINE", amountCents: 4_500, description: null, paymentMethod: null } as const;
  await addLines(db, chargedBack as InvoiceDetails, [payment(-4_500), { ...chargeback, date: new Date(Date.now() + 21 * DAY_MS) }]);
  await addLines(db, later as InvoiceDetails, [{ ...chargeback, date: new Date(Date.now() + 23 * DAY_MS) }]);
  const added = { type: "INVOICE-LINE", amountCents: 1_000, date: new Date(), description: "Club shirt", paymentMethod: null } as const;
  await addLines(db, addedTo as InvoiceDetails, [added]);
  await jumpClock(partner, 24);

  const now = { ...partner.actor, clockOffsetMs: 24 * DAY_MS };
  const forecast = await forecastImport(db, now, into.id);
  const counted = new Map<string, number>();
  for (const { id } of all) {
    for (const { kind, at } of (await describePlan(db, now, id))?.items ?? []) {
      const row = `${dayAt(at)} ${kind}`;
      counted.set(row, (counted.get(row) ?? 0) + 1);
    }
  }
  expect(new Map(forecast?.rows.map(({ day, kind, count }) => [`${day} ${kind}`, count]))).toEqual(counted);
  expect(counted.size).toBeGreaterThan(4);
  expect(forecast?.outstandingCents).toBe(5 * 4_500 + 2_500 + 1_000);
});

test("the review and the forecast count the mails that will be sent: one per household", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const into = await givenImport(partner, { company: await givenCompany(partner) });
  const family = address();
  const recipients = [family, family.toUpperCase(), family, address(), null, null];
  const phone = { customerPhoneNumber: "0612345678" };
  const all = [];
  for (const customerEmail of recipients) all.push(await givenInvoice(partner, { import: into, invoice: { ...phone, customerEmail } }));
  await givenInvoice(partner, { import: into, amountCents: -500, invoice: { customerEmail: family } });

  const requests = async (actor = partner.actor) =>
    new Map((await forecastImport(db, actor, into.id))?.rows.map(({ kind, count }) => [kind, count]));
  const before = await requests();
  expect(before.get("request1")).toBe(2);
  expect((await previewTransmission(db, partner.actor, into.id)).mailsCount).toBe(2 + 1);
  await transmitImport(db, partner.actor, into.id);
  await collectionOf(partner).collect();
  const { request1, ...later } = Object.fromEntries(before);
  expect(Object.fromEntries(await requests())).toEqual(later);

  const mails = async () => {
    const ofPartner = eq(outgoingMessages.partnerId, partner.id);
    const left = await db
      .select()
      .from(outgoingMessages)
      .where(and(ofPartner, isNull(outgoingMessages.carriedBy)));
    return left.map(({ kind }) => kind).sort();
  };
  expect(await mails()).toEqual(["credit_note", "request1", "request1"]);

  // One family member pays: the others still get one mail.
  const [paid] = all;
  if (paid) await addLines(db, paid, [payment(-4_500)]);
  await jumpClock(partner, 10);
  const now = { ...partner.actor, clockOffsetMs: 10 * DAY_MS };
  const next = (await forecastImport(db, now, into.id))?.rows[0];
  await collectionOf(partner).collect();
  const sent = (await mails()).filter((kind) => kind === next?.kind);
  expect([next?.kind, next?.count, sent.length]).toEqual(["request2", 2, 2]);
});

test("the forecast of households is the sum of their invoices' plans, with one late-payment fee for those that one reminder asks for", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCompany(partner, { enterpriseNumber: "0123.456.749" });
  await db.update(companySettings).set({ latePaymentFeeCents: 10_000, reminder2Day: 19 }).where(eq(companySettings.companyId, company.id));
  const into = await givenImport(partner, { company });
  const families: InvoiceDetails[][] = [];
  for (let family = 0; family < 8; family += 1) {
    const customerEmail = address();
    const members = [];
    const country = family === 1 ? "BE" : "NL";
    for (const customerOrganization of [null, family === 2 ? "Northbank Ltd" : null, ...(family === 3 ? [null] : [])]) {
      const invoice = { customerEmail, customerOrganization, customerCountryCode: country };
      members.push(await givenInvoice(partner, { import: into, amountCents: 4_500 + family * 3_000, invoice }));
    }
    families.push(members);
  }
  const all = families.flat();
  const memberOf = (family: number, index: number) => families[family]?.[index] as InvoiceDetails;
  const compare = async (day: number) => {
    const now = { ...partner.actor, clockOffsetMs: day * DAY_MS };
    const planned = new Map<string, number[]>();
    for (const { id } of all) {
      for (const item of (await describePlan(db, now, id))?.items ?? []) {
        if (item.kind !== "late_payment_fee") continue;
        planned.set(dayAt(item.at), [...(planned.get(dayAt(item.at)) ?? []), item.amountCents]);
      }
    }
    const forecast = (await forecastImport(db, now, into.id))?.rows.filter(({ kind }) => kind === "late_payment_fee");
    const summed = [...planned].map(([on, cents]) => ({
      day: on,
      count: cents.length,
      amountCents: cents.reduce((sum, each) => sum + each, 0),
    }));
    expect(forecast?.map(({ kind, ...row }) => row)).toEqual(summed.sort((one, other) => (one.day < other.day ? -1 : 1)));
    return forecast?.map(({ count, amountCents }) => [count, amountCents]);
  };
  const before = (await forecastImport(db, partner.actor, into.id))?.rows.find(({ kind }) => kind === "late_payment_fee");
  await transmitImport(db, partner.actor, into.id);
  await collectionOf(partner).collect({ kind: "mailbox" });
  expect(await compare(0)).toEqual([[before?.count, before?.amountCents]]);
  expect(before?.count).toBe(8);

  await jumpClock(partner, 18);
  await addLines(db, memberOf(3, 1), [payment(-13_500)]);
  await holdInvoice(db, { ...partner.actor, clockOffsetMs: 18 * DAY_MS }, memberOf(6, 0).id, { kind: "stopped", reason: "At court" });
  await collectionOf(partner).collect({ kind: "mailbox" });
  expect(await compare(18)).toMatchObject([[8, expect.any(Number)]]);

  // One with the fee, one without, a part of one, and one that left.
  await addLines(db, memberOf(0, 0), [payment(-4_500)]);
  await addLines(db, memberOf(1, 1), [payment(-7_500)]);
  await addLines(db, memberOf(4, 1), [payment(-10_000)]);
  await updateInvoice(db, partner.actor, memberOf(5, 1).id, {
    externalInvoiceNumber: memberOf(5, 1).externalInvoiceNumber,
    customerEmail: address(),
  });
  expect(await compare(18)).toMatchObject([[7, expect.any(Number)]]);
  const charged = feeDayAfter(32);
  await jumpClock(partner, charged);
  await collectionOf(partner).collect({ kind: "mailbox" });
  expect(await compare(charged)).toEqual([]);
});

test("other partners cannot find an import's forecast", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const stranger = await givenPartner();
  await expect(forecastImport(db, stranger.actor, into.id)).rejects.toMatchObject({ code: "invalid_import_id" });
});

test("the steps shown for an invoice are the steps taken, and its past shows each message's outcome", async () => {
  const { partner, invoice, collect } = await givenCollected({ settings: { latePaymentFeeCents: 500 } });
  const kindsOf = async () => (await describePlan(db, partner.actor, invoice.id))?.items.map(({ kind }) => kind);
  expect((await kindsOf())?.[0]).toBe("request1");
  await collect();

  expect(await kindsOf()).toEqual(["request2", "reminder1", "reminder2", "late_payment_fee", "reminder3"]);
  const [newest] = await listTimeline(db, partner.actor, invoice.id);
  expect(newest).toMatchObject({ kind: "message", delivery: "sent" });
  await addLines(db, invoice, [payment(-4_500)]);
  expect(await kindsOf()).toEqual([]);
});

test("an invoice that is not transmitted has no plan yet", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  expect(await describePlan(db, partner.actor, invoice.id)).toBeNull();
});
