import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccounts } from "@/db/schema/bank-accounts";
import { bankStatements, statementFiles } from "@/db/schema/bank-statements";
import { type StatementWait, statementWaits } from "@/db/schema/statement-waits";
import type { Actor } from "@/server/actor";
import { loadApprovalBlockerOf } from "@/server/billing/approvals/find-approvers";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";
import { dayInSql } from "@/server/platform/day-in-sql";
import type { Blocker } from "@/server/tenancy/people/second-person";

/** A statement that waits to be accepted, and the reasons. Amounts in cents. */
export interface WaitingStatement {
  statementId: string;
  currency: string;
  openingCents: number | null;
  /** Closing balance of another statement that contradicts this statement's opening balance; null if none does. */
  contradicts: { closingCents: number; closingOn: string } | null;
  /** Day on which the company closed the account, if entries were booked later; otherwise null. */
  accountClosedOn: string | null;
  /** Files with money for which a second person must accept the statement (`holdAboveLimit`), oldest first. */
  aboveLimit: BroughtMoney[];
  /** Reason why the reader cannot accept the statement now. Null: there is none, provided that the reader may decide about money. */
  blocker: Blocker | null;
}

interface BroughtMoney {
  fileId: string;
  fileName: string;
  /** Name of the person or API key; null if there is none. */
  broughtByName: string | null;
  incomingCents: number;
  /** Time from which anybody who decides about money may accept the statement, if nobody else could when it arrived; otherwise null. */
  aloneFrom: Date | null;
}

/** Finds those of these statements that wait, by id. */
export async function findWaitingStatements(
  db: Database,
  actor: Actor,
  statementIds: readonly string[],
): Promise<Map<string, WaitingStatement>> {
  const found = new Map<string, WaitingStatement>();
  if (statementIds.length === 0) return found;
  const waits = await db
    .select({
      wait: statementWaits,
      currency: bankStatements.currency,
      openingCents: bankStatements.openingCents,
      closedOn: sql<string | null>`${dayInSql(bankAccounts.closedAt)}::text`,
      fileName: statementFiles.name,
      broughtByName: nameOfActor(sql`coalesce(${statementWaits.askedBy}, '')`, actor.partnerId),
    })
    .from(statementWaits)
    .innerJoin(
      bankStatements,
      and(eq(bankStatements.partnerId, statementWaits.partnerId), eq(bankStatements.id, statementWaits.statementId)),
    )
    .innerJoin(bankAccounts, and(eq(bankAccounts.partnerId, bankStatements.partnerId), eq(bankAccounts.id, bankStatements.bankAccountId)))
    .innerJoin(statementFiles, and(eq(statementFiles.partnerId, statementWaits.partnerId), eq(statementFiles.id, statementWaits.fileId)))
    .where(whereOpen(actor.partnerId, statementIds))
    .orderBy(asc(statementWaits.id));
  const blockerOf = waits.length > 0 ? await loadAcceptanceBlockerOf(db, actor) : () => null;
  for (const { wait, currency, openingCents, closedOn, fileName, broughtByName } of waits) {
    const { statementId, fileId, because, closingCents, closingOn, incomingCents, aloneFrom } = wait;
    const none = { statementId, currency, openingCents, contradicts: null, accountClosedOn: null, aboveLimit: [], blocker: null };
    const statement = found.get(statementId) ?? none;
    found.set(statementId, {
      ...statement,
      contradicts: statement.contradicts ?? (closingCents !== null && closingOn !== null ? { closingCents, closingOn } : null),
      accountClosedOn: because === "account_closed" ? closedOn : statement.accountClosedOn,
      aboveLimit: [
        ...statement.aboveLimit,
        ...(incomingCents === null ? [] : [{ fileId, fileName, broughtByName, incomingCents, aloneFrom }]),
      ],
      blocker: statement.blocker ?? blockerOf(wait),
    });
  }
  return found;
}

/** Condition: the wait is not yet accepted, and belongs to one of these statements of the partner, which is not withdrawn. */
export function whereOpen(partnerId: string, statementIds: readonly string[]) {
  return and(
    eq(statementWaits.partnerId, partnerId),
    inArray(statementWaits.statementId, [...statementIds]),
    isNull(statementWaits.acceptedAt),
    sql`not exists (select from bank_statements gone where gone.partner_id = ${statementWaits.partnerId}
      and gone.id = ${statementWaits.statementId} and gone.withdrawal_id is not null)`,
  );
}

/**
 * Returns the waits of these statements, and locks them until the transaction ends, so that nobody accepts a statement. The caller has locked
 * none of their payments: waits are locked before payments everywhere.
 */
export async function lockWaits(tx: Database, partnerId: string, statementIds: readonly string[]): Promise<StatementWait[]> {
  if (statementIds.length === 0) return [];
  return tx.select().from(statementWaits).where(whereOpen(partnerId, statementIds)).orderBy(asc(statementWaits.id)).for("update");
}

/**
 * Loads a function that returns why the actor cannot accept a wait now; null: they can. Anybody who decides about money can accept a
 * contradiction, including the person who uploaded the statement.
 */
export async function loadAcceptanceBlockerOf(db: Database, actor: Actor): Promise<(wait: StatementWait) => Blocker | null> {
  const blockerOf = await loadApprovalBlockerOf(db, actor);
  return ({ askedBy, beganAt, aloneFrom }) => (askedBy === null ? null : blockerOf({ by: askedBy, at: beganAt, aloneFrom }));
}
