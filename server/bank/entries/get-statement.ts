import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements, statementEntries } from "@/db/schema/bank-statements";
import { type Actor, visibleTo } from "@/server/actor";
import { type ListedStatement, selectStatements, withWithdrawal } from "@/server/bank/statements/list-statements";
import { findWaitingStatements } from "@/server/bank/statements/waiting-statement";
import type { LeftOutRows } from "@/server/domain/banking/left-out-rows";
import { placedEntries, type ReadStatement, readStatement } from "./statement-rows";

/** A stored statement with the sums of its entries. Amounts in cents. */
export interface DescribedStatement extends Omit<ListedStatement, "openCount" | "laterCount"> {
  incomingCents: number;
  /** Below 0. */
  outgoingCents: number;
  /**
   * Day at whose end the account had the opening balance. Null if the file does not tell: CSV has only the day of its first row, and some
   * banks date the balance with the day of the first entry.
   */
  openedOn: string | null;
  /** First and last booking day of its entries; null without entries. */
  firstOn: string | null;
  lastOn: string | null;
  /**
   * Number of entries that an earlier statement contained and that cannot be listed, because the actor does not see the company of that
   * statement, or because this statement was stored before repeats were recorded. The sums leave them out.
   */
  unlistedEntries: number;
  /** CSV only: rows of its file that were left out. Null: none, or not recorded. */
  leftOut: LeftOutRows | null;
}

/** Returns a statement. Throws `invalid_bank_statement_id`, also for a company that the actor does not see. */
export async function getStatement(db: Database, actor: Actor, statementId: string): Promise<DescribedStatement> {
  const read = await readStatement(db, actor, statementId);
  const [found, [kept], { listedEntries, ...sums }, waiting] = await Promise.all([
    selectStatements(db, actor).where(and(visibleTo(actor, bankStatements), eq(bankStatements.id, statementId))),
    db
      .select({ leftOut: bankStatements.leftOut })
      .from(bankStatements)
      .where(and(visibleTo(actor, bankStatements), eq(bankStatements.id, statementId))),
    sumEntries(db, actor, read),
    findWaitingStatements(db, actor, [statementId]),
  ]);
  const statement = withWithdrawal(only(found));
  const unlistedEntries = Math.max(statement.entries - listedEntries, 0);
  const { family, openingOn } = statement;
  const openedOn = family !== "csv" && openingOn && (!sums.firstOn || openingOn < sums.firstOn) ? openingOn : null;
  return { ...statement, ...sums, openedOn, unlistedEntries, leftOut: kept?.leftOut ?? null, wait: waiting.get(statementId) ?? null };
}

/** Sums the entries that the actor sees. An entry belongs to the company of the statement that brought it. */
async function sumEntries(db: Database, actor: Actor, statement: ReadStatement) {
  const { amountCents, bookedOn } = statementEntries;
  const { listedEntries, incomingCents, outgoingCents, ...days } = only(
    await db.execute<{
      listedEntries: string;
      incomingCents: string;
      outgoingCents: string;
      firstOn: string | null;
      lastOn: string | null;
    }>(sql`
      select count(*) as "listedEntries",
        coalesce(sum(${amountCents}) filter (where ${amountCents} > 0), 0) as "incomingCents",
        coalesce(sum(${amountCents}) filter (where ${amountCents} < 0), 0) as "outgoingCents",
        min(${bookedOn})::text as "firstOn", max(${bookedOn})::text as "lastOn"
      from ${placedEntries(actor, statement)}
      join ${statementEntries} on ${statementEntries.partnerId} = ${actor.partnerId} and ${statementEntries.id} = placed.entry_id
      join ${bankStatements} on ${bankStatements.partnerId} = ${actor.partnerId} and ${bankStatements.id} = ${statementEntries.statementId}
      where ${visibleTo(actor, bankStatements)}`),
  );
  return {
    ...days,
    listedEntries: Number(listedEntries),
    incomingCents: Number(incomingCents),
    outgoingCents: Number(outgoingCents),
  };
}
