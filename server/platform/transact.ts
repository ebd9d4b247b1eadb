import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Actor, identityOf } from "@/server/actor";

/** Returns SQL that sets who acts, for the triggers that record changes. The settings end with the transaction. */
function actingAs(actor: Actor): SQL {
  return sql`set_config('ics.actor', ${identityOf(actor)}, true), set_config('ics.request_id', ${actor.requestId ?? ""}, true)`;
}

/** Runs a transaction. The triggers of db/rules record its changes as the actor's. Within another transaction, it is a savepoint. */
export function transact<Result>(db: Database, actor: Actor, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select ${actingAs(actor)}`);
    return work(tx);
  });
}
