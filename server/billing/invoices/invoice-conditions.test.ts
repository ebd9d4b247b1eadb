import { and, eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { whereLineIs } from "@/db/line-types";
import { companies as companiesTable } from "@/db/schema/companies";
import { holds } from "@/db/schema/holds";
import { invoices } from "@/db/schema/invoices";
import { previewBulkJob } from "@/server/billing/bulk-jobs/preview-bulk-job";
import { describeImport } from "@/server/billing/imports/describe-import";
import { searchImports } from "@/server/billing/imports/search-imports";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { getHome } from "@/server/desk/home/get-home";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { type AccountLine, accountOf } from "@/server/domain/rules/account";
import { factOf, type InvoiceFact, invoiceFacts, isOnHold, isOverdue, stateOf, sumOfMoney } from "@/server/domain/rules/invoice-state";
import { categoryOf, type LineCategory, lineKinds, lineTypes, typesOf } from "@/server/domain/rules/line-types";
import { creditedBy } from "@/server/domain/rules/retraction";
import { newId } from "@/server/platform/id";
import { withFigures } from "@/server/tenancy/companies/company-figures";
import { type GivenPartner, givenImport, givenInvoice, givenPartner, givenPayment, givenRefusedMessage } from "@/server/testing/given";
import { countInvoicesByFact } from "./count-invoices-by-fact";
import { creditAndRetractInvoice } from "./credit-and-retract-invoice";
import { getInvoice } from "./find-invoice";
import { invoiceQuery } from "./invoice-filter";
import { listInvoices } from "./list-invoices";
import type { ListedInvoice } from "./listed-invoice";
import { summarizeInvoices } from "./summarize-invoices";

const INVOICES = 80;
const retraction = { creditNoteNumber: "CN-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };

/** Few and small amounts, so that balances of 0 and below are common. */
const cents = fc.constantFrom(100, 200, 300);
const event = fc.constantFrom(...typesOf("billed", "credit", "payment", "fee")).chain((type) =>
  cents.map((amount): AccountLine => {
    const isNegative = categoryOf(type) === "payment" || categoryOf(type) === "credit";
    return { type, amountCents: isNegative ? -amount : amount };
  }),
);
const account = fc.record({
  amountCents: fc.constantFrom(300, 200, 100, 0, -100, -300),
  events: fc.array(event, { maxLength: 5 }),
  hasEmail: fc.integer({ min: 0, max: 3 }).map((one) => one !== 0),
  isTransmitted: fc.boolean(),
  isPaymentInProgress: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
  isRetracted: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
});

test("SQL and TypeScript agree on an invoice's state, its money fact and the credit of a retraction", async () => {
  const partner = await givenPartner();
  await givenAccounts(partner);
  const listWith = (query: object) => listInvoices(db, partner.actor, invoiceQuery.parse({ pageSize: 100, ...query }));
  const rows = await listWith({});
  expect(rows).toHaveLength(INVOICES);
  const counts = await countInvoicesByFact(db, partner.actor, {});

  const today = dayAt(new Date());

  for (const fact of invoiceFacts) {
    const isSo = {
      overdue: (row: ListedInvoice) => isOverdue(row, today),
      on_hold: (row: ListedInvoice) => isOnHold(row, today),
      not_asked: (row: ListedInvoice) => row.isNotAsked,
      not_arrived: (row: ListedInvoice) => row.hasNotArrived && factOf(row) === "outstanding",
      other: (row: ListedInvoice) => stateOf(row) === fact || factOf(row) === fact,
    }[fact === "overdue" || fact === "not_asked" || fact === "on_hold" || fact === "not_arrived" ? fact : "other"];
    const expected = rows.filter(isSo).map(({ id }) => id);
    expect((await listWith({ fact })).map(({ id }) => id).sort(), fact).toEqual(expected.sort());
    expect(counts[fact], fact).toBe(expected.length);
    expect(expected.length, `${fact} occurs`).toBeGreaterThan(0);
  }

  for (const row of rows) {
    const { lines } = await getInvoice(db, partner.actor, row.id);
    const account = accountOf(lines);
    const [group] = (await previewBulkJob(db, partner.actor, { ids: [row.id] })).groups;
    expect(account.outstandingCents).toBe(row.outstandingCents);
    expect(group, JSON.stringify(lines)).toMatchObject({ state: stateOf(row), creditableCents: creditedBy(account) });
    if (row.retractedAt || row.isPaymentInProgress) continue;
    const { amountTotalCents } = await creditAndRetractInvoice(db, partner.actor, row.id, retraction);
    expect(amountTotalCents, JSON.stringify(lines)).toBe(row.outstandingCents - creditedBy(account));
  }
});

test("home, list, selection, imports and companies agree on what is outstanding, and on what is not", async () => {
  const partner = await givenPartner();
  await givenAccounts(partner);
  const { actor } = partner;
  const rows = await listInvoices(db, actor, invoiceQuery.parse({ pageSize: 100 }));
  const selected = sumOfMoney(rows);
  const { outstandingCents } = selected;
  expect(Object.values(selected).every((cents) => cents !== 0)).toBe(true);

  const sumOf = async (fact: InvoiceFact | null) => (await summarizeInvoices(db, actor, { fact })).sums[0];
  expect(await sumOf(null)).toMatchObject(selected);
  expect(await sumOf("outstanding")).toMatchObject({ outstandingCents, notTransmittedCents: 0, toRefundCents: 0 });
  expect(await sumOf("to_refund")).toMatchObject({ outstandingCents: 0, toRefundCents: selected.toRefundCents });
  expect((await sumOf("not_transmitted"))?.outstandingCents).toBe(0);
  expect((await getHome(db, actor)).currencies.map((figures) => figures.outstandingCents)).toEqual([outstandingCents]);
  const { entries } = await searchImports(db, actor, { pageNumber: 1, pageSize: 10 });
  expect(entries.map((entry) => entry.outstandingCents).filter((cents) => cents !== 0)).toHaveLength(2);
  expect(entries.reduce((sum, entry) => sum + (entry.outstandingCents ?? 0), 0)).toBe(outstandingCents);
  for (const { id, ...entry } of entries.filter(({ transmittedAt }) => transmittedAt)) {
    expect((await describeImport(db, actor, id)).outstandingCents).toBe(entry.outstandingCents);
  }
  const companies = await withFigures(db, actor, await db.select().from(companiesTable).where(eq(companiesTable.partnerId, partner.id)));
  expect(companies.reduce((sum, company) => sum + company.outstandingCents, 0)).toBe(outstandingCents);
});

test("SQL and TypeScript put each type of line into the same category", async () => {
  const categories = [...new Set(lineTypes.map(categoryOf))];
  const columns = Object.fromEntries(categories.map((category) => [category, whereLineIs(sql`type`, category)]));
  const rows = await db
    .select({ type: sql<(typeof lineTypes)[number]>`type`, ...columns })
    .from(sql`unnest(enum_range(null::line_type)) as types (type)`);

  expect(rows.map(({ type }) => type).sort()).toEqual([...lineTypes].sort());
  for (const row of rows) {
    const answered: Record<string, unknown> = row;
    expect(categories.filter((category: LineCategory) => answered[category])).toEqual([categoryOf(row.type)]);
  }
});

async function givenAccounts(partner: GivenPartner): Promise<void> {
  const [sent, open] = [await givenImport(partner), await givenImport(partner)];
  for (const { amountCents, events, hasEmail, isTransmitted, ...is } of fc.sample(account, { seed: 12, numRuns: INVOICES })) {
    const invoice = await givenInvoice(partner, {
      import: isTransmitted ? sent : open,
      amountCents,
      invoice: hasEmail ? {} : { customerEmail: null, customerPhoneNumber: "+31201234567" },
      events: events.map((line) => ({ ...line, paymentMethod: lineKinds[line.type].namesMethod ? "ideal" : null })),
    });
    if (is.isRetracted) {
      await db
        .update(invoices)
        .set({ retractedAt: new Date() })
        .where(and(eq(invoices.partnerId, partner.id), eq(invoices.id, invoice.id)));
    } else if (is.isPaymentInProgress) {
      await givenPayment(invoice);
    }
  }
  await transmitImport(db, { ...partner.actor, clockOffsetMs: -20 * DAY_MS }, sent.id);
  const transmitted = await db
    .select({ partnerId: invoices.partnerId, id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partner.id), eq(invoices.importId, sent.id)))
    .orderBy(invoices.invoiceNumber);
  await givenHolds(transmitted);
  for (const [index, invoice] of transmitted.entries()) if (index % 5 === 0) await givenRefusedMessage(invoice);
  // Customers who were asked late have separate due days, some of them past.
  for (const [remainder, days] of [5, -3, 0].entries()) {
    const ids = transmitted.filter((_, index) => index % 7 === remainder).map(({ id }) => id);
    await db
      .update(invoices)
      .set({ dueOn: addDays(dayAt(new Date()), days) })
      .where(and(eq(invoices.partnerId, partner.id), inArray(invoices.id, ids)));
  }
}

/** Some holds are in force, some are past their last day, some were lifted. */
async function givenHolds(held: readonly { partnerId: string; id: string }[]): Promise<void> {
  const today = dayAt(new Date());
  const kinds = [
    { kind: "stopped", until: null },
    { kind: "paused", until: today },
    { kind: "paused", until: addDays(today, -1) },
    { kind: "objected", until: null, endedAt: new Date() },
    undefined,
  ] as const;
  for (const [index, { partnerId, id: invoiceId }] of held.entries()) {
    const hold = kinds[index % kinds.length];
    if (hold) await db.insert(holds).values({ partnerId, id: newId(), invoiceId, reason: "Ill", createdAt: new Date(), ...hold });
  }
}
