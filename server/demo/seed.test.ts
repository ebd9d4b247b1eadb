import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { isValidIBAN } from "ibantools";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { db } from "@/db/client";
import {
  changes,
  companies,
  customerLinks,
  importSettings,
  imports,
  invoiceLines,
  invoices,
  messages,
  outgoingMessages,
  partners,
  payments,
  supportAssignments,
  tickets,
} from "@/db/schema";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { householdMembers } from "@/db/schema/households";
import { lineType } from "@/db/schema/invoice-lines";
import { messageType } from "@/db/schema/messages";
import { paymentMethod, paymentStatus } from "@/db/schema/payments";
import { ticketStatus } from "@/db/schema/tickets";
import { systemActor } from "@/server/actor";
import { invoiceResource, presentInvoice } from "@/server/api/invoice";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { describeImport } from "@/server/billing/imports/describe-import";
import { countInvoicesByFact, type FactCounts } from "@/server/billing/invoices/count-invoices-by-fact";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { isReachable } from "@/server/domain/rules/reach";
import { env, givenEnvironment } from "@/server/env";
import { drawLinks } from "@/server/testing/draw-portal";
import { figuresIn, leadsToList } from "@/server/testing/figures";
import { givenMember } from "@/server/testing/given-person";
import { readList } from "@/server/testing/read-list";
import { settleTables } from "@/server/testing/settled-tables";
import { sizeOf } from "@/server/testing/size-of";
import { addDays } from "./days";
import { isEmpty, type LoadedDemo, loadDemo, SEED } from "./seed";
import { tellStory } from "./story";

let demo: LoadedDemo;
let partnerIds: string[];

beforeAll(async () => {
  demo = await loadDemo(db, () => {});
  partnerIds = demo.partners.map(({ id }) => id);
  // Postgres gathers statistics within a minute; until then, plans are bad.
  await settleTables(Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname }).href);
}, 4 * MINUTE_MS);

describe("the demo has", () => {
  test("two sandboxes, five companies in four countries and three currencies, and 2,000 invoices", async () => {
    const told = await db.select().from(partners).where(inArray(partners.id, partnerIds));
    expect(told.map(({ isSandbox }) => isSandbox)).toEqual([true, true]);
    const found = await db.select().from(companies).where(inArray(companies.partnerId, partnerIds));
    expect(found).toHaveLength(5);
    expect(new Set(found.map(({ countryCode }) => countryCode)).size).toBe(4);
    expect(new Set(found.map(({ currency }) => currency)).size).toBe(3);
    expect(await invoicesOfDemo()).toHaveLength(2_000);
  });

  test("every language, status, type and method, each several times", async () => {
    const counted = [
      [invoices, invoices.locale, ["de", "en", "fr", "it", "nl"]],
      [tickets, tickets.status, ticketStatus.enumValues],
      [tickets, tickets.sender, ["customer", "company", "support"]],
      [messages, messages.type, messageType.enumValues],
      [payments, payments.status, paymentStatus.enumValues],
      [payments, payments.method, paymentMethod.enumValues],
      [invoiceLines, invoiceLines.type, lineType.enumValues],
    ] as const;
    for (const [table, column, all] of counted) {
      const rows = await db
        .select({ value: sql<string>`${column}`, times: sql`count(*)`.mapWith(Number) })
        .from(table)
        .where(inArray(table.partnerId, partnerIds))
        .groupBy(column);
      const common = rows.filter(({ times }) => times > 1).map(({ value }) => value);
      expect(common.sort()).toEqual([...all].sort());
    }
  });

  test("invoices that are retracted, of amount 0, owed to the customer, overpaid, not transmitted, and with support", async () => {
    const found = await invoicesOfDemo();
    expect(found.filter(({ showRetractionReasonToCustomer }) => showRetractionReasonToCustomer).length).toBeGreaterThan(5);
    expect(found.filter(({ retractedAt, retractionReason }) => retractedAt && !retractionReason).length).toBeGreaterThan(5);
    const billed = await sumsOfLines(eq(invoiceLines.type, "INVOICE-LINE"));
    expect(billed.filter(({ cents }) => cents === 0).length).toBeGreaterThan(2);
    expect(billed.filter(({ cents }) => cents < 0).length).toBeGreaterThan(5);
    expect(found.filter(({ amountTotalCents }) => amountTotalCents < 0).length).toBeGreaterThan(
      billed.filter(({ cents }) => cents < 0).length,
    );
    expect(
      await db
        .select()
        .from(imports)
        .where(and(inArray(imports.partnerId, partnerIds), isNull(imports.transmittedAt))),
    ).toHaveLength(5);
    const assigned = await db.select().from(supportAssignments).where(inArray(supportAssignments.partnerId, partnerIds));
    expect(assigned.length).toBeGreaterThan(2);
  });
});

describe("each invoice of the demo", () => {
  test("is the sum of its lines, and numbered by age", async () => {
    const found = await invoicesOfDemo();
    const sums = new Map((await sumsOfLines()).map(({ invoiceId, cents }) => [invoiceId, cents]));
    expect(found.filter(({ id, amountTotalCents }) => amountTotalCents !== sums.get(id))).toEqual([]);
    const ages = found.map(({ createdAt }) => Number(createdAt));
    expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  });

  test("can be reached, at an address that cannot exist", async () => {
    const found = await invoicesOfDemo();
    expect(found.filter((invoice) => !isReachable(invoice))).toEqual([]);
    const addresses = found.flatMap(({ customerEmail }) => customerEmail ?? []);
    expect(addresses.filter((address) => !/^[a-z.]+@[a-z]+\.example$/.test(address))).toEqual([]);
    const ibans = found.flatMap(({ directDebitIban }) => directDebitIban ?? []);
    expect(ibans.length).toBeGreaterThan(100);
    expect(ibans.filter((iban) => !isValidIBAN(iban))).toEqual([]);
    const channels = found.map(({ customerEmail, customerPhoneNumber, customerAddress1 }) =>
      [customerEmail && "email", customerPhoneNumber && "phone", customerAddress1 && "post"].filter(Boolean).join(" "),
    );
    expect([...new Set(channels)].sort()).toEqual(["email", "email phone", "email phone post", "phone", "post"]);
  });

  test("has events in order, and none in the future", async () => {
    const ofDemo = await db.select().from(imports).where(inArray(imports.partnerId, partnerIds));
    const importOf = new Map(ofDemo.map((found) => [found.id, found]));
    const happenings = await happeningsOfDemo();

    const odd = (await invoicesOfDemo()).filter(({ id, importId, createdAt, retractedAt }) => {
      const { createdAt: begunAt, transmittedAt } = importOf.get(importId) ?? {};
      const later = happenings.get(id) ?? [];
      const isCreatedInTime = begunAt !== undefined && begunAt < createdAt && createdAt < (transmittedAt ?? new Date());
      const isFollowedInTime = later.every(({ at }) => transmittedAt && transmittedAt < at && at < new Date());
      const endsWithRetraction = later.every(({ kind, at }) => kind !== "line" || !retractedAt || at <= retractedAt);
      return !(isCreatedInTime && isFollowedInTime && endsWithRetraction);
    });
    expect(odd).toEqual([]);
  });

  test("conforms to the interface", async () => {
    const kinds = await db
      .selectDistinctOn([invoiceLines.type, invoices.locale], { id: invoices.id, partnerId: invoices.partnerId })
      .from(invoices)
      .innerJoin(invoiceLines, and(eq(invoiceLines.partnerId, invoices.partnerId), eq(invoiceLines.invoiceId, invoices.id)))
      .where(inArray(invoices.partnerId, partnerIds));
    const retracted = (await invoicesOfDemo()).filter(({ retractedAt }) => retractedAt);
    expect(kinds.length).toBeGreaterThan(40);
    for (const { id, partnerId } of [...kinds, ...retracted.slice(0, 20)]) {
      const invoice = await getInvoice(db, systemActor({ id: partnerId, clockOffsetMs: 0 }), id);
      expect(() => invoiceResource.parse(presentInvoice(invoice))).not.toThrow();
    }
  });
});

test("the showcase comes first and has an example of everything", async () => {
  const [first] = (await invoicesOfDemo()).map(({ id }) => id).sort();
  expect(demo.showcase.invoiceId).toBe(first);

  const invoice = await getInvoice(db, systemActor({ id: demo.showcase.partnerId, clockOffsetMs: 0 }), demo.showcase.invoiceId);
  expect(new Set(invoice.lines.map(({ type }) => type)).size).toBeGreaterThan(5);
  expect(invoice.amountTotalCents).toBeGreaterThan(0);
  expect(invoice.messages.length).toBeGreaterThan(3);
  expect(invoice.tickets.map(({ sender }) => sender)).toEqual(["customer", "company", "customer"]);
});

test("the first partner is in the middle of a season: paid, overdue, returned, bounced, disputed, paused, recently asked, and one import ready to transmit", async () => {
  const [partner] = await db.select().from(partners).where(eq(partners.id, demo.showcase.partnerId));
  expect(partner).toMatchObject({ clockOffsetMs: 0, clockTargetMs: null });
  const actor = systemActor({ id: demo.showcase.partnerId, clockOffsetMs: 0 });
  const settings = db.select({ id: importSettings.importId }).from(importSettings).where(isNotNull(importSettings.request1Day));
  const live = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.partnerId, actor.partnerId), isNotNull(imports.transmittedAt), inArray(imports.id, settings)));
  expect(live).toHaveLength(3);
  const counted = await Promise.all(live.map(({ id }) => countInvoicesByFact(db, actor, { importId: id })));
  const count = (fact: keyof FactCounts) => counted.reduce((sum, counts) => sum + counts[fact], 0);
  expect(count("all")).toBe(102);
  expect(count("outstanding")).toBeGreaterThan(count("overdue"));
  for (const fact of ["paid", "overdue", "on_hold", "not_arrived", "payment_in_progress"] as const)
    expect(count(fact), fact).toBeGreaterThan(1);

  const ofPartner = { refused: eq(outgoingMessages.state, "refused"), reminded: eq(outgoingMessages.kind, "reminder2") };
  for (const [what, where] of Object.entries(ofPartner)) {
    const found = await db
      .select()
      .from(outgoingMessages)
      .where(and(eq(outgoingMessages.partnerId, actor.partnerId), where));
    expect(found.length, what).toBeGreaterThan(0);
  }
  const opened = await db
    .select()
    .from(customerLinks)
    .where(and(eq(customerLinks.partnerId, actor.partnerId), isNotNull(customerLinks.openedAt)));
  expect(opened.length).toBeGreaterThan(10);
  const asked = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.partnerId, actor.partnerId), eq(tickets.status, "unanswered"), gt(tickets.createdAt, addDays(new Date(), -1))));
  expect(asked.length).toBeGreaterThan(1);
  const open = await db
    .select()
    .from(imports)
    .where(and(eq(imports.partnerId, actor.partnerId), isNull(imports.transmittedAt)));
  const ready = await Promise.all(open.map(({ id }) => describeImport(db, actor, id)));
  expect(ready.filter(({ isExpectedCountReached }) => isExpectedCountReached)).toHaveLength(1);
});

test("the bank statements of the season's clubs contain booked payments, some to decide, and a family's single payment", async () => {
  const { partnerId } = demo.showcase;
  const told = await db.select().from(bankTransactions).where(eq(bankTransactions.partnerId, partnerId));
  const count = (state: string) => told.filter((transaction) => transaction.state === state).length;
  expect(count("booked")).toBeGreaterThan(3);
  expect(count("open")).toBeGreaterThan(5);
  const families = await db.select().from(householdMembers).where(eq(householdMembers.partnerId, partnerId));
  expect(families.length).toBeGreaterThan(2);
  const together = await db
    .select()
    .from(outgoingMessages)
    .where(and(eq(outgoingMessages.partnerId, partnerId), isNotNull(outgoingMessages.carriedBy)));
  expect(together.length).toBeGreaterThan(1);
});

test("the demo's changes are recorded as the system's or the customers'", async () => {
  const actors = await db.selectDistinct({ actor: changes.actor }).from(changes).where(inArray(changes.partnerId, partnerIds));
  expect(actors.map(({ actor }) => actor).filter((actor) => !/^(system$|customer:)/.test(actor))).toEqual([]);
});

// "16 wait over 24 h" is one link, of which the first number is compared.
test(
  "each figure on Home, an import, a company and a list's tabs leads to a list with the same sums and count",
  async () => {
    const compared = new Set<string>();
    for (const partner of await db.select().from(partners).where(inArray(partners.id, partnerIds))) {
      await refreshRollups(db, { scope: { partnerId: partner.id } });
      const { person } = await givenMember(partner, { role: "administrator" });
      for (const path of await pagesWithFigures(partner.id)) {
        for (const { text, href } of await drawLinks(person, path)) {
          const { amounts, counts } = figuresIn(text);
          if (!leadsToList(href) || !/\d/.test(text) || compared.has(`${href} ${amounts} ${counts[0]}`)) continue;
          compared.add(`${href} ${amounts} ${counts[0]}`);
          const { sums, count } = await readList(person, href);
          // An empty list shows no sum; then the linking figure must be 0.
          const listed = amounts.filter((amount) => sums.includes(Number(amount)) || (count === 0 && Number(amount) === 0));
          expect({ amounts: listed, count }, `${path}: ${text} leads to ${href}`).toEqual({ amounts, count: Number(counts[0] ?? count) });
        }
      }
    }
    expect(compared.size).toBeGreaterThan(300);
  },
  4 * MINUTE_MS,
);

async function pagesWithFigures(partnerId: string): Promise<string[]> {
  const ofPartner = await db.select({ id: companies.id }).from(companies).where(eq(companies.partnerId, partnerId));
  const imported = await db.select({ id: imports.id }).from(imports).where(eq(imports.partnerId, partnerId));
  return [
    "/home",
    "/invoices",
    "/imports",
    "/tickets",
    "/companies",
    ...ofPartner.flatMap(({ id }) => [`/home?company=${id}`, `/companies/${id}`]),
    ...imported.map(({ id }) => `/imports/${id}`),
  ];
}

test("the story is told about the same people each time", async () => {
  const again = tellStory({ seed: SEED, now: addDays(new Date(), 3), brands: givenEnvironment().BRAND_CODES });
  const told = again.invoices.map(({ story: { setting, billedCents } }) => [
    setting.externalInvoiceNumber,
    setting.member.recipient.customerLastName,
    billedCents,
  ]);
  const loaded = (await invoicesOfDemo()).map((invoice) => [
    invoice.externalInvoiceNumber,
    invoice.customerLastName,
    invoice.amountBilledCents,
  ]);
  expect(told).toEqual(loaded);
});

test.runIf(sizeOf({ small: 1, large: 2 }) > 1)(
  "a second demo has the same story about the same people",
  async () => {
    const second = await loadDemo(db, () => {});
    const contents = async (ids: string[]) =>
      (await invoicesOfDemo(ids)).map((invoice) => [invoice.externalInvoiceNumber, invoice.customerLastName, invoice.amountTotalCents]);
    expect(await contents(second.partners.map(({ id }) => id))).toEqual(await contents(partnerIds));
  },
  4 * MINUTE_MS,
);

test("the story is consistent at any day and hour of loading", () => {
  const moments = Array.from({ length: 8 }, (_, index) => new Date(Date.UTC(2027, index * 2, 1 + index, index * 3, 59)));
  for (const now of moments) {
    const { invoices } = tellStory({ seed: 1, now, brands: ["brand"] });
    const latest = Math.max(
      ...invoices.flatMap(({ story }) => [
        ...story.lines.map(({ date }) => Number(date)),
        ...story.tickets.map(({ createdAt }) => Number(createdAt)),
      ]),
    );
    expect(latest).toBeLessThan(Number(now));
    expect(latest).toBeGreaterThan(Number(addDays(now, -2)));
  }
});

test("a database with a partner does not count as empty", async () => {
  expect(await isEmpty(db)).toBe(false);
});

function invoicesOfDemo(ids = partnerIds) {
  return db.select().from(invoices).where(inArray(invoices.partnerId, ids)).orderBy(asc(invoices.invoiceNumber));
}

function sumsOfLines(condition?: SQL) {
  return db
    .select({ invoiceId: invoiceLines.invoiceId, cents: sql`sum(${invoiceLines.amountCents})`.mapWith(Number) })
    .from(invoiceLines)
    .where(and(inArray(invoiceLines.partnerId, partnerIds), condition))
    .groupBy(invoiceLines.invoiceId);
}

/** Returns the events after the creation of each invoice: lines, messages, tickets and payments. */
async function happeningsOfDemo() {
  const ofDemo = (table: { partnerId: AnyPgColumn }) => inArray(table.partnerId, partnerIds);
  const timesOf = (table: typeof messages | typeof tickets | typeof payments) =>
    db.select({ invoiceId: table.invoiceId, at: table.createdAt }).from(table).where(ofDemo(table));
  const { invoiceId, date: at, type } = invoiceLines;
  const all = [
    {
      kind: "line",
      rows: await db
        .select({ invoiceId, at })
        .from(invoiceLines)
        .where(and(ofDemo(invoiceLines), ne(type, "INVOICE-LINE"))),
    },
    { kind: "message", rows: await timesOf(messages) },
    { kind: "ticket", rows: await timesOf(tickets) },
    { kind: "payment", rows: await timesOf(payments) },
  ];
  const byInvoice = new Map<string, { kind: string; at: Date }[]>();
  for (const { kind, rows } of all)
    for (const { invoiceId, at } of rows) byInvoice.set(invoiceId, [...(byInvoice.get(invoiceId) ?? []), { kind, at }]);
  return byInvoice;
}
