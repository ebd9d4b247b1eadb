import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";

/** Condition: a payment at the desk probably pays the invoice. Takes the invoice's columns: `invoices`, or those of an alias. */
export function whereAtDesk({ partnerId, id }: { partnerId: SQLWrapper; id: SQLWrapper }): SQL<boolean> {
  return sql<boolean>`exists (select from probable_payments probable where probable.partner_id = ${partnerId} and probable.invoice_id = ${id}
    and probable.ended_at is null)`;
}

/** Condition: all payments on a partner's statements have been ranked. Until then it is unknown whose invoices they pay. */
export function whereDeskIsRanked(partnerId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(not exists (select from bank_transactions came where came.partner_id = ${partnerId} and came.state = 'new' and came.amount_cents > 0)
    and not exists (select from desk_rankings due where due.partner_id = ${partnerId}))`;
}

/**
 * Prevents statements of a partner from being stored until the transaction ends. Returns false if one is being stored now. No demand made
 * in this transaction can therefore miss a payment that was stored before it. The trigger `bank_transactions_stop_steps`
 * (db/rules/bank_transactions.sql) takes the opposite lock.
 */
export async function keepStatementsOut(tx: Database, partnerId: string): Promise<boolean> {
  const rows = await tx.execute<{ kept: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(hashtextextended(${`desk ${partnerId}`}, 0)) as kept`,
  );
  return only(rows).kept;
}

/** Executes `whereDeskIsRanked` for one partner. */
export async function isDeskRanked(tx: Database, partnerId: string): Promise<boolean> {
  return only(await tx.execute<{ is: boolean }>(sql`select ${whereDeskIsRanked(sql`${partnerId}`)} as is`)).is;
}
