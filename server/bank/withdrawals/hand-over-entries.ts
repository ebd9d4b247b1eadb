import { and, eq, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { type StatementWait, statementWaits } from "@/db/schema/statement-waits";
import type { Actor } from "@/server/actor";
import { holdStatements } from "@/server/bank/statements/hold-statement";
import { releaseForMatching } from "@/server/bank/transaction-states/transaction-state";
import { newId } from "@/server/platform/id";

/**
 * Moves the entries of a withdrawn statement that other statements contain to the earliest of these: they count there from now on, and the
 * withdrawn statement names them as repeated. `waits`: why the withdrawn statement waited. Relies on the triggers
 * `statement_entries_stay_in_statement` and `repeated_entries_kept_until_moved`.
 */
export async function handOverEntries(tx: Database, actor: Actor, statementId: string, waits: readonly StatementWait[]): Promise<void> {
  const { partnerId } = actor;
  const shared = await tx.execute<{ entryId: string; line: number; nextId: string; nextLine: number }>(sql`
    select distinct on (e.id) e.id as "entryId", e.line, r.statement_id as "nextId", r.line as "nextLine"
    from statement_entries e
    join repeated_entries r on r.partner_id = e.partner_id and r.entry_id = e.id
    join bank_statements s on s.partner_id = r.partner_id and s.id = r.statement_id and s.withdrawal_id is null
    where e.partner_id = ${partnerId} and e.statement_id = ${statementId} order by e.id, r.statement_id`);
  if (shared.length === 0) return;
  const moves = sql`json_to_recordset(${JSON.stringify(shared)}::json) m ("entryId" text, line int, "nextId" text, "nextLine" int)`;
  await tx.execute(sql`update statement_entries e set statement_id = m."nextId", line = m."nextLine" from ${moves}
    where e.partner_id = ${partnerId} and e.id = m."entryId"`);
  await tx.execute(sql`delete from repeated_entries r using ${moves}
    where r.partner_id = ${partnerId} and r.statement_id = m."nextId" and r.entry_id = m."entryId"`);
  await tx.execute(sql`insert into repeated_entries (partner_id, statement_id, entry_id, line)
    select ${partnerId}, ${statementId}, m."entryId", m.line from ${moves}`);
  if (waits.length === 0) return;
  for (const [nextId, moved] of Map.groupBy(shared, (each) => each.nextId)) {
    await bringWaiting(
      tx,
      actor,
      nextId,
      moved.map(({ entryId }) => entryId),
      waits,
    );
  }
}

/**
 * Lets the statement wait for the reasons that it has itself, now that it brings these waiting entries; and for a second person, if the
 * withdrawn statement did. Otherwise the payments are matched.
 */
async function bringWaiting(
  tx: Database,
  actor: Actor,
  statementId: string,
  entryIds: readonly string[],
  waits: readonly StatementWait[],
): Promise<void> {
  const { partnerId } = actor;
  const [statement] = await tx
    .select()
    .from(bankStatements)
    .where(and(eq(bankStatements.partnerId, partnerId), eq(bankStatements.id, statementId)));
  if (!statement) throw new Error(`Bank statement ${statementId} is gone`);
  const forSecondPerson = waits.filter(({ because }) => because === "above_limit");
  if (forSecondPerson.length > 0)
    await tx
      .insert(statementWaits)
      .values(forSecondPerson.map((wait) => ({ ...wait, id: newId(), statementId })))
      .onConflictDoNothing();
  await releaseForMatching(tx, and(eq(bankTransactions.partnerId, partnerId), isOneOf(bankTransactions.entryId, entryIds)));
  const { companyId, currency, fileId } = statement;
  const brought = { id: statementId, companyId, currency, newEntries: entryIds.length, incomingCents: 0, openedWaiting: new Map() };
  await holdStatements(tx, actor, fileId, [brought]);
}
