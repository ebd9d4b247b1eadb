import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { only } from "./rows";

/** Role for the portal's queries. It can read only one partner's rows, owns nothing, and cannot sign in. */
export const READER = "ics_reader";

const reader = sql.identifier(READER);

/** Setting of the transaction that names the partner whose rows the reader can see. */
const READ_PARTNER = "ics.partner";

/** Limits the rest of the transaction to this partner's rows. */
export async function readAs(tx: Database, partnerId: string): Promise<void> {
  await tx.execute(sql`select set_config(${READ_PARTNER}, ${partnerId}, true), set_config('role', ${READER}, true)`);
}

/** Whether this connection's role can switch to the reader's role, and row security restricts the reader. */
export async function hasReader(db: Database): Promise<boolean> {
  const { isRestricted } = only(
    await db.execute<{ isRestricted: boolean }>(sql`select coalesce(bool_or(pg_has_role(oid, 'member')), false) and exists (
        select from pg_policy where polname = 'of_one_partner') as "isRestricted"
      from pg_roles where rolname = ${READER}`),
  );
  return isRestricted;
}

/**
 * Restricts the reader to one partner's rows in every table that has a partner; other roles are not affected. Does nothing if the operator
 * has not created the reader's role. Throws if the application's role itself would be restricted.
 */
export async function holdBackReader(db: Database, applicationRole: string): Promise<void> {
  const roles = await db.execute<{ isApplication: boolean }>(
    sql`select pg_has_role(${applicationRole}, oid, 'usage') and not (select rolsuper from pg_roles where rolname = ${applicationRole})
        and current_user <> ${applicationRole} as "isApplication" from pg_roles where rolname = ${READER}`,
  );
  if (roles.length === 0) return;
  if (only(roles).isApplication) {
    throw new Error(
      `${applicationRole} inherits from ${READER}, and would see no rows. Grant it so: grant ${READER} to ${applicationRole} with inherit false`,
    );
  }
  for (const { table, column } of await findUnrestricted(db)) {
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
  // The reader can see whether a factor exists, but not its kind or secret.
  await db.execute(sql`grant select (user_id) on factors to ${reader}`);
}

/** Returns the tables with a partner that lack the policy `of_one_partner`. Partitions are accessed only through their table. */
async function findUnrestricted(db: Database): Promise<{ table: string; column: string }[]> {
  return db.execute<{ table: string; column: string }>(sql`
    select c.relname as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = case when c.relname = 'partners' then 'id' else 'partner_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_one_partner')
    order by c.relname`);
}
