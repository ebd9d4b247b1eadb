import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { transact } from "@/server/platform/transact";

/** Ends the transaction of a rehearsal. */
class EndOfRehearsal extends Error {}

/**
 * Runs `work` in a transaction that is always rolled back, and returns its result. The services act as they will later, and leave nothing
 * behind. `work` must not have effects outside the database.
 */
export async function rehearse<Result>(db: Database, actor: Actor, work: (tx: Database) => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  try {
    await transact(db, actor, async (tx) => {
      results.push(await work(tx));
      throw new EndOfRehearsal();
    });
  } catch (error) {
    if (!(error instanceof EndOfRehearsal)) throw error;
  }
  const [result] = results;
  return result as Result;
}
