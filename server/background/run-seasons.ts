import type { Database } from "@/db/client";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { rankDesk } from "@/server/bank/payments/rank-desk";
import type { Scope } from "@/server/platform/scope";
import { playSeasons } from "@/server/seasons/play-seasons";
import { runCollection } from "./run-collection";

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
}

/** Plays sandboxes' seasons with the work of the jobs `messages` and `bank`. Returns the number of days played on which something happened. */
export function runSeasons(db: Database, { scope, isStopping }: Options = {}): Promise<number> {
  const work = {
    collect: (ofPartner: Scope) => runCollection(db, { scope: ofPartner, ...(isStopping && { isStopping }) }),
    match: async (ofPartner: Scope) => {
      await matchNewTransactions(db, { scope: ofPartner });
      await rankDesk(db, { scope: ofPartner });
    },
  };
  return playSeasons(db, work, { scope, ...(isStopping && { isStopping }) });
}
