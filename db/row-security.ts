import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { only } from "./rows";

/** What the portal's queries run as: it may read, and of each table only one partner's rows. It owns nothing and cannot sign in. */
export const READER = "ics_reader";

const reader = sql.identifier(READER);

/** Whose rows the reader sees: a setting of its transaction. */
const READ_PARTNER = "ics.partner";

/** From here to its end, the transaction sees nothing but this partner's rows, whatever its statements ask for. */
export async function readAs(tx: Database, partnerId: string): Promise<void> {
  await tx.execute(sql`select set_config(${READ_PARTNER}, ${partnerId}, true), set_config('role', ${READER}, true)`);
}

/** Whether this connection's role may become the reader, and the reader is held back. */
export async function hasReader(db: Database): Promise<boolean> {
  const { is } = only(
    await db.execute<{ is: boolean }>(sql`select coalesce(bool_or(pg_has_role(oid, 'member')), false) and exists (
        select from pg_policy where polname = 'of_one_partner') as is
      from pg_roles where rolname = ${READER}`),
  );
  return is;
}

/**
 * Lets the reader see, of every table that has partners' rows, those of one partner; everybody else sees what they saw. Does nothing where the operator has not made the role. Throws
 * where the application would be held back itself.
 */
export async function holdBackReader(db: Database, application: string): Promise<void> {
  const roles = await db.execute<{ isApplication: boolean }>(
    sql`select pg_has_role(${application}, oid, 'usage') and not (select rolsuper from pg_roles where rolname = ${application})
        and current_user <> ${application} as "isApplication" from pg_roles where rolname = ${READER}`,
  );
  if (roles.length === 0) return;
  if (only(roles).isApplication) {
    throw new Error(
      `${application} inherits from ${READER}, and would see no rows. Grant it so: grant ${READER} to ${application} with inherit false`,
    );
  }
  for (const { table, column } of await partnersTables(db)) {
    const name = sql.identifier(table);
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table ${name} enable row level security`);
      await tx.execute(sql`create policy everybody on ${name} using (true) with check (true)`);
      await tx.execute(sql`create policy of_one_partner on ${name} as restrictive for select to ${reader}
        using (${sql.identifier(column)} = current_setting(${sql.raw(`'${READ_PARTNER}'`)}, true))`);
      await tx.execute(sql`grant select on ${name} to ${reader}`);
    });
  }
  await db.execute(sql`grant usage on schema public to ${reader}`);
  // Whether somebody has a second factor; of which kind, and its secrets, nobody reads for a page of others.
  await db.execute(sql`grant select (user_id) on factors to ${reader}`);
}

/** Those whose rows are not told apart yet. Partitions are reached through their table. */
async function partnersTables(db: Database): Promise<{ table: string; column: string }[]> {
  return db.execute<{ table: string; column: string }>(sql`
    select c.relname as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = case when c.relname = 'partners' then 'id' else 'partner_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_one_partner')
    order by c.relname`);
}
