import { and, asc, eq, gt, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankAccounts } from "@/db/schema/bank-accounts";
import { bankStatements, statementEntries } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { deskRankings } from "@/db/schema/probable-payments";
import { type StatementWait, type StatementWaitReason, statementWaits } from "@/db/schema/statement-waits";
import type { Actor } from "@/server/actor";
import { holdBack } from "@/server/bank/transaction-states/transaction-state";
import { contradictedBy, type EndedStatement } from "@/server/domain/rules/statement-order";
import { clock } from "@/server/platform/clock";
import { dayInSql } from "@/server/platform/day-in-sql";
import { newId } from "@/server/platform/id";
import { holdAboveLimit, type KeptStatement } from "./hold-above-limit";
import { lockWaits, whereOpen } from "./waiting-statement";

/** Maximum number of rows of the queue for ranking per insert. */
const AT_ONCE = 1_000;

/**
 * Holds back statements
 * - whose opening balance contradicts the previous closing balance;
 * - with entries booked after their account was closed;
 * - whose money needs a second person (`holdAboveLimit`).
 *
 * Their payments are `waiting`, and are not matched until `acceptStatement`; payments that a later file adds to a waiting statement wait as well.
 * Waiting payments still hold the invoices that they probably pay. Runs in the transaction that stores the file. Returns the reason why each
 * statement waits; null if it does not.
 */
export async function holdStatements(
  tx: Database,
  actor: Actor,
  fileId: string,
  kept: readonly KeptStatement[],
): Promise<(StatementWaitReason | null)[]> {
  for (const statement of kept) {
    if (statement.newEntries === 0) continue;
    const wait = { partnerId: actor.partnerId, statementId: statement.id, fileId, beganAt: clock.now(actor) };
    const contradicted = await findContradicted(tx, actor, statement);
    if (contradicted) {
      const { closingCents, closingOn } = contradicted;
      await tx
        .insert(statementWaits)
        .values({ ...wait, id: newId(), because: "opening_contradicts", closingCents, closingOn })
        .onConflictDoNothing();
    }
    if (await isAfterClosing(tx, actor, statement))
      await tx
        .insert(statementWaits)
        .values({ ...wait, id: newId(), because: "account_closed" })
        .onConflictDoNothing();
  }
  await holdAboveLimit(tx, actor, fileId, kept);
  const ids = kept.map(({ id }) => id);
  // Locks the waits first: if a statement is being accepted at the same time, its payments must not be held back.
  const waiting = reasonsOf(await lockWaits(tx, actor.partnerId, ids));
  if (waiting.size > 0) await holdBack(tx, await wherePaymentsOf(tx, actor.partnerId, [...waiting.keys()]));
  await queueForRanking(tx, actor, [...waiting.keys(), ...kept.flatMap(({ openedWaiting }) => [...openedWaiting.keys()])]);
  return ids.map((id) => waiting.get(id) ?? null);
}

/**
 * Whether an entry was booked on a later day than the one on which the company closed the account. Entries are read for closed accounts
 * only: a statement may have 50,000.
 */
async function isAfterClosing(tx: Database, { partnerId }: Actor, { id }: KeptStatement): Promise<boolean> {
  const { closedOn } = only(
    await tx
      .select({ closedOn: sql<string | null>`${dayInSql(bankAccounts.closedAt)}::text` })
      .from(bankStatements)
      .innerJoin(bankAccounts, and(eq(bankAccounts.partnerId, bankStatements.partnerId), eq(bankAccounts.id, bankStatements.bankAccountId)))
      .where(and(eq(bankStatements.partnerId, partnerId), eq(bankStatements.id, id))),
  );
  if (closedOn === null) return false;
  const { statementId, bookedOn } = statementEntries;
  const later = and(eq(statementEntries.partnerId, partnerId), eq(statementId, id), gt(bookedOn, closedOn));
  return (await tx.select({ id: statementEntries.id }).from(statementEntries).where(later).limit(1)).length > 0;
}

/** Finds the earlier statement whose closing balance this one's opening balance contradicts; undefined if there is none. */
async function findContradicted(
  tx: Database,
  { partnerId }: Actor,
  { id, newEntries }: KeptStatement,
): Promise<EndedStatement | undefined> {
  const [statement] = await tx
    .select({
      iban: bankStatements.iban,
      currency: bankStatements.currency,
      number: bankStatements.number,
      entries: bankStatements.entries,
      openingCents: bankStatements.openingCents,
      openingOn: bankStatements.openingOn,
      firstBookedOn: sql<string | null>`min(${statementEntries.bookedOn})::text`,
    })
    .from(bankStatements)
    .innerJoin(
      statementEntries,
      and(eq(statementEntries.partnerId, bankStatements.partnerId), eq(statementEntries.statementId, bankStatements.id)),
    )
    .where(and(eq(bankStatements.partnerId, partnerId), eq(bankStatements.id, id)))
    .groupBy(bankStatements.partnerId, bankStatements.id);
  if (!statement) return undefined;
  const { iban, currency, number, entries, openingCents, openingOn, firstBookedOn } = statement;
  if (openingCents === null || openingOn === null || firstBookedOn === null) return undefined;
  const ended = await findEnded(tx, { partnerId, iban, currency, openingOn, id });
  const hasKnownEntries = newEntries < entries;
  return contradictedBy({ number, openingCents, openingOn, firstBookedOn, hasKnownEntries }, ended);
}

/**
 * Finds the latest statements that had ended by a day, from any kind of file. Leaves out withdrawn statements, waiting
 * ones, whose balances are in doubt, and intraday reports, because their day may go on.
 */
async function findEnded(
  tx: Database,
  { partnerId, iban, currency, openingOn, id }: { partnerId: string; iban: string; currency: string; openingOn: string; id: string },
): Promise<EndedStatement[]> {
  const { number, closingCents, closingOn } = bankStatements;
  const before = and(
    eq(bankStatements.partnerId, partnerId),
    eq(bankStatements.iban, iban),
    eq(bankStatements.currency, currency),
    isNull(bankStatements.withdrawalId),
    ne(bankStatements.id, id),
    ne(bankStatements.family, "camt052"),
    lte(closingOn, openingOn),
    sql`not exists (select from ${statementWaits} where ${statementWaits.partnerId} = ${bankStatements.partnerId}
      and ${statementWaits.statementId} = ${bankStatements.id} and ${statementWaits.acceptedAt} is null)`,
  );
  const { last } = only(
    await tx
      .select({ last: sql<string | null>`max(${closingOn})::text` })
      .from(bankStatements)
      .where(before),
  );
  if (last === null) return [];
  const found = await tx
    .select({ number, closingCents })
    .from(bankStatements)
    .where(and(before, eq(closingOn, last)))
    .orderBy(asc(bankStatements.id));
  return found.flatMap(({ closingCents: cents, ...statement }) =>
    cents === null ? [] : [{ ...statement, closingCents: cents, closingOn: last }],
  );
}

/** Returns the reason why each statement waits, by its id. Of several reasons, `above_limit` goes before the others. */
export async function findWaiting(
  db: Database,
  { partnerId }: Actor,
  statementIds: readonly string[],
): Promise<Map<string, StatementWaitReason>> {
  if (statementIds.length === 0) return new Map();
  return reasonsOf(await db.select().from(statementWaits).where(whereOpen(partnerId, statementIds)));
}

function reasonsOf(waits: readonly StatementWait[]): Map<string, StatementWaitReason> {
  const reasons = new Map(waits.map(({ statementId, because }) => [statementId, because]));
  for (const { statementId, because } of waits) if (because === "above_limit") reasons.set(statementId, because);
  return reasons;
}

/**
 * Queues payments of waiting statements that were never ranked. No customer is asked or reminded until ranking has found the invoices that
 * the payments probably pay.
 */
async function queueForRanking(tx: Database, { partnerId }: Actor, statementIds: string[]): Promise<void> {
  if (statementIds.length === 0) return;
  const { id, state, amountCents, rankedAt } = bankTransactions;
  const wherePayments = await wherePaymentsOf(tx, partnerId, statementIds);
  const unranked = await tx
    .select({ partnerId: bankTransactions.partnerId, bankTransactionId: id })
    .from(bankTransactions)
    .where(and(wherePayments, eq(state, "waiting"), gt(amountCents, 0), isNull(rankedAt)));
  for (let from = 0; from < unranked.length; from += AT_ONCE) await tx.insert(deskRankings).values(unranked.slice(from, from + AT_ONCE));
}

/**
 * Returns the condition that a payment is an entry that one of these statements brought. Entries that an earlier statement had brought are
 * stored with that one.
 */
export async function wherePaymentsOf(tx: Database, partnerId: string, statementIds: readonly string[]): Promise<SQL | undefined> {
  const entries = await tx
    .select({ id: statementEntries.id })
    .from(statementEntries)
    .where(and(eq(statementEntries.partnerId, partnerId), isOneOf(statementEntries.statementId, statementIds)));
  const ids = entries.map(({ id }) => id);
  return and(eq(bankTransactions.partnerId, partnerId), isOneOf(bankTransactions.entryId, ids));
}
