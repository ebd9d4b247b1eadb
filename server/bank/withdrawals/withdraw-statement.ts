import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { isOneOf, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements, statementEntries, statementEntryKeys } from "@/db/schema/bank-statements";
import { probablePayments } from "@/db/schema/probable-payments";
import { type Actor, identityOf, visibleTo } from "@/server/actor";
import { releaseWaitingReturns } from "@/server/bank/debits/release-waiting-returns";
import { wherePaymentsOf } from "@/server/bank/statements/hold-statement";
import { lockAccounts } from "@/server/bank/statements/lock-accounts";
import { lockStatement } from "@/server/bank/statements/lock-statement";
import { lockWaits } from "@/server/bank/statements/waiting-statement";
import { recordWithdrawn } from "@/server/bank/transaction-states/transaction-state";
import { LONGEST_WITHDRAWAL_REASON } from "@/server/domain/rules/statement-list";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { requiredText } from "@/server/platform/fields";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { countDecided } from "./count-decided";
import { joinPayments, whereOwn } from "./own-entries";
import { findSharing, mayBeShared } from "./shared-with";

export const newWithdrawal = z.object({ reason: requiredText("invalid_reason", { max: LONGEST_WITHDRAWAL_REASON }) });

/**
 * Withdraws a bank statement that was given to a wrong account. Its entries count nowhere from then on, and its file can be stored again.
 * Everything stays on record. If somebody decides about one of the payments at the same moment, either that or the withdrawal succeeds. Throws
 * - `invalid_bank_statement_id`, also if the actor does not see the statement's company;
 * - `bank_statement_withdrawn`;
 * - `bank_statement_decided` if `countDecided` counts one of its payments;
 * - `bank_statement_shared` if another statement must be withdrawn first (`findSharing`);
 * - `bank_statement_may_be_shared` if it is not known whether another statement contains its entries (`mayBeShared`).
 */
export async function withdrawStatement(
  db: Database,
  actor: Actor,
  { statementId, reason }: { statementId: string } & z.infer<typeof newWithdrawal>,
): Promise<void> {
  const [found] = await db
    .select({ iban: bankStatements.iban })
    .from(bankStatements)
    .where(and(visibleTo(actor, bankStatements), eq(bankStatements.id, statementId)));
  if (!found) throw new DomainError("invalid_bank_statement_id");
  await transact(db, actor, async (tx) => {
    const { partnerId } = actor;
    await lockAccounts(tx, actor, [found.iban]);
    const statement = await lockStatement(tx, actor, statementId);
    await lockWaits(tx, partnerId, [statementId]);
    const payments = await lockPayments(tx, actor, statementId);
    if (await findSharing(tx, statement)) throw new DomainError("bank_statement_shared");
    if (await mayBeShared(tx, statement)) throw new DomainError("bank_statement_may_be_shared");
    if ((await countDecided(tx, actor, statementId)).length > 0) throw new DomainError("bank_statement_decided");
    await tx
      .update(bankStatements)
      .set({ withdrawalId: newId(), withdrawnBy: identityOf(actor), withdrawnAt: clock.now(actor), withdrawalReason: reason })
      .where(and(eq(bankStatements.partnerId, partnerId), eq(bankStatements.id, statementId)));
    const withdrawn = await withdrawEntries(tx, actor, statementId);
    await recordEvent(tx, actor, "bank_statement_withdrawn", {
      about: `company:${statement.companyId}`,
      after: {
        statement: statementId,
        statementFile: statement.fileId,
        account: statement.iban,
        currency: statement.currency,
        entries: statement.entries,
        payments,
        withdrawnEntries: withdrawn,
      },
    });
  });
}

/** Locks the payments of the statement's own entries until the transaction ends, so that nobody decides about them. Returns their number. */
async function lockPayments(tx: Database, { partnerId }: Actor, statementId: string): Promise<number> {
  const locked = await tx.execute<{ count: string }>(sql`select count(*) as count from (
    select from statement_entries ${joinPayments} where ${whereOwn(partnerId, statementId)}
    order by bank_transactions.recorded_order for update of bank_transactions) locked`);
  return Number(only(locked).count);
}

/**
 * Takes the statement's own entries out of the desk, the holds on invoices, the returns that wait beside debits, and the keys of known entries.
 * Returns the number of these entries.
 */
async function withdrawEntries(tx: Database, actor: Actor, statementId: string): Promise<number> {
  const { partnerId } = actor;
  await recordWithdrawn(tx, await wherePaymentsOf(tx, partnerId, [statementId]));
  const entries = await tx.select({ id: statementEntries.id }).from(statementEntries).where(whereOwn(partnerId, statementId));
  const ids = entries.map(({ id }) => id);
  await tx
    .update(probablePayments)
    .set({ endedAt: clock.now(actor) })
    .where(
      and(
        eq(probablePayments.partnerId, partnerId),
        isNull(probablePayments.endedAt),
        sql`${probablePayments.bankTransactionId} in (select t.id from bank_transactions t
          where t.partner_id = ${partnerId} and t.entry_id = any(${textArray(ids)}::text[]))`,
      ),
    );
  await releaseWaitingReturns(tx, partnerId, ids);
  await tx.delete(statementEntryKeys).where(and(eq(statementEntryKeys.partnerId, partnerId), isOneOf(statementEntryKeys.entryId, ids)));
  return entries.length;
}
