import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { countRequests } from "@/server/billing/imports/count-mails";
import { whereImport } from "@/server/billing/imports/find-import";
import { getImportSettings } from "@/server/billing/imports/get-import-settings";
import { reachedBy } from "@/server/billing/imports/reach";
import { dayAt } from "@/server/domain/formats/calendar";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { dueOn } from "@/server/domain/rules/due-date";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { type AlikeInvoices, findAlikeInvoices } from "./alike-invoices";
import { findCollectedInvoices } from "./collected-invoices";
import { countWithheldFees, type WithheldFees } from "./count-withheld-fees";
import { expectSharedFees } from "./expect-shared-fees";
import { moneyPerWeek, type WeekOfMoney } from "./money-per-week";
import { sumPayersFees } from "./payers-fees";
import { type CollectedInvoice, type PlannedItem, plan } from "./plan";

/** Messages and fees of a day, such as `2026-11-20`. */
interface ForecastRow {
  day: string;
  kind: PlannedItem["kind"];
  /** Number of mails, counting one per household; for fees, their number. */
  count: number;
  /** Sum of the fees, in cents; 0 for messages. */
  amountCents: number;
}

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

/** All invoices of an open import have the same plan, or none; only the late-payment fee depends on payer and sum. */
async function forecastOpen(db: Database, actor: Actor, importId: string): Promise<Steps | null> {
  const stored = await getImportSettings(db, actor, importId);
  if (!stored) return null;
  const { mails, outstandingCents } = only(
    await db
      .select({
        mails: countRequests(actor.partnerId, importId).mapWith(Number),
        outstandingCents: sql`coalesce(sum(${invoices.amountTotalCents}), 0)`.mapWith(Number),
      })
      .from(invoices)
      .where(
        and(visibleTo(actor, invoices), eq(invoices.importId, importId), sql`${invoices.amountTotalCents} > 0 and ${reachedBy} = 'email'`),
      ),
  );
  const { count: charged, feesCents } = await sumPayersFees(db, actor, importId);
  const now = clock.now(actor);
  const any: CollectedInvoice = {
    settings: stored.settings,
    transmittedAt: now,
    dueOn: null,
    retractedAt: null,
    hasEmail: true,
    isPaymentInProgress: false,
    lastFailedAt: null,
    hold: null,
    // A payer who is charged the fee in the settings, if the law allows it for any payer.
    payer: { country: "BE", isBusiness: false, enterpriseNumber: "", isDescribed: true },
    lines: [{ type: "INVOICE-LINE", amountCents: 1_000_000_00, date: now }],
    messages: [],
    returnNamed: null,
    namedUntil: null,
    isFeeNoted: false,
    sharedFee: null,
  };
  const groups = mails > 0 ? [{ id: "any", count: charged, items: plan(any, now) }] : [];
  const rows = addUp(groups, [{ groups: ["any"], count: mails }]).flatMap((row) => {
    // A note goes to customers with a fee, of whom several may be one household.
    if (row.kind === FEE_NOTE) return charged > 0 ? [{ ...row, count: Math.min(row.count, charged) }] : [];
    if (row.kind !== "late_payment_fee") return [row];
    return charged > 0 ? [{ ...row, count: charged, amountCents: feesCents }] : [];
  });
  return present({
    dueOn: dueOn(any.transmittedAt, any.settings),
    now,
    outstandingCents,
    rows,
  });
}

async function forecastTransmitted(db: Database, actor: Actor, importId: string, transmittedAt: Date): Promise<Steps | null> {
  const stored = await getImportSettings(db, actor, importId);
  if (!stored) return null;
  const now = clock.now(actor);
  const { groups, recipients } = await findAlikeInvoices(db, actor, importId, now);
  const counts = new Map(groups.map(({ id, count }) => [id, count]));
  const found = await expectSharedFees(db, actor.partnerId, await findCollectedInvoices(db, actor.partnerId, [...counts.keys()]), now);
  return present({
    dueOn: dueOn(transmittedAt, stored.settings),
    now,
    outstandingCents: groups.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0),
    rows: addUp(
      found.map((invoice) => ({ id: invoice.id, items: plan(invoice, now), count: counts.get(invoice.id) ?? 0 })),
      recipients,
    ),
  });
}

type Steps = Omit<Forecast, "withheld">;

function present({ dueOn, now, outstandingCents, rows }: Omit<Steps, "weeks"> & { now: Date }): Steps {
  return { dueOn, outstandingCents, rows, weeks: moneyPerWeek({ day: dueOn, cents: outstandingCents }, rows, dayAt(now)) };
}

interface PlannedGroup {
  id: string;
  /** Number of invoices. */
  count: number;
  items: PlannedItem[];
}

/** Adds up steps by day and kind. Messages of one kind to one recipient on one day are sent as one mail. */
function addUp(groups: PlannedGroup[], recipients: AlikeInvoices["recipients"]): ForecastRow[] {
  const rows = new Map<string, ForecastRow & { groups: Set<string> }>();
  for (const { id, count, item } of groups.flatMap(({ items, ...group }) => items.map((item) => ({ ...group, item })))) {
    const day = dayAt(item.at);
    const row = rows.get(`${day} ${item.kind}`) ?? { day, kind: item.kind, count: 0, amountCents: 0, groups: new Set() };
    row.groups.add(id);
    if (item.kind === "late_payment_fee") {
      row.count += count;
      row.amountCents += item.amountCents * count;
    }
    rows.set(`${day} ${item.kind}`, row);
  }
  return [...rows.values()]
    .map(({ groups: among, ...row }) => (row.kind === "late_payment_fee" ? row : { ...row, count: countIn(among, recipients) }))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

function countIn(groups: ReadonlySet<string>, recipients: AlikeInvoices["recipients"]): number {
  return recipients.filter((of) => of.groups.some((id) => groups.has(id))).reduce((sum, { count }) => sum + count, 0);
}
