import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { statementWaits } from "@/db/schema/statement-waits";
import { type Actor, identityOf } from "@/server/actor";
import { releaseForMatching } from "@/server/bank/transaction-states/transaction-state";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { refuseBlocked } from "@/server/tenancy/people/second-person";
import { wherePaymentsOf } from "./hold-statement";
import { lockStatement } from "./lock-statement";
import { loadAcceptanceBlockerOf, lockWaits } from "./waiting-statement";

/**
 * Accepts a waiting bank statement: its payments are then matched. If it is accepted twice at once, one acceptance succeeds. Throws what
 * `lockStatement` throws, and `bank_statement_not_waiting`. Above the partner's limit, throws `bank_statement_is_own` for the person who uploaded
 * the statement, and `approver_not_settled` or `asked_by_key` for others who cannot accept it (`Blocker`).
 */
export function acceptStatement(db: Database, actor: Actor, statementId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const statement = await lockStatement(tx, actor, statementId);
    const waits = await lockWaits(tx, actor.partnerId, [statementId]);
    if (waits.length === 0) throw new DomainError("bank_statement_not_waiting");
    const blockerOf = await loadAcceptanceBlockerOf(tx, actor);
    for (const wait of waits) refuseBlocked(blockerOf(wait), "bank_statement_is_own");
    const ids = waits.map(({ id }) => id);
    await tx
      .update(statementWaits)
      .set({ acceptedBy: identityOf(actor), acceptedAt: clock.now(actor) })
      .where(and(eq(statementWaits.partnerId, actor.partnerId), inArray(statementWaits.id, ids)));
    await releaseForMatching(tx, await wherePaymentsOf(tx, actor.partnerId, [statementId]));
    for (const { fileId, because, askedBy, incomingCents } of waits) {
      await recordEvent(tx, actor, "bank_statement_accepted", {
        about: `company:${statement.companyId}`,
        after: { statement: statementId, statementFile: fileId, because, ...(askedBy !== null && { askedBy, incomingCents }) },
      });
    }
  });
}
