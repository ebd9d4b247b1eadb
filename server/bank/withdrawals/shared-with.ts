import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";

type Statement = typeof bankStatements.$inferSelect;

/**
 * Returns the id of the latest other statement that must be withdrawn before this one; undefined if there is none. Such a statement contains
 * entries of this one, or counts on from them: equal entries without a bank's reference are numbered from statement to statement.
 */
export async function findSharing(db: Database, { partnerId, id }: Pick<Statement, "partnerId" | "id">): Promise<string | undefined> {
  const [found] = await db.execute<{ id: string }>(sql`
    with own as materialized (select e.id from statement_entries e where e.partner_id = ${partnerId} and e.statement_id = ${id}),
    others as (
      select r.statement_id from own join repeated_entries r on r.partner_id = ${partnerId} and r.entry_id = own.id
      union
      select e.statement_id from own
        join statement_entry_keys k on k.partner_id = ${partnerId} and k.entry_id = own.id
        join statement_entry_keys later on later.partner_id = k.partner_id and later.iban = k.iban and later.currency = k.currency
          and later.family = k.family and later.key = k.key and later.ordinal > k.ordinal
        join statement_entries e on e.partner_id = later.partner_id and e.id = later.entry_id and e.statement_id <> ${id}
    )
    select s.id from others join bank_statements s on s.partner_id = ${partnerId} and s.id = others.statement_id
    where s.withdrawal_id is null order by s.id desc limit 1`);
  return found?.id;
}

/**
 * Whether a later statement of the account has entries that are recorded nowhere, because it was stored before repeated entries were recorded.
 * These entries may be this statement's.
 */
export async function mayBeShared(db: Database, { partnerId, id, iban, currency }: Statement): Promise<boolean> {
  const found = await db
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.partnerId, partnerId),
        eq(bankStatements.iban, iban),
        eq(bankStatements.currency, currency),
        isNull(bankStatements.withdrawalId),
        sql`${bankStatements.id} > ${id}`,
        sql`not exists (select from repeated_entries r where r.partner_id = ${partnerId} and r.statement_id = ${bankStatements.id})`,
        sql`${bankStatements.entries} > (select count(*) from statement_entries e
          where e.partner_id = ${partnerId} and e.statement_id = ${bankStatements.id})`,
      ),
    )
    .limit(1);
  return found.length > 0;
}
