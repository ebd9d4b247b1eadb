import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { type Actor, visibleTo } from "@/server/actor";
import { findExpectedDebitDay } from "@/server/billing/collection-settings/find-expected-debit-day";
import { findLeadDays } from "@/server/billing/collection-settings/find-lead-days";
import { findPartlyDebited } from "@/server/billing/debits/find-partly-debited";
import { type PlannedDebitsOfDay, sumPlannedDebits } from "@/server/billing/debits/sum-planned-debits";
import { countRequests } from "@/server/billing/imports/count-mails";
import { whereImport } from "@/server/billing/imports/find-import";
import { getImportSettings } from "@/server/billing/imports/get-import-settings";
import { reachedBy } from "@/server/billing/imports/reach";
import { whereMandateOfInvoice, whereMandateValid } from "@/server/billing/mandates/valid-mandate";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { dueOn } from "@/server/domain/rules/due-date";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { type AlikeInvoices, findAlikeInvoices } from "./alike-invoices";
import type { CollectedInvoice } from "./collected-invoice";
import { findCollectedInvoices } from "./collected-invoices";
import { countWithheldFees, type WithheldFees } from "./count-withheld-fees";
import { expectSharedFees } from "./expect-shared-fees";
import { findPromised } from "./find-promised";
import { type ExpectedMoney, moneyPerWeek, type WeekOfMoney } from "./money-per-week";
import { sumPayersFees } from "./payers-fees";
import { dueOnOf, type PlannedItem, plan } from "./plan";
import { DEBIT } from "./planned-debit";
import { runningPlan } from "./planned-instalments";
import { restCents, restDueOn } from "./rest-of-debit";
import { lastDayInTime } from "./returned-payment";

/** Messages, direct debits and fees of a day, such as `2026-11-20`. */
interface ForecastRow {
  day: string;
  kind: PlannedItem["kind"];
  /** Number of mails, counting one per household; for fees, their number; for direct debits, the number of payers. */
  count: number;
  /** Sum of the fees or direct debits, in cents; 0 for messages. */
  amountCents: number;
}

/** Steps and money to expect of an import if no customer pays. */
export interface Forecast {
  dueOn: string;
  /** Outstanding amount of customers with an address at the time of the forecast, in cents. */
  outstandingCents: number;
  rows: ForecastRow[];
  weeks: WeekOfMoney[];
  withheld: WithheldFees;
}

/**
 * Forecasts an import's steps if no customer pays: the sum of its invoices' plans. Before the transmission, forecasts a transmission now.
 * Null if the service does not collect the import. Throws `invalid_import_id`.
 */
export async function forecastImport(db: Database, actor: Actor, importId: string): Promise<Forecast | null> {
  const [found] = await db.select({ transmittedAt: imports.transmittedAt }).from(imports).where(whereImport(actor, importId));
  if (!found) throw new DomainError("invalid_import_id");
  const [forecast, withheld] = await Promise.all([
    found.transmittedAt ? forecastTransmitted(db, actor, importId, found.transmittedAt) : forecastOpen(db, actor, importId),
    countWithheldFees(db, actor, importId),
  ]);
  return forecast && { ...forecast, withheld };
}

/**
 * Forecasts an open import. Its invoices all have the same plan, that of a direct debit, or none; only the late-payment fee depends on payer and
 * sum.
 */
async function forecastOpen(db: Database, actor: Actor, importId: string): Promise<Steps | null> {
  const stored = await getImportSettings(db, actor, importId);
  if (!stored) return null;
  const now = clock.now(actor);
  const debited = whereToBeDebited(await findExpectedDebitDay(db, actor, stored.settings, now));
  const { mails, outstandingCents, debits, debitedCents } = only(
    await db
      .select({
        mails: countRequests(actor.partnerId, importId, sql`not ${debited}`).mapWith(Number),
        outstandingCents: sql`coalesce(sum(${invoices.amountTotalCents}), 0)`.mapWith(Number),
        debits: sql`count(distinct customer_key(${invoices.customerEmail}, ${invoices.id})) filter (where ${debited})`.mapWith(Number),
        debitedCents: sql`coalesce(sum(${invoices.amountTotalCents}) filter (where ${debited}), 0)`.mapWith(Number),
      })
      .from(invoices)
      .where(
        and(visibleTo(actor, invoices), eq(invoices.importId, importId), sql`${invoices.amountTotalCents} > 0 and ${reachedBy} = 'email'`),
      ),
  );
  const { count: charged, feesCents } = await sumPayersFees(db, actor, importId, sql`not ${debited}`);
  const byMail = exampleInvoice(stored.settings, now);
  const mandate = { id: "", signedOn: dayAt(now), lastCollectedOn: null, noticeDays: null, isOneOff: false };
  const leadDays = await findLeadDays(db, actor, stored.settings.bankAccountId);
  const byDebit = { ...byMail, debit: { part: null, parts: [], wasDebited: false, wasBooked: false, mandate, leadDays } };
  const groups: PlannedGroup[] = [];
  if (mails > 0) groups.push({ id: "asked", count: charged, outstandingCents: 0, items: plan(byMail, now) });
  if (debits > 0) groups.push({ id: "debited", count: debits, outstandingCents: debitedCents, items: plan(byDebit, now) });
  const recipients = [
    { groups: ["asked"], count: mails },
    { groups: ["debited"], count: debits },
  ];
  const rows = addUp(groups, recipients).flatMap((row) => {
    // A note goes to customers with a fee, of whom several may be one household.
    if (row.kind === FEE_NOTE) return charged > 0 ? [{ ...row, count: Math.min(row.count, charged) }] : [];
    if (row.kind !== "late_payment_fee") return [row];
    return charged > 0 ? [{ ...row, count: charged, amountCents: feesCents }] : [];
  });
  const due = dueOn(now, stored.settings);
  const debitDays = debitsIn(rows);
  const askedCents = outstandingCents - debitDays.reduce((sum, { cents }) => sum + cents, 0);
  return withWeeks({ dueOn: due, now, outstandingCents, rows, due: [{ day: due, cents: askedCents }, ...debitDays] });
}

/** Returns an unpaid invoice of an import that is transmitted now, with a payer who is charged the fee in the settings if any law allows it. */
function exampleInvoice(settings: CollectedInvoice["settings"], now: Date): CollectedInvoice {
  return {
    settings,
    transmittedAt: now,
    dueOn: null,
    retractedAt: null,
    hasEmail: true,
    isPaymentInProgress: false,
    lastFailedAt: null,
    hold: null,
    payer: { country: "BE", isBusiness: false, enterpriseNumber: "", isDescribed: true },
    lines: [{ type: "INVOICE-LINE", amountCents: 1_000_000_00, date: now }],
    messages: [],
    returnNamed: null,
    insteadNamed: null,
    namedUntil: null,
    isFeeNoted: false,
    sharedFee: null,
    debit: null,
    instalments: null,
  };
}

async function forecastTransmitted(db: Database, actor: Actor, importId: string, transmittedAt: Date): Promise<Steps | null> {
  const stored = await getImportSettings(db, actor, importId);
  if (!stored) return null;
  const now = clock.now(actor);
  const { groups, recipients } = await findAlikeInvoices(db, actor, importId, now);
  // A group is named by the id of the invoice that represents it.
  const alike = new Map(groups.map((group) => [group.id, group]));
  const found = await expectSharedFees(db, actor.partnerId, await findCollectedInvoices(db, actor.partnerId, [...alike.keys()]), now);
  const grouped = found.flatMap((invoice) => {
    const group = alike.get(invoice.id);
    return group ? [{ ...group, invoice, items: plan(invoice, now) }] : [];
  });
  const coming = addUp(grouped, recipients);
  const planned = stored.settings.directDebit ? await sumPlannedDebits(db, actor, importId) : [];
  const rests = stored.settings.directDebit ? await findRestsBesideDebits(db, actor, importId, now) : [];
  const due = dueOn(transmittedAt, stored.settings);
  const outstandingCents = groups.reduce((sum, group) => sum + group.outstandingCents, 0);
  const promised = stored.settings.promiseDays === null ? [] : await findPromised(db, actor, importId, now);
  const isPromised = new Set(promised.map(({ invoiceId }) => invoiceId));
  // An invoice that is promised is a group of its own.
  const expected = grouped.filter(({ id }) => !isPromised.has(id)).flatMap((group) => expectedOf(group, now));
  return withWeeks({
    dueOn: due,
    now,
    outstandingCents,
    rows: withPlanned(coming, planned),
    due: [...expected, ...promised, ...rests, ...planned.map(({ day, amountCents: cents }) => ({ day, cents, isDebited: true }))],
  });
}

/**
 * Returns what is expected of a group's invoices, with the days: those of the instalments, that of the direct debit, or the last day to pay in time.
 */
function expectedOf(
  { invoice, items, outstandingCents: cents }: Pick<PlannedGroup, "items" | "outstandingCents"> & { invoice: CollectedInvoice },
  now: Date,
): ExpectedMoney[] {
  const parts = openParts(invoice, now);
  if (parts.length > 0) return parts;
  const debit = items.find((item) => item.kind === DEBIT);
  if (debit) return [{ day: debit.collectOn, cents, isDebited: true }];
  return [{ day: lastDayInTime(invoice, dueOnOf(invoice, now)), cents }];
}

/** Returns what is open of the instalments by which the invoice is paid, with their days; nothing if it is not paid in instalments. */
function openParts(invoice: CollectedInvoice, now: Date): { day: string; cents: number }[] {
  return runningPlan(invoice, now)?.parts.map(({ dueOn: day, openCents: cents }) => ({ day, cents })) ?? [];
}

/**
 * Finds the open amounts, with their days, that no debit collects although debits collect the rest of the invoice: fees beside a debit that is
 * collected once more, amounts that came on top, and instalments that are left to transfers while the bank has a debit.
 */
async function findRestsBesideDebits(db: Database, actor: Actor, importId: string, now: Date): Promise<{ day: string; cents: number }[]> {
  const found = await findCollectedInvoices(db, actor.partnerId, await findPartlyDebited(db, actor, importId));
  return found.flatMap((invoice) => {
    const running = runningPlan(invoice, now);
    const whole = running ? null : invoice.debit?.part;
    if (whole) {
      const cents = restCents(sumOf(invoice.lines), { ...whole, isOfInstalment: whole.instalment !== null });
      return cents > 0 ? [{ day: restDueOn(whole.collectOn), cents }] : [];
    }
    const debited = new Map(running?.debits.map(({ instalment: { number }, amountCents }) => [number, amountCents]));
    const rests = running?.parts.map(({ number, dueOn: day, openCents }) => ({ day, cents: openCents - (debited.get(number) ?? 0) })) ?? [];
    return rests.filter(({ cents }) => cents > 0);
  });
}

/** Adds the debits that are planned already or at the bank to those that are still to be announced. */
function withPlanned(coming: ForecastRow[], planned: PlannedDebitsOfDay[]): ForecastRow[] {
  const isThat = (row: ForecastRow, { day }: PlannedDebitsOfDay) => row.kind === DEBIT && row.day === day;
  const added = coming.map((row) => {
    const more = planned.find((each) => isThat(row, each));
    return more ? { ...row, count: row.count + more.count, amountCents: row.amountCents + more.amountCents } : row;
  });
  const others = planned.filter((each) => !coming.some((row) => isThat(row, each))).map((each) => ({ ...each, kind: DEBIT }) as const);
  return [...added, ...others].sort(byDay);
}

const byDay = (one: ForecastRow, other: ForecastRow) => Number(one.day > other.day) - Number(one.day < other.day);

/**
 * Condition: the invoice is to be collected by direct debit, because its payer has a mandate that is valid on the day of the debit. `day`: null if
 * nothing is debited. The mandate is looked up for each invoice (`offset 0`), because Postgres would compare all mandates with all invoices while the
 * tables have no statistics.
 */
function whereToBeDebited(day: string | null): SQL {
  if (day === null) return sql`false`;
  return sql`exists (select from ${mandates} where ${and(whereMandateOfInvoice, whereMandateValid(day))} offset 0)`;
}

type Steps = Omit<Forecast, "withheld">;

interface StepsWithDays extends Omit<Steps, "weeks"> {
  now: Date;
  /** Amounts by the days on which they are expected: the due day, that of an instalment or a collection, or the one that a customer promised. */
  due: ExpectedMoney[];
}

function withWeeks({ now, due, rows, ...steps }: StepsWithDays): Steps {
  return { ...steps, rows, weeks: moneyPerWeek(due, feesIn(rows), dayAt(now)) };
}

const debitsIn = (rows: ForecastRow[]): ExpectedMoney[] =>
  rows.flatMap(({ kind, day, amountCents: cents }) => (kind === DEBIT ? [{ day, cents, isDebited: true }] : []));

const feesIn = (rows: ForecastRow[]) => rows.filter(({ kind }) => kind === "late_payment_fee");

interface PlannedGroup {
  id: string;
  /** Number of invoices. */
  count: number;
  outstandingCents: number;
  items: PlannedItem[];
}

/**
 * Adds up steps by day and kind. The day of a direct debit is that of the collection. Messages of one kind to one recipient on one day are sent as
 * one mail.
 */
function addUp(groups: PlannedGroup[], recipients: AlikeInvoices["recipients"]): ForecastRow[] {
  const rows = new Map<string, ForecastRow & { groups: Set<string> }>();
  for (const { id, count, outstandingCents, item } of groups.flatMap(({ items, ...group }) => items.map((item) => ({ ...group, item })))) {
    const day = item.kind === DEBIT ? item.collectOn : dayAt(item.at);
    const row = rows.get(`${day} ${item.kind}`) ?? { day, kind: item.kind, count: 0, amountCents: 0, groups: new Set() };
    row.groups.add(id);
    if (item.kind === DEBIT) row.amountCents += outstandingCents;
    if (item.kind === "late_payment_fee") {
      row.count += count;
      row.amountCents += item.amountCents * count;
    }
    rows.set(`${day} ${item.kind}`, row);
  }
  return [...rows.values()]
    .map(({ groups: among, ...row }) => (row.kind === "late_payment_fee" ? row : { ...row, count: countIn(among, recipients) }))
    .sort(byDay);
}

/** Returns the number of recipients with an invoice in one of the groups. */
function countIn(groups: ReadonlySet<string>, recipients: AlikeInvoices["recipients"]): number {
  return recipients.filter((each) => each.groups.some((id) => groups.has(id))).reduce((sum, { count }) => sum + count, 0);
}
