import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { type Actor, visibleTo } from "@/server/actor";
import { DomainError } from "@/server/errors";

/**
 * Locks a statement until the transaction ends, so that it is either accepted or withdrawn. The caller locks its waits and then its payments only
 * afterwards. Throws `invalid_bank_statement_id`, also if the actor does not see its company, and `bank_statement_withdrawn`.
 */
export async function lockStatement(tx: Database, actor: Actor, statementId: string): Promise<typeof bankStatements.$inferSelect> {
  const [statement] = await tx
    .select()
    .from(bankStatements)
    .where(and(visibleTo(actor, bankStatements), eq(bankStatements.id, statementId)))
    .for("no key update");
  if (!statement) throw new DomainError("invalid_bank_statement_id");
  if (statement.withdrawalId !== null) throw new DomainError("bank_statement_withdrawn");
  return statement;
}
