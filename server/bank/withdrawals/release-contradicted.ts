import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements, statementEntries } from "@/db/schema/bank-statements";
import { statementWaits } from "@/db/schema/statement-waits";
import { type Actor, nameOf } from "@/server/actor";
import { findContradicted, wherePaymentsOf } from "@/server/bank/statements/hold-statement";
import { lockWaits } from "@/server/bank/statements/waiting-statement";
import { releaseForMatching } from "@/server/bank/transaction-states/transaction-state";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";

type Statement = typeof bankStatements.$inferSelect;

/**
 * Accepts other statements of the account that waited only because their opening balance contradicted the withdrawn statement's closing
 * balance. The caller holds the account's lock.
 */
export async function releaseContradicted(tx: Database, actor: Actor, withdrawn: Statement): Promise<void> {
  const { partnerId } = actor;
  const { iban, currency, closingCents, closingOn } = withdrawn;
  if (closingCents === null || closingOn === null) return;
  const contradicted = await tx
    .select({ statement: bankStatements })
    .from(statementWaits)
    .innerJoin(
      bankStatements,
      and(eq(bankStatements.partnerId, statementWaits.partnerId), eq(bankStatements.id, statementWaits.statementId)),
    )
    .where(
      and(
        ...[eq(statementWaits.partnerId, partnerId), isNull(statementWaits.acceptedAt)],
        ...[eq(statementWaits.because, "opening_contradicts"), eq(statementWaits.closingCents, closingCents)],
        ...[eq(statementWaits.closingOn, closingOn), eq(bankStatements.iban, iban), eq(bankStatements.currency, currency)],
        ...[isNull(bankStatements.withdrawalId), ne(bankStatements.id, withdrawn.id)],
      ),
    );
  for (const { statement } of contradicted) {
    if (!(await findContradicted(tx, actor, { id: statement.id, newEntries: await countOwn(tx, statement) })))
      await accept(tx, actor, statement, withdrawn.id);
  }
}

async function countOwn(tx: Database, { partnerId, id }: Statement): Promise<number> {
  const where = and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.statementId, id));
  return only(
    await tx
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(statementEntries)
      .where(where),
  ).count;
}

async function accept(tx: Database, actor: Actor, { id, companyId }: Statement, withdrawnId: string): Promise<void> {
  const { partnerId } = actor;
  const waits = await lockWaits(tx, partnerId, [id]);
  const ended = waits.filter(({ because }) => because === "opening_contradicts");
  for (const wait of ended) {
    await tx
      .update(statementWaits)
      .set({ acceptedBy: nameOf(actor), acceptedAt: clock.now(actor) })
      .where(and(eq(statementWaits.partnerId, partnerId), eq(statementWaits.id, wait.id)));
    await recordEvent(tx, actor, "bank_statement_accepted", {
      about: `company:${companyId}`,
      after: { statement: id, statementFile: wait.fileId, because: wait.because, withdrawnStatement: withdrawnId },
    });
  }
  if (ended.length > 0 && ended.length === waits.length) await releaseForMatching(tx, await wherePaymentsOf(tx, partnerId, [id]));
}
