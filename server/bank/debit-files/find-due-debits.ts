import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { debitSettings } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { partners } from "@/db/schema/partners";
import { whereBankHasFile } from "@/server/billing/debits/where-bank-has-file";
import { bankDaysBefore } from "@/server/domain/banking/bank-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { debitCutOff } from "@/server/domain/rules/debit-cut-off";
import { DEBIT_ORDER_DAYS, debitLeadLimits } from "@/server/domain/rules/debit-state";
import { clock } from "@/server/platform/clock";

/** An account with planned debits that are in no file although their cut-off is near or has passed. */
export interface DueAccount {
  partnerId: string;
  companyId: string;
  companyName: string;
  bankAccountId: string;
  /** Today by the partner's clock. */
  today: string;
  /** Number of debits whose cut-off has passed. */
  lateCount: number;
  /** Number of debits whose cut-off is still to come, on this bank day or the next one. */
  soonCount: number;
  /** The earliest of the cut-offs to come; null if `soonCount` is 0. */
  cutOffAt: Date | null;
  /** Last bank day before `cutOffAt`; null if `soonCount` is 0. */
  dayBefore: string | null;
}

/**
 * Finds the accounts whose planned debits need a file now, by name of their company. Leaves out debits of a withdrawn file that the bank has
 * named: they go into no other file, and cannot be put off. `where`: condition on debits. `now`: real time.
 */
export async function findDueDebits(db: Database, where: SQL | undefined, now: Date): Promise<DueAccount[]> {
  const { days, hour } = debitLeadLimits;
  const today = sql`(${now.toISOString()}::timestamptz + ${partners.clockOffsetMs} * interval '1 millisecond')::date`;
  const rows = await db
    .select({
      partnerId: debits.partnerId,
      companyId: debits.companyId,
      companyName: companies.name,
      bankAccountId: debits.bankAccountId,
      collectOn: debits.collectOn,
      clockOffsetMs: partners.clockOffsetMs,
      leadDays: sql<number>`coalesce(${debitSettings.leadDays}, ${days.initial})`.mapWith(Number),
      cutOffHour: sql<number>`coalesce(${debitSettings.cutOffHour}, ${hour.initial})`.mapWith(Number),
      count: sql`count(*)`.mapWith(Number),
    })
    .from(debits)
    .innerJoin(partners, eq(partners.id, debits.partnerId))
    .innerJoin(companies, and(eq(companies.partnerId, debits.partnerId), eq(companies.id, debits.companyId)))
    .leftJoin(debitSettings, and(eq(debitSettings.partnerId, debits.partnerId), eq(debitSettings.bankAccountId, debits.bankAccountId)))
    .where(
      and(
        eq(debits.status, "planned"),
        // Reads a week more than any account needs. `dueOf` then compares the cut-offs.
        sql`${debits.collectOn} <= ${today} + ${DEBIT_ORDER_DAYS + 7}::int`,
        where,
        sql`not exists (select from debits d where d.partner_id = ${debits.partnerId} and d.id = ${debits.id} and ${whereBankHasFile})`,
      ),
    )
    .groupBy(
      debits.partnerId,
      debits.companyId,
      companies.name,
      debits.bankAccountId,
      debits.collectOn,
      partners.clockOffsetMs,
      debitSettings.leadDays,
      debitSettings.cutOffHour,
    )
    .orderBy(asc(companies.name), asc(debits.bankAccountId), asc(debits.collectOn));
  const byAccount = Map.groupBy(rows, ({ partnerId, bankAccountId }) => `${partnerId} ${bankAccountId}`);
  return [...byAccount.values()].flatMap((ofAccount) => dueOf(ofAccount, now));
}

interface PlannedDay extends Pick<DueAccount, "partnerId" | "companyId" | "companyName" | "bankAccountId"> {
  collectOn: string;
  clockOffsetMs: number;
  leadDays: number;
  cutOffHour: number;
  count: number;
}

/** Returns a list with the account if the bank must have one of its debits by the next bank day, otherwise an empty list. */
function dueOf(ofAccount: readonly PlannedDay[], real: Date): DueAccount[] {
  const [first] = ofAccount;
  if (!first) return [];
  const now = clock.at(first, real);
  const today = dayAt(now);
  const cutOffs = ofAccount.map((day) => {
    const at = debitCutOff(day.collectOn, day);
    return { at, count: day.count, dayBefore: bankDaysBefore(dayAt(at), 1, "target") };
  });
  const late = cutOffs.filter(({ at }) => at <= now);
  const soon = cutOffs.filter(({ at, dayBefore }) => at > now && dayBefore <= today);
  if (late.length + soon.length === 0) return [];
  const [next] = soon.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const { partnerId, companyId, companyName, bankAccountId } = first;
  const countOf = (chosen: typeof cutOffs) => chosen.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      partnerId,
      companyId,
      companyName,
      bankAccountId,
      today,
      lateCount: countOf(late),
      soonCount: countOf(soon),
      cutOffAt: next?.at ?? null,
      dayBefore: next?.dayBefore ?? null,
    },
  ];
}
