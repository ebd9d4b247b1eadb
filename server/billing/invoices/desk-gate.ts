import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";

/** Whether a payment at the desk probably pays an invoice. Takes the invoice's columns: `invoices`, or those of an alias. */
export function whereAtDesk({ partnerId, id }: { partnerId: SQLWrapper; id: SQLWrapper }): SQL<boolean> {
  return sql<boolean>`exists (select from probable_payments probable where probable.partner_id = ${partnerId} and probable.invoice_id = ${id}
    and probable.ended_at is null)`;
}

/** Whether all payments in a partner's statements have been ranked: until then it is unknown whose invoices they pay. */
export function whereDeskIsRanked(partnerId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(not exists (select from bank_transactions came where came.partner_id = ${partnerId} and came.state = 'new' and came.amount_cents > 0)
    and not exists (select from desk_rankings due where due.partner_id = ${partnerId}))`;
}

/**
 * Keeps statements of a partner from being stored until the transaction ends; false where one is being stored. What is demanded in this transaction knows of all money
 * that was read before it ends. The other side is the trigger `bank_transactions_stop_steps` (db/rules/bank_transactions.sql).
 */
export async function keepStatementsOut(tx: Database, partnerId: string): Promise<boolean> {
  const rows = await tx.execute<{ kept: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(hashtextextended(${`desk ${partnerId}`}, 0)) as kept`,
  );
  return only(rows).kept;
}

/** As `whereDeskIsRanked`. */
export async function isDeskRanked(tx: Database, partnerId: string): Promise<boolean> {
  return only(await tx.execute<{ is: boolean }>(sql`select ${whereDeskIsRanked(sql`${partnerId}`)} as is`)).is;
}
