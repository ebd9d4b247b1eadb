import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import { outstandingRollups, rollupStates } from "@/db/schema/rollups";
import { withinCompany } from "@/server/actor";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { listTransactions } from "@/server/bank/payments/list-transactions";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import type { InvoiceFilter } from "@/server/billing/invoices/invoice-filter";
import { summarizeInvoices } from "@/server/billing/invoices/summarize-invoices";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { addDays, dayAt, weekOf } from "@/server/domain/formats/calendar";
import { DAY_MS, HOUR_MS } from "@/server/domain/formats/time";
import {
  type GivenPartner,
  givenCompany,
  givenImport,
  givenInvoice,
  givenMessage,
  givenPartner,
  givenRefusedMessage,
  givenTicket,
  times,
} from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { getHome } from "./get-home";

/** At noon, so that the day does not depend on the current hour or on clock changes. */
const daysAgo = (days: number) => new Date(Math.min(Date.parse(`${addDays(dayAt(new Date()), -days)}T12:00:00Z`), Date.now()));
const payment = (amountCents: number, date: Date) => ({ type: "PAYMENT-LINE", amountCents, date, paymentMethod: "ideal" }) as const;

const noAges = { notAskedCents: 0, notDueCents: 0, upTo30Cents: 0, upTo60Cents: 0, upTo90Cents: 0, over90Cents: 0, sumCents: 0 };
const retraction = { creditNoteNumber: "C", description: "x", retractionReason: null, showRetractionReasonToCustomer: false };

/** A company's invoice, transmitted this many days ago. */
async function givenAged(partner: GivenPartner, days: number, options: Parameters<typeof givenInvoice>[1]) {
  const then = { ...partner, actor: { ...partner.actor, clockOffsetMs: Number(daysAgo(days)) - Date.now() } };
  return givenInvoice(then, { transmitted: true, ...options });
}

async function onlyCurrency(partner: GivenPartner) {
  const { currencies } = await getHome(db, partner.actor);
  expect(currencies).toHaveLength(1);
  return only(currencies);
}

function sumUp(listed: { currency: string; amountCents: number }[]) {
  const amountCents = listed.reduce((sum, each) => sum + each.amountCents, 0);
  return { count: listed.length, amounts: listed.length === 0 ? [] : [{ currency: "EUR", amountCents }] };
}

/** Other transactions on the same Postgres can delay the moment at which all changes are known to be counted. */
async function expectToHoldAt(partner: GivenPartner, moment: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await refreshRollups(db, { scope: { partnerId: partner.id } });
      expect(Number((await getHome(db, partner.actor)).computedAt)).toBeGreaterThanOrEqual(moment);
    },
    { timeout: 20_000 },
  );
}

describe("the figures", () => {
  test("are grouped by days since the due day, per company, the largest first; refunds owed are not included", async () => {
    const partner = await givenPartner();
    const [small, large] = [await givenCompany(partner, { name: "Small" }), await givenCompany(partner, { name: "Large" })];
    await givenAged(partner, 0, { company: small, amountCents: 100 });
    await givenAged(partner, 40, { company: small, amountCents: 500, events: [payment(-600, daysAgo(39))] });
    for (const [daysOver, amountCents] of [
      [0, 1],
      [1, 10],
      [30, 1_000],
      [31, 2_000],
      [60, 4_000],
      [61, 8_000],
      [90, 16_000],
      [91, 32_000],
    ] as const) {
      await givenAged(partner, 14 + daysOver, { company: large, amountCents });
    }
    await givenInvoice(partner, { company: small, amountCents: 999_999 });

    const { ageing, outstandingCents } = await onlyCurrency(partner);

    expect(ageing.companies).toEqual([
      {
        companyId: large.id,
        companyName: "Large",
        notAskedCents: 0,
        notDueCents: 1,
        upTo30Cents: 1_010,
        upTo60Cents: 6_000,
        upTo90Cents: 24_000,
        over90Cents: 32_000,
        sumCents: 63_011,
      },
      { ...noAges, companyId: small.id, companyName: "Small", notDueCents: 100, sumCents: 100 },
    ]);
    expect(ageing.total).toEqual({
      notAskedCents: 0,
      notDueCents: 101,
      upTo30Cents: 1_010,
      upTo60Cents: 6_000,
      upTo90Cents: 24_000,
      over90Cents: 32_000,
      sumCents: 63_111,
    });
    expect(ageing.others).toMatchObject({ companies: 0, sumCents: 0 });
    expect(outstandingCents).toBe(63_111);
  });

  test("each equal the sum of the list that they link to", async () => {
    const partner = await givenPartner();
    const company = await givenCompany(partner);
    for (const days of [3, 14, 15, 44, 45, 80, 200]) await givenAged(partner, days, { company, amountCents: 1_000 + days });
    const told = await givenAged(partner, 60, { company, amountCents: 7 });
    await db
      .update(invoices)
      .set({ dueOn: addDays(dayAt(new Date()), 5) })
      .where(eq(invoices.id, told.id));
    const overpaid = await givenAged(partner, 60, { company, amountCents: 10, events: [payment(-30, daysAgo(59))] });
    await creditAndRetractInvoice(db, partner.actor, overpaid.id, retraction);

    const { ageing, outstandingCents, overdue, dueSoon } = await onlyCurrency(partner);
    const today = dayAt(new Date());
    const sumOf = async (filter: InvoiceFilter) => (await summarizeInvoices(db, partner.actor, filter)).sums[0]?.outstandingCents ?? 0;
    const aged = (from: number | null, to: number | null) => {
      const daysBefore = (days: number | null) => (days === null ? null : addDays(today, -days));
      return sumOf({ fact: "outstanding", period: { of: "due", from: daysBefore(to), to: daysBefore(from) } });
    };
    expect(ageing.total.notDueCents).toBe(await aged(null, 0));
    expect(ageing.total.upTo30Cents).toBe(await aged(1, 30));
    expect(ageing.total.upTo60Cents).toBe(await aged(31, 60));
    expect(ageing.total.upTo90Cents).toBe(await aged(61, 90));
    expect(ageing.total.over90Cents).toBe(await aged(91, null));
    expect(outstandingCents).toBe(await sumOf({ fact: "outstanding" }));
    expect(outstandingCents - ageing.total.notDueCents).toBe(await sumOf({ fact: "overdue" }));
    expect(overdue).toEqual({
      invoices: (await summarizeInvoices(db, partner.actor, { fact: "overdue" })).totalEntries,
      cents: await sumOf({ fact: "overdue" }),
    });
    expect(dueSoon.map(({ day }) => day)).toEqual([today, addDays(today, 5)]);
    for (const { day, ...due } of dueSoon) {
      const listed = await summarizeInvoices(db, partner.actor, { fact: "outstanding", period: { of: "due", from: day, to: day } });
      expect(due).toEqual({ invoices: listed.totalEntries, outstandingCents: listed.sums[0]?.outstandingCents });
    }
    expect(ageing.total).toMatchObject({
      notDueCents: 1_003 + 1_014 + 7,
      upTo30Cents: 1_015 + 1_044,
      upTo60Cents: 1_045,
      over90Cents: 1_200,
    });
  });

  test("list a hundred companies by name, and sum up the rest", async () => {
    const partner = await givenPartner();
    const companies = await Promise.all(times(103, (index) => givenCompany(partner, { name: `Club ${index}` })));
    const dueOn = addDays(dayAt(new Date()), -1);
    const state = { partnerId: partner.id, computedAt: new Date(), completeBefore: "1", unaskedBefore: "1" };
    await db.insert(rollupStates).values(companies.map(({ id: companyId }) => ({ ...state, companyId })));
    await db.insert(outstandingRollups).values(
      companies.map(({ id }, index) => ({
        partnerId: partner.id,
        companyId: id,
        dueOn,
        outstandingCents: 1_000 + index,
        invoices: 1,
      })),
    );

    const { ageing } = await onlyCurrency(partner);

    expect(ageing.companies).toHaveLength(100);
    expect(ageing.companies[0]).toMatchObject({ companyName: "Club 102", sumCents: 1_102 });
    expect(ageing.others).toEqual({ ...noAges, companies: 3, upTo30Cents: 3_003, sumCents: 3_003 });
    expect(ageing.total.sumCents).toBe(103 * 1_000 + (102 * 103) / 2);
  });

  test("show what was collected last week, the week before and in the season, and what was outstanding at the end of each week", async () => {
    const partner = await givenPartner();
    const monday = Date.parse(weekOf(dayAt(new Date())));
    const inWeek = (weeksAgo: number) => new Date(monday - weeksAgo * 7 * DAY_MS + DAY_MS);
    await givenAged(partner, 400, {
      amountCents: 100_000,
      events: [payment(-1, daysAgo(365)), payment(-10, daysAgo(364)), payment(-200, inWeek(2)), payment(-3_000, inWeek(1))],
    });

    const { collected, weeks, outstandingCents } = await onlyCurrency(partner);

    expect(collected).toEqual({ lastWeekCents: 3_000, weekBeforeCents: 200, seasonCents: 3_210 });
    expect(weeks).toHaveLength(14);
    expect(weeks.map(({ startsOn }) => startsOn)).toEqual(
      [...weeks].map((_, index) => addDays(weekOf(dayAt(new Date())), 7 * (index - 13))),
    );
    expect(weeks.slice(-4)).toMatchObject([
      { outstandingCents: 99_989, collectedCents: 0 },
      { outstandingCents: 99_789, collectedCents: 200 },
      { outstandingCents: 96_789, collectedCents: 3_000 },
      { outstandingCents, collectedCents: 0 },
    ]);
    expect(outstandingCents).toBe(96_789);
  });

  test("count a line with a future date in the current week", async () => {
    const partner = await givenPartner();
    await givenInvoice(partner, { transmitted: true, amountCents: 10_000, events: [payment(-4_000, daysAgo(-40))] });

    const { weeks, outstandingCents } = await onlyCurrency(partner);

    expect(weeks.at(-1)).toMatchObject({ outstandingCents: 6_000, collectedCents: 4_000 });
    expect(outstandingCents).toBe(6_000);
  });

  test("never add up currencies: each has its own figures, the largest outstanding amount first", async () => {
    const partner = await givenPartner();
    for (const [currency, amountCents] of [
      ["EUR", 1_000],
      ["CHF", 7_000],
      ["EUR", 2_000],
      ["GBP", 500],
    ] as const) {
      await givenInvoice(partner, { transmitted: true, amountCents, company: await givenCompany(partner, { currency }) });
    }

    const { currencies } = await getHome(db, partner.actor);

    expect(
      currencies.map(({ currency, outstandingCents, ageing, weeks }) => [
        currency,
        outstandingCents,
        ageing.companies.length,
        weeks.at(-1),
      ]),
    ).toEqual([
      ["CHF", 7_000, 1, expect.objectContaining({ outstandingCents: 7_000 })],
      ["EUR", 3_000, 2, expect.objectContaining({ outstandingCents: 3_000 })],
      ["GBP", 500, 1, expect.objectContaining({ outstandingCents: 500 })],
    ]);
  });

  test("cover only companies that the reader may see", async () => {
    const partner = await givenPartner();
    const [mine, other] = [await givenInvoice(partner, { transmitted: true }), await givenInvoice(partner, { transmitted: true })];
    await givenTicket(other);
    await givenInvoice(partner, { company: await givenCompany(partner, { currency: "GBP" }) });

    const { currencies, needsMe } = await getHome(db, { ...partner.actor, companyIds: [mine.companyId] });

    expect(currencies.map(({ currency, outstandingCents }) => [currency, outstandingCents])).toEqual([["EUR", 4_500]]);
    expect(needsMe).toEqual({
      bank: { toDecide: { count: 0, amounts: [] }, toGiveBack: { count: 0, amounts: [] } },
      setAside: { later: 0, unpaidRefunds: 0 },
      debits: { count: 0, late: 0, cutOffAt: null, companyId: null },
      debitFiles: [],
      mandates: [],
      unanswered: { conversations: 0, late: 0, companies: 0, oldestAt: null },
      onHold: 0,
      notAsked: 0,
      notArrived: 0,
      openImports: { imports: 0, amounts: [] },
    });
    expect((await getHome(db, { ...partner.actor, companyIds: [] })).currencies).toEqual([]);
  });

  test("exist at the first visit, and stay valid until something changes", async () => {
    const partner = await givenPartner();
    const { companyId } = await givenInvoice(partner, { transmitted: true });
    const [none] = await db.select().from(rollupStates).where(eq(rollupStates.companyId, companyId));
    expect(none).toBeUndefined();

    expect((await onlyCurrency(partner)).outstandingCents).toBe(4_500);
    await expectToHoldAt(partner, Date.now());

    await givenInvoice(await givenPartner());
    await expectToHoldAt(partner, Date.now());

    const changedAt = Date.now();
    const second = await givenInvoice(partner, { company: await givenCompany(partner), transmitted: true });
    await creditAndRetractInvoice(db, partner.actor, second.id, retraction);
    expect(Number((await getHome(db, partner.actor)).computedAt)).toBeLessThanOrEqual(changedAt);

    await expectToHoldAt(partner, Date.now());
  });
});

describe("work that needs a person now", () => {
  test("includes conversations that wait for the company's answer, with the number of companies and the longest wait", async () => {
    const partner = await givenPartner();
    const [first, second] = [await givenInvoice(partner), await givenInvoice(partner)];
    const answered = await givenInvoice(partner);
    await givenTicket(first, { createdAt: daysAgo(3) });
    await givenTicket(first, { createdAt: daysAgo(2) });
    await givenTicket(second, { createdAt: daysAgo(1) });
    await givenTicket(answered, { status: "answered", createdAt: daysAgo(9) });
    const withSupport = await givenInvoice(partner);
    await givenTicket(withSupport, { createdAt: daysAgo(9) });
    await assignToSupport(db, partner.actor, withSupport.id);

    const { unanswered } = (await getHome(db, partner.actor)).needsMe;

    expect(unanswered).toMatchObject({ conversations: 2, companies: 2 });
    expect(unanswered.oldestAt?.toISOString().slice(0, 16)).toBe(daysAgo(3).toISOString().slice(0, 16));
  });

  test("includes invoices on hold, as their list shows, and conversations that wait for longer than a day", async () => {
    const partner = await givenPartner();
    const [paused, over, other] = await Promise.all(times(3, () => givenInvoice(partner, { transmitted: true })));
    if (!paused || !over || !other) throw new Error("no invoices");
    await holdInvoice(db, partner.actor, paused.id, { kind: "stopped", reason: "Agreed" });
    await holdInvoice(db, partner.actor, over.id, { kind: "stopped", reason: "Agreed" });
    await resumeInvoice(db, partner.actor, over.id);
    await givenTicket(paused, { createdAt: new Date(Date.now() - 25 * HOUR_MS) });
    await givenTicket(other);

    const { onHold, unanswered } = (await getHome(db, partner.actor)).needsMe;

    expect(onHold).toBe(1);
    expect(onHold).toBe((await summarizeInvoices(db, partner.actor, { fact: "on_hold" })).totalEntries);
    expect(unanswered).toMatchObject({ conversations: 2, late: 1 });
    expect((await getHome(db, { ...partner.actor, companyIds: [] })).needsMe.onHold).toBe(0);
  });

  test("includes invoices whose last message did not arrive, as their list shows", async () => {
    const partner = await givenPartner();
    const [bounced, since, paid] = await Promise.all(times(3, () => givenInvoice(partner, { transmitted: true })));
    if (!bounced || !since || !paid) throw new Error("no invoices");
    for (const invoice of [bounced, since, paid]) await givenRefusedMessage(invoice);
    await givenMessage(since);
    await recordExternalPayment(db, partner.actor, paid.id, 1, { amountCents: 4_500, reason: "Statement 3", mayExceed: false });

    const { notArrived } = (await getHome(db, partner.actor)).needsMe;

    expect(notArrived).toBe(1);
    expect(notArrived).toBe((await summarizeInvoices(db, partner.actor, { fact: "not_arrived" })).totalEntries);
    expect((await getHome(db, { ...partner.actor, companyIds: [] })).needsMe.notArrived).toBe(0);
  });

  test("includes bank payments to decide and money to give back, with the sums of their lists", async () => {
    const given = await givenBankingCompany();
    const other = await givenBankingCompany(given.partner);
    const { invoice } = await givenBilled(given, { amountCents: 4_000, events: [payment(-4_700, daysAgo(1))] });
    await given.told([
      { cents: 12_050, reference: "", name: "Poppy Whitcombe", bankReference: "B1" },
      { cents: 3_000, reference: "", name: "Nobody known", bankReference: "B2" },
      { cents: 2_500, reference: "", name: "Another club’s", bankReference: "B3" },
    ]);
    await other.told([{ cents: 700, reference: "", name: "Falk Anders", bankReference: "B4" }]);
    const [, , notOurs] = await given.transactions();
    const { actor } = await givenMember(given.partner, { role: "administrator" });
    await setAside(db, actor, { transactionId: notOurs?.id ?? "", seenDecisions: 0 }, "to_return");
    expect(invoice.amountTotalCents).toBe(-700);
    for (const companyId of [null, given.company.id, other.company.id]) {
      const { bank } = (await getHome(db, withinCompany(given.partner.actor, companyId))).needsMe;
      const listed = await listTransactions(db, given.partner.actor, { tab: "open", companyId, pageNumber: 1, pageSize: 50 });
      const owed = await listOwed(db, given.partner.actor, companyId);
      expect(bank).toEqual({ toDecide: sumUp(listed.entries), toGiveBack: sumUp(owed) });
    }
    expect((await getHome(db, given.partner.actor)).needsMe.bank).toEqual({
      toDecide: { count: 3, amounts: [{ currency: "EUR", amountCents: 15_750 }] },
      toGiveBack: { count: 2, amounts: [{ currency: "EUR", amountCents: 3_200 }] },
    });
    const nobody = { ...given.partner.actor, companyIds: [] };
    expect((await getHome(db, nobody)).needsMe.bank).toEqual({ toDecide: sumUp([]), toGiveBack: sumUp([]) });
  });

  test("includes imports that were not transmitted, with their amounts by currency", async () => {
    const partner = await givenPartner();
    const pounds = await givenCompany(partner, { currency: "GBP" });
    const euros = await givenCompany(partner);
    const into = await givenImport(partner, { company: euros });
    await givenInvoice(partner, { import: into, amountCents: 1_000 });
    await givenInvoice(partner, { import: into, amountCents: 2_000 });
    await givenInvoice(partner, { company: pounds, amountCents: 300 });
    await givenImport(partner, { company: pounds });
    const done = await givenInvoice(partner, { company: euros });
    await transmitImport(db, partner.actor, done.importId);

    const { openImports } = (await getHome(db, partner.actor)).needsMe;

    expect(openImports).toEqual({
      imports: 3,
      amounts: [
        { currency: "EUR", amountCents: 3_000 },
        { currency: "GBP", amountCents: 300 },
      ],
    });
  });
});
