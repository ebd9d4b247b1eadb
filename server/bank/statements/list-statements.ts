import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankStatements, statementEntries, statementFiles } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import { statementWaits } from "@/db/schema/statement-waits";
import { type Actor, visibleTo, withinCompany } from "@/server/actor";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";
import { dayInSql } from "@/server/platform/day-in-sql";
import type { Page, PageRequest } from "@/server/platform/page";
import type { StatementFamily } from "./statement";
import { findWaitingStatements, type WaitingStatement } from "./waiting-statement";

/** A stored statement. Amounts in cents. */
export interface ListedStatement {
  id: string;
  companyName: string;
  iban: string;
  currency: string;
  family: StatementFamily;
  number: string;
  openingCents: number | null;
  openingOn: string | null;
  closingCents: number | null;
  closingOn: string | null;
  entries: number;
  /** Number of the statement's payments to decide, without those put off. */
  openCount: number;
  /** Number of the statement's payments that a person has put off. */
  laterCount: number;
  fileName: string;
  receivedAt: Date;
  /** Balance and day at the end of the previous statement, if this one begins with another balance: a statement is missing between them. */
  gap: { closingCents: number; closingOn: string } | null;
  /** Null if the statement does not wait to be accepted. */
  wait: WaitingStatement | null;
  /** Null unless a person has withdrawn the statement, so that it counts nowhere. */
  withdrawal: Withdrawal | null;
}

/** Withdrawal of a statement: its author, time and reason. */
export interface Withdrawal {
  /** Null: the person has no name any longer. */
  byName: string | null;
  at: Date;
  reason: string;
}

export interface StatementQuery extends PageRequest {
  companyId: string | null;
}

/** Lists statements that wait to be accepted, then the others, including withdrawn ones; each group latest first. */
export async function listStatements(
  db: Database,
  actor: Actor,
  { companyId, pageNumber, pageSize }: StatementQuery,
): Promise<Page<ListedStatement>> {
  const visible = visibleTo(withinCompany(actor, companyId), bankStatements);
  const { id, closingOn } = bankStatements;
  const [listed, [total]] = await Promise.all([
    selectStatements(db, actor)
      .where(visible)
      .orderBy(desc(isWaiting), desc(sql`coalesce(${closingOn}, ${dayInSql(statementFiles.receivedAt)})`), desc(id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(bankStatements)
      .where(visible),
  ]);
  const ids = listed.map((statement) => statement.id);
  const [waiting, open] = await Promise.all([findWaitingStatements(db, actor, ids), countOpen(db, actor, ids)]);
  const statements = listed.map((statement) => ({
    ...withWithdrawal(statement),
    openCount: open.get(statement.id)?.openCount ?? 0,
    laterCount: open.get(statement.id)?.laterCount ?? 0,
    wait: waiting.get(statement.id) ?? null,
  }));
  return { entries: statements, pageNumber, pageSize, totalEntries: total?.count ?? 0 };
}

/** Selects the stored facts of listed statements. The number of open payments and what makes a statement wait are separate queries. */
export function selectStatements(db: Database, { partnerId }: Actor) {
  const { id, iban, currency, family, number, openingCents, openingOn, closingCents, closingOn, entries } = bankStatements;
  return db
    .select({
      id,
      iban,
      currency,
      family,
      number,
      openingCents,
      openingOn,
      closingCents,
      closingOn,
      entries,
      companyName: companies.name,
      fileName: statementFiles.name,
      receivedAt: statementFiles.receivedAt,
      gap,
      withdrawnAt: bankStatements.withdrawnAt,
      withdrawalReason: bankStatements.withdrawalReason,
      withdrawnByName: nameOfActor(sql`coalesce(${bankStatements.withdrawnBy}, '')`, partnerId),
    })
    .from(bankStatements)
    .innerJoin(companies, and(eq(companies.partnerId, bankStatements.partnerId), eq(companies.id, bankStatements.companyId)))
    .innerJoin(statementFiles, and(eq(statementFiles.partnerId, bankStatements.partnerId), eq(statementFiles.id, bankStatements.fileId)));
}

/** Returns a selected statement with its withdrawal as one value. */
export function withWithdrawal<Row extends { withdrawnAt: Date | null; withdrawalReason: string | null; withdrawnByName: string | null }>({
  withdrawnAt,
  withdrawalReason,
  withdrawnByName,
  ...statement
}: Row) {
  const withdrawal: Withdrawal | null = withdrawnAt && { at: withdrawnAt, byName: withdrawnByName, reason: withdrawalReason ?? "" };
  return { ...statement, withdrawal };
}

const isWaiting = sql`(${bankStatements.withdrawalId} is null and exists (select from ${statementWaits}
  where ${statementWaits.partnerId} = ${bankStatements.partnerId}
    and ${statementWaits.statementId} = ${bankStatements.id} and ${statementWaits.acceptedAt} is null))`;

async function countOpen(db: Database, { partnerId }: Actor, statementIds: string[]) {
  const { statementId } = statementEntries;
  const isLater = sql`${bankTransactions.state} = 'later'`;
  const counted = await db
    .select({
      statementId,
      openCount: sql`count(*) filter (where not ${isLater})`.mapWith(Number),
      laterCount: sql`count(*) filter (where ${isLater})`.mapWith(Number),
    })
    .from(statementEntries)
    .innerJoin(
      bankTransactions,
      and(eq(bankTransactions.partnerId, statementEntries.partnerId), eq(bankTransactions.entryId, statementEntries.id)),
    )
    .where(
      and(
        eq(statementEntries.partnerId, partnerId),
        inArray(statementId, statementIds),
        inArray(bankTransactions.state, ["waiting", "new", "open", "later"]),
      ),
    )
    .groupBy(statementId);
  return new Map(counted.map((each) => [each.statementId, each]));
}

/** Condition: the row `p` is another statement of the same account, and not withdrawn. */
const isOther = sql`p.partner_id = ${bankStatements.partnerId} and p.company_id = ${bankStatements.companyId}
  and p.iban = ${bankStatements.iban} and p.currency = ${bankStatements.currency} and p.id <> ${bankStatements.id} and p.withdrawal_id is null`;

/**
 * Balance with which an earlier statement closed, if this one does not open with it; null without a gap. Two kinds of earlier statement count,
 * because some banks date an opening balance with the evening before: those that end on the opening day, and those that end last before it.
 * There is no gap
 * - if any of these closes with the opening balance;
 * - if a balance is unknown;
 * - if an earlier statement overlaps. The opening day of a CSV statement is its first row's, so a statement that ends on that day may overlap.
 */
const gap = sql<ListedStatement["gap"]>`(
  select case when not bool_or(before.closing_cents is null or before.closing_cents = ${bankStatements.openingCents})
    then (array_agg(json_build_object('closingCents', before.closing_cents, 'closingOn', before.closing_on)
      order by before.closing_on desc, before.closing_cents desc))[1] end
  from (
    select p.closing_cents, p.closing_on,
      rank() over (partition by p.closing_on = ${bankStatements.openingOn} order by p.closing_on desc) as place
    from bank_statements p
    where ${isOther} and p.closing_on <= ${bankStatements.openingOn}
  ) before where before.place = 1 and ${bankStatements.openingCents} is not null and ${bankStatements.withdrawalId} is null and not exists (
    select from bank_statements p
    where ${isOther} and p.opening_on < ${bankStatements.openingOn} and (p.closing_on > ${bankStatements.openingOn}
      or (p.closing_on = ${bankStatements.openingOn} and ${bankStatements.family} = 'csv'))
  ))`;
