import { type SQL, sql } from "drizzle-orm";
import { connect, type Database } from "@/db/client";
import { only } from "@/db/rows";
import { foldChanges } from "@/server/notifications/fold-changes";

/** An arbitrary number, the same in all processes, so that two simultaneous starts adopt one after the other. */
const ADOPTION_LOCK = 7_265_302;

/**
 * Repairs a database after a logical restore (`pg_dump`, logical replication), and returns whether the database needed that. Needs the
 * owner's role.
 *
 * Changes, endpoints and figures refer to Postgres's transaction numbers. The restore keeps these numbers, but the new server counts from
 * its own start: new changes would look as if they had been seen already, so nobody would be notified, and the home page's figures would
 * never be updated. The repair records what the endpoints are owed. It then gives all changes the number of the newest transaction before
 * which all have ended. A cursor of `GET /changes` from before the repair is either refused with `invalid_cursor` or lists all these
 * changes again, so readers miss none.
 */
export async function adoptRestoredDatabase(ownerUrl: string): Promise<boolean> {
  const { db, close } = connect(ownerUrl, { max: 1, prepare: false });
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${ADOPTION_LOCK})`);
      if (!(await isFromAnotherServer(tx))) return false;
      await tx.execute(sql`lock table changes, endpoints, owed, rollup_states in exclusive mode`);
      await foldChanges(tx);
      await tx.execute(sql`set local statement_timeout = 0`);
      const ended = await newestEnded(tx);
      await tx.execute(sql`alter table changes disable trigger changes_insert_only`);
      await tx.execute(sql`update changes set transaction_id = ${ended}`);
      await tx.execute(sql`alter table changes enable trigger changes_insert_only`);
      await tx.execute(sql`update endpoints set folded = pg_current_snapshot()`);
      await tx.execute(sql`update rollup_states set complete_before = ${ended}, unasked_before = ${ended}, moved_in = ${ended}`);
      return true;
    });
  } finally {
    await close();
  }
}

/** Whether the database refers to a transaction number that has not been used yet. */
async function isFromAnotherServer(db: Database): Promise<boolean> {
  const { found } = only(
    await db.execute<{ found: boolean }>(sql`
      with here as (select pg_snapshot_xmax(pg_current_snapshot()) as next)
      select exists (select from endpoints where pg_snapshot_xmax(folded) > next)
        or exists (select from rollup_states where complete_before > next or moved_in >= next)
        or exists (
          select from partners p cross join lateral (
            select transaction_id from changes c where c.partner_id = p.id order by transaction_id desc limit 1
          ) newest
          where newest.transaction_id >= next
        ) as found
      from here`),
  );
  return found;
}

/** Returns the number of the newest transaction that has ended, as have all before it. Every later one sees what these committed. */
async function newestEnded(db: Database): Promise<SQL> {
  const { ended } = only(
    await db.execute<{ ended: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1 as ended`),
  );
  return sql`${String(ended)}::xid8`;
}
