import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices as invoiceTable } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { type InvoiceFact, invoiceFacts, isOnHold, isOverdue } from "@/server/domain/rules/invoice-state";
import {
  type GivenPartner,
  givenCompany,
  givenImport,
  givenInvoice,
  givenPartner,
  givenPayment,
  givenRefusedMessage,
  givenTicket,
  times,
} from "@/server/testing/given";
import { countInvoicesByFact } from "./count-invoices-by-fact";
import { creditAndRetractInvoice } from "./credit-and-retract-invoice";
import { findNeighbours } from "./find-neighbours";
import type { InvoiceDetails } from "./invoice";
import { type InvoiceQuery, invoiceQuery } from "./invoice-filter";
import { listInvoices } from "./list-invoices";
import type { ListedInvoice } from "./listed-invoice";
import { summarizeInvoices } from "./summarize-invoices";

const list = (actor: Actor, query: Partial<InvoiceQuery> = {}) => listInvoices(db, actor, invoiceQuery.parse(query));
const idsOf = async (actor: Actor, query: Partial<InvoiceQuery> = {}) => (await list(actor, query)).map(({ id }) => id);
const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };

/** One invoice of each kind, by a name that states its state and balance. */
async function givenEachKind(partner: GivenPartner) {
  const company = await givenCompany(partner);
  const sent = { company, transmitted: true };
  const paid = { type: "PAYMENT-LINE", paymentMethod: "ideal", amountCents: -4_500 } as const;
  const retracted = await givenInvoice(partner, sent);
  await creditAndRetractInvoice(db, partner.actor, retracted.id, retraction);
  const overpaidAndRetracted = await givenInvoice(partner, { ...sent, events: [{ ...paid, amountCents: -5_000 }] });
  await creditAndRetractInvoice(db, partner.actor, overpaidAndRetracted.id, retraction);
  const pending = await givenInvoice(partner, sent);
  await givenPayment(pending, { status: "pending" });
  const once = await givenInvoice(partner, sent);
  await givenPayment(once, { status: "failed" });
  const held = await givenInvoice(partner, sent);
  await holdInvoice(db, partner.actor, held.id, { kind: "stopped", reason: "Hardship" });
  const bounced = await givenInvoice(partner, sent);
  await givenRefusedMessage(bounced);
  const byPhone = await givenInvoice(partner, { ...sent, invoice: { customerEmail: null, customerPhoneNumber: "+31201234567" } });
  return {
    held,
    bounced,
    byPhone,
    draft: await givenInvoice(partner, { company }),
    freeDraft: await givenInvoice(partner, { company, amountCents: 0 }),
    outstanding: await givenInvoice(partner, sent),
    once,
    paid: await givenInvoice(partner, { ...sent, events: [paid] }),
    overpaid: await givenInvoice(partner, { ...sent, events: [{ ...paid, amountCents: -4_700 }] }),
    pending,
    retracted,
    overpaidAndRetracted,
    late: await givenInvoice({ ...partner, actor: { ...partner.actor, clockOffsetMs: -15 * DAY_MS } }, sent),
  };
}

const expected: Record<InvoiceFact, (keyof Awaited<ReturnType<typeof givenEachKind>>)[]> = {
  not_transmitted: ["draft", "freeDraft"],
  transmitted: ["outstanding", "once", "paid", "overpaid", "late", "held", "bounced", "byPhone"],
  payment_in_progress: ["pending"],
  retracted: ["retracted", "overpaidAndRetracted"],
  paid: ["paid"],
  to_refund: ["overpaid", "overpaidAndRetracted"],
  outstanding: ["outstanding", "once", "pending", "late", "held", "bounced", "byPhone"],
  overdue: ["late"],
  not_asked: ["bounced", "byPhone"],
  on_hold: ["held"],
  not_arrived: ["bounced"],
};

/** Returns the facts that a row of the list shows. */
function factsOnRow(row: ListedInvoice): (string | null)[] {
  const today = dayAt(new Date());
  const facts: (string | null)[] = [row.state, row.fact];
  if (isOverdue(row, today)) facts.push("overdue");
  if (row.isNotAsked) facts.push("not_asked");
  if (isOnHold(row, today)) facts.push("on_hold");
  if (row.hasNotArrived && row.fact === "outstanding") facts.push("not_arrived");
  return facts;
}

describe("a fact about an invoice", () => {
  test("is filtered, counted and shown alike; every invoice has one state", async () => {
    const partner = await givenPartner();
    const invoices = await givenEachKind(partner);
    const rows = await list(partner.actor);
    const counts = await countInvoicesByFact(db, partner.actor, { fact: "paid" });

    for (const fact of invoiceFacts) {
      const ids = expected[fact].map((kind) => invoices[kind].id).sort();
      expect({ [fact]: (await idsOf(partner.actor, { fact })).sort() }).toEqual({ [fact]: ids });
      const shown = rows.filter((row) => factsOnRow(row).includes(fact)).map(({ id }) => id);
      expect({ [fact]: shown.sort() }).toEqual({ [fact]: ids });
      expect({ [fact]: counts[fact] }).toEqual({ [fact]: ids.length });
    }
    expect(counts.all).toBe(rows.length);
    expect(counts.not_transmitted + counts.transmitted + counts.payment_in_progress + counts.retracted).toBe(rows.length);
  });
});

test("a row contains everything that a list shows", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Harbourside Rowing", currency: "CHF" });
  const into = await givenImport(partner, { company, title: "Autumn" });
  const invoice = await givenInvoice(partner, {
    import: into,
    transmitted: true,
    invoice: { externalInvoiceNumber: "A-7", customerFirstName: "Sanne", customerInfix: "de", customerLastName: "Vries" },
    events: [
      { type: "PAYMENT-LINE", paymentMethod: "ideal", amountCents: -1_000 },
      { type: "INVOICE-LINE", amountCents: 300 },
    ],
  });
  await givenTicket(invoice);
  await givenTicket(invoice, { status: "archived" });

  const [row] = await list(partner.actor);
  expect(row).toEqual({
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    externalInvoiceNumber: "A-7",
    customerName: "Sanne de Vries",
    companyId: company.id,
    companyName: "Harbourside Rowing",
    currency: "CHF",
    importId: into.id,
    importTitle: "Autumn",
    state: "transmitted",
    fact: "outstanding",
    isPaymentInProgress: false,
    hold: null,
    isNotAsked: false,
    hasNotArrived: false,
    createdAt: invoice.createdAt,
    transmittedAt: expect.any(Date),
    // 14 days is the companies' default.
    dueOn: addDays(dayAt(new Date()), 14),
    retractedAt: null,
    billedCents: 4_800,
    outstandingCents: 3_800,
    unansweredCount: 1,
  });
});

test("the due day filters and sorts the list, whether it is the import's or the invoice's own", async () => {
  const partner = await givenPartner();
  const sentDaysAgo = (days: number) =>
    givenInvoice({ ...partner, actor: { ...partner.actor, clockOffsetMs: -days * DAY_MS } }, { transmitted: true });
  const [old, young, own, draft] = [await sentDaysAgo(40), await sentDaysAgo(1), await sentDaysAgo(50), await givenInvoice(partner)];
  const today = dayAt(new Date());
  await db
    .update(invoiceTable)
    .set({ dueOn: addDays(today, -2) })
    .where(eq(invoiceTable.id, own.id));

  expect(await idsOf(partner.actor, { sort: "due", direction: "asc" })).toEqual([old, own, young, draft].map(({ id }) => id));
  expect(await idsOf(partner.actor, { sort: "due", direction: "desc" })).toEqual([draft, young, own, old].map(({ id }) => id));
  expect(await idsOf(partner.actor, { period: { of: "due", from: addDays(today, -2), to: today } })).toEqual([own.id]);
  expect(await idsOf(partner.actor, { period: { of: "due", to: addDays(today, -3) } })).toEqual([old.id]);
  const query = { sort: "due", direction: "asc" } as const;
  expect(await findNeighbours(db, partner.actor, query, own.id)).toEqual({
    previousId: old.id,
    nextId: young.id,
    position: 2,
    totalEntries: 4,
  });
});

describe("filters", () => {
  test("by company, also by several", async () => {
    const partner = await givenPartner();
    const [first, second, third] = [await givenInvoice(partner), await givenInvoice(partner), await givenInvoice(partner)];
    expect(await idsOf(partner.actor, { companyIds: [first.companyId, third.companyId] })).toEqual([third.id, first.id]);
    expect(await idsOf(partner.actor, { companyIds: [] })).toEqual([third.id, second.id, first.id]);
  });

  test("by import", async () => {
    const partner = await givenPartner();
    const first = await givenInvoice(partner);
    await givenInvoice(partner);
    expect(await idsOf(partner.actor, { importId: first.importId })).toEqual([first.id]);
  });

  test("by billed and by outstanding amount, both ends included", async () => {
    const partner = await givenPartner();
    const into = await givenImport(partner);
    const bill = (amountCents: number) => givenInvoice(partner, { import: into, amountCents });
    const [low, middle, high] = [await bill(-500), await bill(1_000), await bill(2_000)];
    expect(await idsOf(partner.actor, { amount: { of: "billed", fromCents: 1_000, toCents: 2_000 } })).toEqual([high.id, middle.id]);
    expect(await idsOf(partner.actor, { amount: { of: "billed", fromCents: 1_001 } })).toEqual([high.id]);
    expect(await idsOf(partner.actor, { amount: { of: "outstanding", toCents: -500 } })).toEqual([low.id]);
    expect(await idsOf(partner.actor, { amount: { of: "outstanding", fromCents: 0, toCents: 0 } })).toEqual([]);
  });

  test("by the days of creation and transmission in the service's time zone", async () => {
    const partner = await givenPartner();
    const at = (moment: string) => ({ ...partner.actor, clockOffsetMs: Date.parse(moment) - Date.now() });
    // Half past midnight in Amsterdam; in UTC it is still the day before.
    const winter = { ...partner, actor: at("2030-01-14T23:30:00Z") };
    const summer = { ...partner, actor: at("2030-07-14T22:30:00Z") };
    const early = await givenInvoice(winter, { transmitted: true });
    const late = await givenInvoice(summer);
    const created = (from: string | null, to: string | null) => idsOf(partner.actor, { period: { of: "created", from, to } });

    expect(await created("2030-01-15", "2030-01-15")).toEqual([early.id]);
    expect(await created("2030-01-14", "2030-01-14")).toEqual([]);
    expect(await created("2030-07-15", null)).toEqual([late.id]);
    expect(await created(null, "2030-07-14")).toEqual([early.id]);
    expect(await idsOf(partner.actor, { period: { of: "transmitted", from: "2030-01-15", to: "2030-01-15" } })).toEqual([early.id]);
    expect(await idsOf(partner.actor, { period: { of: "transmitted", to: "2030-01-14" } })).toEqual([]);
  });

  test("are combined", async () => {
    const partner = await givenPartner();
    const { paid, overpaid } = await givenEachKind(partner);
    const both = { search: "brandsma", companyIds: [paid.companyId], period: { of: "transmitted", from: "2020-01-01" } } as const;
    expect(await idsOf(partner.actor, { ...both, companyIds: [paid.companyId], fact: "paid" })).toEqual([paid.id]);
    expect(await idsOf(partner.actor, { ...both, companyIds: [overpaid.companyId], fact: "to_refund", search: "nobody" })).toEqual([]);
  });
});

describe("orders", () => {
  async function givenThree(partner: GivenPartner): Promise<InvoiceDetails[]> {
    const into = await givenImport(partner);
    const named = (customerFirstName: string, amountCents: number) =>
      givenInvoice(partner, { import: into, amountCents, invoice: { customerFirstName, customerLastName: "Vries" } });
    return [await named("Émile", 3_000), await named("zoë", 1_000), await named("Eva", 2_000)];
  }

  test("by number, by the customer's name as shown, by amount, in both directions", async () => {
    const partner = await givenPartner();
    const [emile, zoe, eva] = (await givenThree(partner)).map(({ id }) => id);
    const sorted = (sort: InvoiceQuery["sort"], direction: InvoiceQuery["direction"]) => idsOf(partner.actor, { sort, direction });

    expect(await idsOf(partner.actor)).toEqual([eva, zoe, emile]);
    expect(await sorted("number", "asc")).toEqual([emile, zoe, eva]);
    expect(await sorted("customer", "asc")).toEqual([emile, eva, zoe]);
    expect(await sorted("customer", "desc")).toEqual([zoe, eva, emile]);
    for (const sort of ["billed", "outstanding"] as const) {
      expect(await sorted(sort, "asc")).toEqual([zoe, eva, emile]);
      expect(await sorted(sort, "desc")).toEqual([emile, eva, zoe]);
    }
  });

  test("sort equal invoices by number, so that pages neither repeat nor omit any", async () => {
    const partner = await givenPartner();
    const into = await givenImport(partner);
    const invoices = await Promise.all(times(7, () => givenInvoice(partner, { import: into })));
    const page = (pageNumber: number) => idsOf(partner.actor, { sort: "billed", direction: "asc", pageNumber, pageSize: 3 });

    const pages = [...(await page(1)), ...(await page(2)), ...(await page(3))];
    expect(pages).toEqual(invoices.sort((a, b) => a.invoiceNumber - b.invoiceNumber).map(({ id }) => id));
    expect(await page(4)).toEqual([]);
  });
});

describe("sums", () => {
  test("count exactly and add up by currency", async () => {
    const partner = await givenPartner();
    const euros = await givenCompany(partner);
    const pounds = await givenCompany(partner, { currency: "GBP" });
    await givenInvoice(partner, {
      company: euros,
      amountCents: 1_000,
      transmitted: true,
      events: [{ amountCents: -400, paymentMethod: "ideal" }],
    });
    await givenInvoice(partner, { company: euros, amountCents: -300 });
    await givenInvoice(partner, { company: pounds, amountCents: 7_000 });

    expect(await summarizeInvoices(db, partner.actor, {})).toEqual({
      totalEntries: 3,
      sums: [
        { currency: "EUR", totalEntries: 2, billedCents: 700, outstandingCents: 600, notTransmittedCents: -300, toRefundCents: 0 },
        { currency: "GBP", totalEntries: 1, billedCents: 7_000, outstandingCents: 0, notTransmittedCents: 7_000, toRefundCents: 0 },
      ],
    });
    expect(await summarizeInvoices(db, partner.actor, { search: "nobody" })).toEqual({ totalEntries: 0, sums: [] });
  });
});

describe("neighbours", () => {
  test("are those next to the invoice in the same list, with its position", async () => {
    const partner = await givenPartner();
    const into = await givenImport(partner);
    for (const amountCents of [500, 100, 300, 300, 900]) await givenInvoice(partner, { import: into, amountCents });

    for (const sort of ["number", "customer", "billed", "outstanding"] as const) {
      for (const direction of ["asc", "desc"] as const) {
        const query = invoiceQuery.parse({ sort, direction, amount: { of: "billed", toCents: 500 } });
        const ids = await idsOf(partner.actor, query);
        for (const [index, id] of ids.entries()) {
          expect(await findNeighbours(db, partner.actor, query, id)).toEqual({
            previousId: ids[index - 1] ?? null,
            nextId: ids[index + 1] ?? null,
            position: index + 1,
            totalEntries: 4,
          });
        }
      }
    }
  });

  test("are absent if the invoice does not match, is another partner's or does not exist", async () => {
    const partner = await givenPartner();
    const invoice = await givenInvoice(partner);
    const foreign = await givenInvoice(await givenPartner());
    const of = (query: object, id: string) => findNeighbours(db, partner.actor, invoiceQuery.parse(query), id);

    expect(await of({}, invoice.id)).toMatchObject({ position: 1, totalEntries: 1 });
    expect(await of({ search: "nobody" }, invoice.id)).toBeNull();
    expect(await of({}, foreign.id)).toBeNull();
    expect(await of({}, "0".repeat(40))).toBeNull();
  });
});
