import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { changes } from "@/db/schema/changes";
import { type Company, companies } from "@/db/schema/companies";
import { dailyRollups, outstandingRollups, rollupStates } from "@/db/schema/rollups";
import { type Actor, visibleToAsker, visibleValues } from "@/server/actor";
import type { Ages, DueDay } from "./ages";
import { completeBefore, whereMoved } from "./complete-before";
import { overpaidWeeks } from "./overpaid-weeks";

/** Figures of a company. Amounts in cents. */
export interface CompanyFigures extends Pick<Company, "id" | "name" | "currency"> {
  /** Time up to which these figures are complete; null if they were never computed. */
  computedAt: Date | null;
  ages: Ages;
  overdueInvoices: number;
  dueSoon: DueDay[];
  /** Weeks with any activity, each by its Monday. `netCents`: change of all balances, those owed to customers included. */
  weeks: { startsOn: string; collectedCents: number; netCents: number }[];
  /** Weeks in which the amount owed to customers changed, each by its Monday: above 0 if more was owed to them at its end. */
  overpaid: { startsOn: string; changeCents: number }[];
  /** Amount collected since `firstOfSeason`. */
  seasonCents: number;
}

/** Days, such as `2026-11-20`. */
export interface Period {
  today: string;
  firstWeek: string;
  firstOfSeason: string;
}

/** Returns the figures of all companies that the actor may see, sorted by name, in one statement, so that all come from one snapshot. */
export function figuresOfCompanies(db: Database, actor: Actor, period: Period): Promise<CompanyFigures[]> {
  return statement(db).execute({ ...visibleValues(actor), ...period });
}

const statement = prepared((db) =>
  db
    .select({
      id: companies.id,
      name: companies.name,
      currency: companies.currency,
      computedAt,
      ages,
      overdueInvoices,
      dueSoon,
      weeks,
      overpaid: sql<CompanyFigures["overpaid"]>`coalesce(overpaid.weeks, '[]'::json)`,
      seasonCents,
    })
    .from(companies)
    .leftJoin(
      sql`${overpaidWeeks({ today: day("today"), firstWeek: day("firstWeek") })} overpaid`,
      sql`overpaid.company_id = ${companies.id}`,
    )
    .where(visibleToAsker({ partnerId: companies.partnerId, companyId: companies.id }))
    .orderBy(companies.name, companies.id)
    .prepare("figures_of_companies"),
);

const day = (name: keyof Period) => sql`${sql.placeholder(name)}::date`;
const ofTheCompany = (table: typeof dailyRollups | typeof outstandingRollups | typeof rollupStates) =>
  sql`${table.partnerId} = ${companies.partnerId} and ${table.companyId} = ${companies.id}`;

/** A subquery, nested so that its columns keep their tables' names: drizzle drops them from a field of a query on one table. */
const subquery = <Value>(query: SQL): SQL<Value> => sql`(${query})`;

/** Time up to which the figures are complete: now, if nothing of the partner's has changed since they were computed. */
const computedAt = subquery<Date | null>(
  sql`select case when ${rollupStates.completeBefore} = '0' then null
      when ${whereMoved(sql`${rollupStates}`)}
        or exists (select from ${changes} where ${changes.partnerId} = ${companies.partnerId} and ${changes.transactionId} >= ${completeBefore(sql`${rollupStates}`)})
      then ${rollupStates.computedAt} else statement_timestamp() end
    from ${rollupStates} where ${ofTheCompany(rollupStates)}`,
).mapWith(rollupStates.computedAt) as SQL<Date | null>;

/** SQL for the sum of the outstanding amounts that have an age: not those of customers whom no message has reached, who have no due day. */
const agedWhere = (condition: SQL) =>
  sql`coalesce(sum(${outstandingRollups.outstandingCents} - ${outstandingRollups.unaskedCents}) filter (where ${condition}), 0)`;
const agedInvoices = sql`${outstandingRollups.invoices} - ${outstandingRollups.unaskedInvoices}`;
const sumOf = (cents: AnyPgColumn) => sql`coalesce(sum(${cents}), 0)`;
const daysOverdue = sql`${day("today")} - ${outstandingRollups.dueOn}`;

const ages = subquery<Ages>(
  sql`select json_build_object(
      'notDueCents', ${agedWhere(sql`${daysOverdue} <= 0`)},
      'upTo30Cents', ${agedWhere(sql`${daysOverdue} between 1 and 30`)},
      'upTo60Cents', ${agedWhere(sql`${daysOverdue} between 31 and 60`)},
      'upTo90Cents', ${agedWhere(sql`${daysOverdue} between 61 and 90`)},
      'over90Cents', ${agedWhere(sql`${daysOverdue} > 90`)},
      'notAskedCents', ${sumOf(outstandingRollups.unaskedCents)},
      'sumCents', ${sumOf(outstandingRollups.outstandingCents)})
    from ${outstandingRollups} where ${ofTheCompany(outstandingRollups)}`,
);

const overdueInvoices = subquery<number>(
  sql`select coalesce(sum(${agedInvoices}), 0) from ${outstandingRollups}
    where ${ofTheCompany(outstandingRollups)} and ${outstandingRollups.dueOn} < ${day("today")}`,
).mapWith(Number);

/** Amounts that fall due today or in the next six days, by day. */
const dueSoon = subquery<DueDay[]>(
  sql`select coalesce(json_agg(json_build_object('day', ${outstandingRollups.dueOn}, 'invoices', ${agedInvoices},
      'outstandingCents', ${outstandingRollups.outstandingCents} - ${outstandingRollups.unaskedCents})), '[]'::json)
    from ${outstandingRollups} where ${ofTheCompany(outstandingRollups)} and ${agedInvoices} > 0
      and ${outstandingRollups.dueOn} between ${day("today")} and ${day("today")} + 6`,
);

/** Sums by week. A line dated in the future already counts in the outstanding amount, so it counts in the current week. */
const weeks = subquery<CompanyFigures["weeks"]>(
  sql`select coalesce(json_agg(week), '[]'::json) from (
      select date_trunc('week', least(${dailyRollups.day}, ${day("today")}))::date as "startsOn",
        sum(${dailyRollups.collectedCents}) as "collectedCents",
        sum(${dailyRollups.billedCents} + ${dailyRollups.feesCents} - ${dailyRollups.collectedCents} - ${dailyRollups.creditedCents}) as "netCents"
      from ${dailyRollups} where ${ofTheCompany(dailyRollups)} and ${dailyRollups.day} >= ${day("firstWeek")}
      group by 1
    ) week`,
);

const seasonCents = subquery<number>(
  sql`select coalesce(sum(${dailyRollups.collectedCents}), 0) from ${dailyRollups}
    where ${ofTheCompany(dailyRollups)} and ${dailyRollups.day} >= ${day("firstOfSeason")}`,
).mapWith(Number);
