import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements } from "@/db/schema/bank-statements";
import { type Actor, visibleTo } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { isInAnother, whereOwn } from "./alone-entries";
import { countDecided, type DecidedPayments } from "./count-decided";

/** Effect of withdrawing a statement. */
export interface DescribedWithdrawal {
  /** Number of the statement's entries. */
  entries: number;
  /** Number of entries that no other statement contains: they will count nowhere. */
  aloneEntries: number;
  /** Payments because of which the statement cannot be withdrawn now. */
  decided: DecidedPayments[];
}

/** Describes what withdrawing a statement will do. Throws `invalid_bank_statement_id`. */
export async function describeWithdrawal(db: Database, actor: Actor, statementId: string): Promise<DescribedWithdrawal> {
  const { partnerId } = actor;
  const [statement] = await db
    .select({ entries: bankStatements.entries })
    .from(bankStatements)
    .where(and(visibleTo(actor, bankStatements), eq(bankStatements.id, statementId)));
  if (!statement) throw new DomainError("invalid_bank_statement_id");
  const [counted, decided] = await Promise.all([
    db.execute<{ own: string; alone: string; repeated: string }>(sql`
      select count(*) as own, count(*) filter (where not ${isInAnother}) as alone,
        (select count(*) from repeated_entries r where r.partner_id = ${partnerId} and r.statement_id = ${statementId}) as repeated
      from statement_entries where ${whereOwn(partnerId, statementId)}`),
    countDecided(db, actor, statementId),
  ]);
  const { own, alone, repeated } = only(counted);
  // A second file may have added entries to the statement.
  return { entries: Math.max(statement.entries, Number(own) + Number(repeated)), aloneEntries: Number(alone), decided };
}
