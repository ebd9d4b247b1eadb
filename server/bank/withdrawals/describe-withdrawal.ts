import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements } from "@/db/schema/bank-statements";
import { type Actor, visibleTo } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { countDecided, type DecidedPayments } from "./count-decided";
import { whereOwn } from "./own-entries";
import { findSharing, mayBeShared } from "./shared-with";

/** Effect of withdrawing a statement. */
export interface DescribedWithdrawal {
  /** Number of the statement's entries. */
  entries: number;
  /** Number of entries that this statement was the first to contain: they will count nowhere. The others still count in earlier statements. */
  ownEntries: number;
  /** Payments because of which the statement cannot be withdrawn now. */
  decided: DecidedPayments[];
  /** Statement that must be withdrawn first, because it contains entries of this one; null: none. */
  sharing: { isVisible: true; statementId: string; number: string } | { isVisible: false } | null;
  /** Whether a later statement may contain entries of this one without a record of them. This statement then cannot be withdrawn. */
  mayBeShared: boolean;
}

/** Describes what withdrawing a statement will do. Throws `invalid_bank_statement_id`. */
export async function describeWithdrawal(db: Database, actor: Actor, statementId: string): Promise<DescribedWithdrawal> {
  const { partnerId } = actor;
  const [statement] = await db
    .select()
    .from(bankStatements)
    .where(and(visibleTo(actor, bankStatements), eq(bankStatements.id, statementId)));
  if (!statement) throw new DomainError("invalid_bank_statement_id");
  const [counted, decided, sharingId, isPerhapsShared] = await Promise.all([
    db.execute<{ own: string; repeated: string }>(sql`
      select count(*) as own,
        (select count(*) from repeated_entries r where r.partner_id = ${partnerId} and r.statement_id = ${statementId}) as repeated
      from statement_entries where ${whereOwn(partnerId, statementId)}`),
    countDecided(db, actor, statementId),
    findSharing(db, statement),
    mayBeShared(db, statement),
  ]);
  const { own, repeated } = only(counted);
  return {
    // A second file may have added entries to the statement.
    entries: Math.max(statement.entries, Number(own) + Number(repeated)),
    ownEntries: Number(own),
    decided,
    sharing: sharingId === undefined ? null : await describeSharing(db, actor, sharingId),
    mayBeShared: isPerhapsShared,
  };
}

/** Describes the sharing statement. Its number is shown only to people who see its company. */
async function describeSharing(db: Database, actor: Actor, sharingId: string): Promise<NonNullable<DescribedWithdrawal["sharing"]>> {
  const [visible] = await db
    .select({ statementId: bankStatements.id, number: bankStatements.number })
    .from(bankStatements)
    .where(and(visibleTo(actor, bankStatements), eq(bankStatements.id, sharingId)));
  return visible ? { isVisible: true, ...visible } : { isVisible: false };
}
