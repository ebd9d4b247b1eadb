import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { statementWaits } from "@/db/schema/statement-waits";
import { type Actor, nameOf, visibleTo } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import { wherePaymentsOf } from "./hold-statement";

/**
 * Accepts a bank statement that waits: the matching goes on with its payments. Of two people at once, one accepts it. Throws `invalid_bank_statement_id`, also for
 * a company that the actor does not see, and `bank_statement_not_waiting`.
 */
export function acceptStatement(db: Database, actor: Actor, statementId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const [statement] = await tx
      .select({ companyId: bankStatements.companyId })
      .from(bankStatements)
      .where(and(visibleTo(actor, bankStatements), eq(bankStatements.id, statementId)));
    if (!statement) throw new DomainError("invalid_bank_statement_id");
    const [wait] = await tx
      .update(statementWaits)
      .set({ acceptedBy: nameOf(actor), acceptedAt: clock.now(actor) })
      .where(
        and(eq(statementWaits.partnerId, actor.partnerId), eq(statementWaits.statementId, statementId), isNull(statementWaits.acceptedAt)),
      )
      .returning();
    if (!wait) throw new DomainError("bank_statement_not_waiting");
    await tx
      .update(bankTransactions)
      .set({ state: "new" })
      .where(and(eq(bankTransactions.state, "waiting"), wherePaymentsOf(actor.partnerId, [statementId])));
    await recordEvent(tx, actor, "bank_statement_accepted", {
      about: `company:${statement.companyId}`,
      after: { statement: statementId, statementFile: wait.fileId, because: wait.because },
    });
  });
}
