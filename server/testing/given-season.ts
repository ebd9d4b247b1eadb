import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { runSeasons } from "@/server/background/run-seasons";
import { beginSeason } from "@/server/seasons/begin-season";
import { findSeason, listSeasonFiles } from "@/server/seasons/find-season";
import type { GivenPartner } from "./given";
import { givenInvoicesOfSeason, type SeasonStage } from "./given-invoices-of-season";

/** Creates a sandbox with a club's transmitted invoices. Returns it with functions that play its season. */
export async function givenSeasonStage(stage: SeasonStage = {}) {
  const given = await givenInvoicesOfSeason(stage);
  return { ...given, ...seasonOf(given.partner) };
}

/** Returns functions that play a sandbox's season and read it. */
export function seasonOf({ id }: Pick<GivenPartner, "id">) {
  const actor = async () => systemActor(only(await db.select().from(partners).where(eq(partners.id, id))));
  return {
    actor,
    begin: async (scenario: string, seed = "spring", days: number | null = null) =>
      beginSeason(db, await actor(), { seed, scenario, days }),
    /** Runs the job until the season no longer plays. */
    run: async () => {
      for (let turns = 0; (await findSeason(db, await actor()))?.state === "playing"; turns += 1) {
        if (turns === 400) throw new Error("The season does not end");
        await runSeasons(db, { scope: { partnerId: id } });
      }
    },
    season: async () => findSeason(db, await actor()),
    files: async () => (await listSeasonFiles(db, await actor(), { pageNumber: 1, pageSize: 1_000 })).entries,
  };
}
