import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import type { Ages, DueDay } from "@/server/billing/figures/ages";
import { type CompanyFigures, figuresOfCompanies, type Period } from "@/server/billing/figures/figures-of-companies";
import { rebuildRollups } from "@/server/billing/figures/rebuild-rollups";
import { addDays, dayAt, weekOf } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import { countWhatWaits } from "./count-what-waits";
import type { Home, HomeFigures, HomeWeek } from "./home";

/** Number of weeks in the history, the current one included. */
const WEEKS = 14;
/** Length of the season that ends today. */
const SEASON_DAYS = 365;
/** Maximum number of companies listed by name. The others, with the smallest outstanding amounts, are summed up in one row. */
const NAMED_COMPANIES = 100;

/** Returns the figures of the companies that the actor may see, from their rollups, and the work that waits for a person. */
export async function getHome(db: Database, actor: Actor): Promise<Home> {
  const now = clock.now(actor);
  const today = dayAt(now);
  const weeks = Array.from({ length: WEEKS }, (_, index) => addDays(weekOf(today), 7 * (index + 1 - WEEKS)));
  const period = { today, firstWeek: addDays(weekOf(today), 7 * (1 - WEEKS)), firstOfSeason: addDays(today, 1 - SEASON_DAYS) };

  const [companies, needsMe] = await Promise.all([summedFigures(db, actor, period), countWhatWaits(db, actor)]);
  return {
    now,
    today,
    computedAt: oldest(companies.map((company) => company.computedAt)),
    needsMe,
    currencies: byCurrency(companies)
      .map((group) => figuresOf(group, weeks))
      .sort((a, b) => b.outstandingCents - a.outstandingCents),
  };
}

/** Returns the companies' figures. Computes the figures of new companies, which have none until the next refresh. */
async function summedFigures(db: Database, actor: Actor, period: Period): Promise<CompanyFigures[]> {
  const found = await figuresOfCompanies(db, actor, period);
  const unsummed = found.filter(({ computedAt }) => computedAt === null);
  if (unsummed.length === 0) return found;
  for (const { id } of unsummed) await rebuildRollups(db, actor.partnerId, id);
  return figuresOfCompanies(db, actor, period);
}

function oldest(moments: (Date | null)[]): Date | null {
  if (moments.length === 0 || moments.includes(null)) return null;
  return new Date(Math.min(...moments.map(Number)));
}

function byCurrency(companies: CompanyFigures[]): [CompanyFigures["currency"], CompanyFigures[]][] {
  const groups = new Map<CompanyFigures["currency"], CompanyFigures[]>();
  for (const company of companies) groups.set(company.currency, [...(groups.get(company.currency) ?? []), company]);
  return [...groups];
}

function figuresOf([currency, companies]: [CompanyFigures["currency"], CompanyFigures[]], weeks: string[]): HomeFigures {
  const ageing = ageingOf(companies);
  const history = weeksOf(companies, weeks, ageing.total.sumCents);
  // The last of the three is the current week.
  const [weekBefore, lastWeek] = history.slice(-3);
  return {
    currency,
    outstandingCents: ageing.total.sumCents,
    overdue: {
      invoices: companies.reduce((sum, { overdueInvoices }) => sum + overdueInvoices, 0),
      cents: ageing.total.sumCents - ageing.total.notDueCents - ageing.total.notAskedCents,
    },
    dueSoon: dueSoonOf(companies),
    collected: {
      lastWeekCents: lastWeek?.collectedCents ?? 0,
      weekBeforeCents: weekBefore?.collectedCents ?? 0,
      seasonCents: companies.reduce((sum, { seasonCents }) => sum + seasonCents, 0),
    },
    weeks: history,
    ageing,
  };
}

function dueSoonOf(companies: CompanyFigures[]): DueDay[] {
  const days = new Map<string, DueDay>();
  for (const { day, invoices, outstandingCents } of companies.flatMap(({ dueSoon }) => dueSoon)) {
    const known = days.get(day) ?? { day, invoices: 0, outstandingCents: 0 };
    days.set(day, { day, invoices: known.invoices + invoices, outstandingCents: known.outstandingCents + outstandingCents });
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/**
 * Computes the outstanding amount at the end of each week: today's amount minus the changes of later weeks. Money owed to customers is never
 * outstanding, so what an invoice has too much does not reduce what others owed. Never below 0, even while lines are not in the figures yet.
 */
function weeksOf(companies: CompanyFigures[], weeks: string[], outstandingNowCents: number): HomeWeek[] {
  const happened = new Map<string, { collectedCents: number; netCents: number }>();
  for (const week of companies.flatMap((company) => company.weeks)) {
    const { collectedCents, netCents } = happened.get(week.startsOn) ?? { collectedCents: 0, netCents: 0 };
    happened.set(week.startsOn, { collectedCents: collectedCents + week.collectedCents, netCents: netCents + week.netCents });
  }
  for (const { startsOn, changeCents } of companies.flatMap(({ overpaid }) => overpaid)) {
    const { collectedCents, netCents } = happened.get(startsOn) ?? { collectedCents: 0, netCents: 0 };
    happened.set(startsOn, { collectedCents, netCents: netCents + changeCents });
  }
  let outstandingCents = outstandingNowCents;
  return weeks
    .toReversed()
    .map((startsOn) => {
      const { collectedCents, netCents } = happened.get(startsOn) ?? { collectedCents: 0, netCents: 0 };
      const week = { startsOn, outstandingCents: Math.max(outstandingCents, 0), collectedCents };
      outstandingCents -= netCents;
      return week;
    })
    .toReversed();
}

function ageingOf(companies: CompanyFigures[]): HomeFigures["ageing"] {
  const outstanding = companies
    .filter(({ ages }) => Object.values(ages).some((cents) => cents !== 0))
    .sort((a, b) => b.ages.sumCents - a.ages.sumCents);
  const others = outstanding.slice(NAMED_COMPANIES);
  return {
    companies: outstanding.slice(0, NAMED_COMPANIES).map(({ id, name, ages }) => ({ companyId: id, companyName: name, ...ages })),
    others: { companies: others.length, ...sumOf(others) },
    total: sumOf(companies),
  };
}

function sumOf(companies: CompanyFigures[]): Ages {
  const sum = (name: keyof Ages) => companies.reduce((total, { ages }) => total + ages[name], 0);
  return {
    notAskedCents: sum("notAskedCents"),
    notDueCents: sum("notDueCents"),
    upTo30Cents: sum("upTo30Cents"),
    upTo60Cents: sum("upTo60Cents"),
    upTo90Cents: sum("upTo90Cents"),
    over90Cents: sum("over90Cents"),
    sumCents: sum("sumCents"),
  };
}
