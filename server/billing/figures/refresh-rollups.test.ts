import { and, asc, eq, gte, isNotNull, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { changes, companies, dailyRollups, imports, invoiceLines, invoices, outstandingRollups, rollupStates } from "@/db/schema";
import { importSettings } from "@/db/schema/collection-settings";
import type { Import } from "@/db/schema/imports";
import { deleteImport } from "@/server/billing/imports/delete-import";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { addLines } from "@/server/billing/invoices/add-lines";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { deleteInvoice } from "@/server/billing/invoices/delete-invoice";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import type { Line } from "@/server/billing/invoices/invoice";
import { type Random, randomFrom } from "@/server/demo/random";
import { addDays } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { transact } from "@/server/platform/transact";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { newInvoiceFor } from "@/server/testing/new-records";
import { signal } from "@/server/testing/signal";
import { untilWaiting } from "@/server/testing/until-waiting";
import { rebuildRollups } from "./rebuild-rollups";
import { refreshRollups } from "./refresh-rollups";

const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };

test.each([1, 2, 3])("after any sequence of events the figures match the lines (%i)", { timeout: 120_000 }, async (seed) => {
  const partner = await givenPartner();
  const random = randomFrom(seed);
  const open = await Promise.all(times(3, async () => givenImport(partner, { company: await givenCompany(partner) })));
  const invoiceIds: string[] = [];

  for (let step = 0; step < 120; step += 1) {
    await happen(partner, random, open, invoiceIds);
    if (step % 12 === 0) await refresh(partner);
    if (step % 40 === 0) await expectTrueFigures(partner);
  }

  await expectTrueFigures(partner);
  const before = await storedFigures(partner);
  expect(before.days.length).toBeGreaterThan(20);
  for (const { id } of await companiesOf(partner)) await rebuildRollups(db, partner.id, id);
  expect(await storedFigures(partner)).toEqual(before);
});

test("a change that commits after a later one was counted is still counted", async () => {
  const partner = await givenPartner();
  const slow = await givenInvoice(partner, { transmitted: true });
  const quick = await givenInvoice(partner, { transmitted: true });
  const [written, told] = [signal(), signal()];
  const slowly = transact(db, partner.actor, async (tx) => {
    await addLines(tx, await lockInvoice(tx, partner.actor, slow.id), [payment(-1_000)]);
    written.fire();
    await told.fired;
  });
  await written.fired;
  await addTo(partner, quick.id, payment(-500));
  await refresh(partner);
  await refresh(partner);

  told.fire();
  await slowly;
  await refresh(partner);

  await expectTrueFigures(partner);
});

test("several processes may refresh at once", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true, amountCents: 50_000 });

  await Promise.all(
    times(12, async (index) => {
      await addTo(partner, invoice.id, payment(-100 - index));
      await refresh(partner);
    }),
  );

  await refresh(partner);
  await expectTrueFigures(partner);
});

test("a change that affects no figure causes no computation, and the figures still count as current", async () => {
  const partner = await givenPartner();
  const { companyId } = await givenInvoice(partner, { transmitted: true });
  await untilCounted(partner);
  // A wrong figure, which stays until the next computation.
  await db.update(dailyRollups).set({ billedCents: 1 }).where(eq(dailyRollups.companyId, companyId));
  const [before] = await db.select().from(rollupStates).where(eq(rollupStates.companyId, companyId));

  await givenInvoice(partner, { company: await givenCompany(partner) });
  await untilCounted(partner);

  const [day] = await db.select().from(dailyRollups).where(eq(dailyRollups.companyId, companyId));
  expect(day?.billedCents).toBe(1);
  const [after] = await db.select().from(rollupStates).where(eq(rollupStates.companyId, companyId));
  expect(BigInt(after?.completeBefore ?? 0)).toBeGreaterThan(BigInt(before?.completeBefore ?? 0));
  expect(Number(after?.computedAt)).toBeGreaterThan(Number(before?.computedAt));
});

test("a message refused while figures are being computed does not wait, and the company is computed again", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true, amountCents: 50_000 });
  await refresh(partner);
  await addTo(partner, invoice.id, payment(-1_000));
  const ofCompany = (table: typeof dailyRollups | typeof rollupStates) =>
    and(eq(table.partnerId, partner.id), eq(table.companyId, invoice.companyId));
  const [summing, refused] = [signal(), signal()];

  const held = db.transaction(async (tx) => {
    await tx.select().from(dailyRollups).where(ofCompany(dailyRollups)).for("update");
    summing.fire();
    await refused.fired;
  });
  await summing.fired;
  const rebuilt = rebuildRollups(db, partner.id, invoice.companyId);
  await untilWaiting(1);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '5s'`);
    await tx.update(rollupStates).set({ movedIn: sql`pg_current_xact_id()` }).where(ofCompany(rollupStates));
  });
  refused.fire();
  await Promise.all([held, rebuilt]);

  const [state] = await db.select().from(rollupStates).where(ofCompany(rollupStates));
  expect(BigInt(state?.movedIn ?? 0)).toBeGreaterThanOrEqual(BigInt(state?.completeBefore ?? 0));
  await expectTrueFigures(partner);
});

test("amounts beyond exact numbers leave the other figures unchanged", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const largest = Number.MAX_SAFE_INTEGER;
  for (let count = 0; count < 3; count += 1) await givenInvoice(partner, { import: into, amountCents: largest });
  await transmitImport(db, partner.actor, into.id);
  const other = await givenInvoice(partner, { transmitted: true });

  await refresh(partner);

  const [huge] = await db.select().from(outstandingRollups).where(eq(outstandingRollups.companyId, into.companyId));
  expect(huge).toMatchObject({ outstandingCents: largest, invoices: 3 });
  const [usual] = await db.select().from(outstandingRollups).where(eq(outstandingRollups.companyId, other.companyId));
  expect(usual).toMatchObject({ outstandingCents: 4_500, invoices: 1 });
});

/** Other transactions on the same Postgres can delay the moment at which all changes are known to be counted. */
async function untilCounted(partner: GivenPartner): Promise<void> {
  const notCounted = db
    .select({ id: changes.id })
    .from(changes)
    .innerJoin(rollupStates, eq(rollupStates.partnerId, changes.partnerId))
    .where(and(eq(changes.partnerId, partner.id), gte(changes.transactionId, rollupStates.completeBefore)));
  await vi.waitFor(
    async () => {
      await refresh(partner);
      expect(await notCounted).toEqual([]);
    },
    { timeout: 20_000 },
  );
}

/** Makes one random event happen to one of the partner's imports or invoices. */
async function happen(partner: GivenPartner, random: Random, open: Import[], invoiceIds: string[]): Promise<void> {
  const into = random.pick(open);
  const chosen = invoiceIds.length > 0 ? random.pick(invoiceIds) : undefined;
  const event = random.whole(0, 9);
  if (event <= 3 || !chosen) {
    const created = await givenInvoice(partner, { import: into, invoice: dated(random, into.id) });
    invoiceIds.push(created.id);
  } else if (event === 4) {
    const onSomeDay = { ...partner.actor, clockOffsetMs: random.whole(0, 200) * DAY_MS };
    if (await tolerantly(transmitImport(db, onSomeDay, into.id))) await reopen(partner, open, into);
  } else if (event === 5) {
    await tolerantly(creditAndRetractInvoice(db, partner.actor, chosen, retraction));
  } else if (event === 6) {
    if (await tolerantly(deleteInvoice(db, partner.actor, chosen))) invoiceIds.splice(invoiceIds.indexOf(chosen), 1);
  } else if (event === 7 && random.chance(0.1)) {
    const gone = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.importId, into.id));
    if (await tolerantly(deleteImport(db, partner.actor, into.id))) {
      for (const { id } of gone) invoiceIds.splice(invoiceIds.indexOf(id), 1);
      await reopen(partner, open, into);
    }
  } else {
    await tolerantly(addTo(partner, chosen, eventLine(random)));
  }
}

async function reopen(partner: GivenPartner, open: Import[], closed: Import): Promise<void> {
  const company = (await companiesOf(partner)).find(({ id }) => id === closed.companyId);
  open.splice(open.indexOf(closed), 1, await givenImport(partner, { company }));
}

/** Whether the work succeeded; refusals are allowed. */
async function tolerantly(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** A time near some midnight of a year, including the nights of the clock changes. */
function someTime(random: Random): Date {
  const midnight = new Date().setUTCHours(0, 0, 0, 0);
  return new Date(midnight + random.whole(-30, 365) * DAY_MS + random.whole(-6, 6) * 30 * 60_000);
}

function dated(random: Random, importId: string) {
  const amountCents = random.whole(-2_000, 20_000);
  const lines = [{ id: null, amountCents, description: null, date: random.chance(0.5) ? someTime(random) : null }];
  const reached = amountCents % 5 !== 0 ? {} : { customerEmail: null, customerPhoneNumber: "+31201234567" };
  return { ...newInvoiceFor(importId, amountCents), ...reached, lines };
}

function eventLine(random: Random): Omit<Line, "id"> {
  const amountCents = random.whole(1, 5_000);
  const rest = { description: null, paymentMethod: null, date: someTime(random) };
  return random.pick<Omit<Line, "id">>([
    { ...rest, type: "PAYMENT-LINE", amountCents: -amountCents, paymentMethod: "ideal" },
    { ...rest, type: "CHARGEBACK-LINE", amountCents },
    { ...rest, type: "CHARGEBACK-FEE-LINE", amountCents },
    { ...rest, type: "CHARGEBACK-FEE-PAYMENT-LINE", amountCents: -amountCents },
    { ...rest, type: "LATE-PAYMENT-FEE-LINE", amountCents },
    { ...rest, type: "LATE-PAYMENT-FEE-PAYMENT-LINE", amountCents: -amountCents, paymentMethod: "sdd" },
    { ...rest, type: "INSTALLMENT-FEE-LINE", amountCents },
    { ...rest, type: "CREDIT-LINE", amountCents: -amountCents },
  ]);
}

function payment(amountCents: number): Omit<Line, "id"> {
  return { type: "PAYMENT-LINE", amountCents, description: null, date: new Date(), paymentMethod: "ideal" };
}

function addTo(partner: GivenPartner, invoiceId: string, line: Omit<Line, "id">): Promise<string[]> {
  return transact(db, partner.actor, async (tx) => addLines(tx, await lockInvoice(tx, partner.actor, invoiceId), [line]));
}

function companiesOf(partner: GivenPartner) {
  return db.select().from(companies).where(eq(companies.partnerId, partner.id));
}

/** Refreshes the figures of one partner, because a database of tests has thousands of partners. */
function refresh({ id: partnerId }: GivenPartner): Promise<number> {
  return refreshRollups(db, { scope: { partnerId } });
}

async function expectTrueFigures(partner: GivenPartner): Promise<void> {
  await refresh(partner);
  expect(await storedFigures(partner)).toEqual(await figuresFromLines(partner));
}

async function storedFigures({ id }: GivenPartner) {
  return {
    days: await db
      .select()
      .from(dailyRollups)
      .where(eq(dailyRollups.partnerId, id))
      .orderBy(asc(dailyRollups.companyId), asc(dailyRollups.day)),
    ages: await db
      .select()
      .from(outstandingRollups)
      .where(eq(outstandingRollups.partnerId, id))
      .orderBy(asc(outstandingRollups.companyId), asc(outstandingRollups.dueOn)),
  };
}

/** The same as `storedFigures`, computed from single lines without SQL. */
async function figuresFromLines({ id: partnerId }: GivenPartner): Promise<Awaited<ReturnType<typeof storedFigures>>> {
  const rows = await db
    .select({ line: invoiceLines, invoice: invoices, transmittedAt: imports.transmittedAt, dueDays: importSettings.dueDays })
    .from(invoiceLines)
    .innerJoin(invoices, and(eq(invoices.partnerId, invoiceLines.partnerId), eq(invoices.id, invoiceLines.invoiceId)))
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, imports.partnerId), eq(importSettings.importId, imports.id)))
    .where(and(eq(invoiceLines.partnerId, partnerId), isNotNull(imports.transmittedAt)));
  const days = new Map<string, typeof dailyRollups.$inferSelect>();
  const totals = new Map<string, { companyId: string; dueOn: string; hasEmail: boolean; cents: number }>();

  for (const { line, invoice, transmittedAt, dueDays } of rows) {
    if (!transmittedAt) continue;
    const { companyId } = invoice;
    const day = dayIn(Math.max(Number(line.date), Number(transmittedAt)));
    const none = { partnerId, companyId, day, billedCents: 0, feesCents: 0, collectedCents: 0, creditedCents: 0 };
    const figures = days.get(companyId + day) ?? none;
    days.set(companyId + day, figures);
    if (line.type === "INVOICE-LINE") figures.billedCents += line.amountCents;
    else if (line.type === "CREDIT-LINE") figures.creditedCents -= line.amountCents;
    else if (line.type === "CHARGEBACK-LINE" || line.type.endsWith("PAYMENT-LINE")) figures.collectedCents -= line.amountCents;
    else figures.feesCents += line.amountCents;
    if (invoice.retractedAt) continue;
    const total = totals.get(line.invoiceId) ?? {
      companyId,
      dueOn: addDays(dayIn(Number(transmittedAt)), dueDays ?? 0),
      hasEmail: invoice.customerEmail !== null,
      cents: 0,
    };
    totals.set(line.invoiceId, { ...total, cents: total.cents + line.amountCents });
  }

  const ages = new Map<string, typeof outstandingRollups.$inferSelect>();
  for (const { companyId, dueOn, hasEmail, cents } of totals.values()) {
    if (cents <= 0) continue;
    const age = ages.get(companyId + dueOn) ?? {
      partnerId,
      companyId,
      dueOn,
      outstandingCents: 0,
      invoices: 0,
      unaskedCents: 0,
      unaskedInvoices: 0,
    };
    age.outstandingCents += cents;
    age.invoices += 1;
    if (!hasEmail) age.unaskedCents += cents;
    if (!hasEmail) age.unaskedInvoices += 1;
    ages.set(companyId + dueOn, age);
  }
  const inOrder = <Figures>(figures: Map<string, Figures>) => [...figures].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  return { days: inOrder(days), ages: inOrder(ages) };
}

function dayIn(moment: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" }).format(moment);
}
