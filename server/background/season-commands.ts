import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import type { Connection, Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { presentSeason } from "@/server/api/season";
import { SECOND_MS } from "@/server/domain/formats/time";
import { beginSeason, playOn, stopSeason } from "@/server/seasons/begin-season";
import { getSeasonFile, listSeasonFiles, requireSeason } from "@/server/seasons/find-season";
import { runSeasons } from "./run-seasons";

/** Ways to reach the database and to print, as `server/manage.ts` gives them to its commands. */
interface Commands {
  run: (work: (db: Connection["db"]) => Promise<object>) => Promise<void>;
  actorFor: (db: Database, partnerId: string) => Promise<Actor>;
  say: (text: string) => void;
}

/** Adds the commands that play seasons in sandboxes, with the service running or without it. */
export function addSeasonCommands(program: Command, { run, actorFor, say }: Commands): void {
  const command = (name: string, description: string) =>
    program.command(name).description(description).requiredOption("--partner <id>", "the sandbox's id");

  command("season:begin", "begin a season in a sandbox and play it; Ctrl+C stops it")
    .requiredOption("--seed <text>", "the seed: the same one, with the same scenario and records, gives the same files")
    .requiredOption("--scenario <file>", "the scenario, as docs/seasons.md describes it")
    .option("--days <days>", "number of days after which it stops; default: all", Number)
    .action(({ partner, seed, scenario, days = null }) =>
      run(async (db) => {
        await beginSeason(db, await actorFor(db, partner), { seed, scenario: await readFile(scenario, "utf8"), days });
        return play(db, partner);
      }),
    );

  command("season:continue", "play a stopped season on; Ctrl+C stops it")
    .option("--days <days>", "number of days after which it stops; default: all that are left", Number)
    .action(({ partner, days = null }) =>
      run(async (db) => {
        await playOn(db, await actorFor(db, partner), days);
        return play(db, partner);
      }),
    );

  command("season:stop", "stop the season that a sandbox plays").action(({ partner }) =>
    run(async (db) => {
      const actor = await actorFor(db, partner);
      await stopSeason(db, actor);
      return presentSeason(await requireSeason(db, actor));
    }),
  );

  command("season:show", "show how far a sandbox's season is").action(({ partner }) =>
    run(async (db) => presentSeason(await requireSeason(db, await actorFor(db, partner)))),
  );

  command("season:files", "write the files of a sandbox's season into a folder")
    .requiredOption("--into <folder>", "the folder; files of the same name are replaced")
    .action(({ partner, into }) => run(async (db) => ({ files: await writeFiles(db, await actorFor(db, partner), into) })));

  /** Plays until the season stops, here or in the service, and says how far it is. */
  async function play(db: Connection["db"], partnerId: string): Promise<object> {
    const actor = await actorFor(db, partnerId);
    const onInterrupt = () => {
      say("stopping …");
      stopSeason(db, actor).catch(() => {});
    };
    process.on("SIGINT", onInterrupt);
    let isOver = false;
    const telling = tell(db, actor, () => isOver);
    try {
      while ((await requireSeason(db, actor)).state === "playing") {
        await runSeasons(db, { scope: { partnerId } });
        // Another process may be playing it.
        await pause(SECOND_MS / 10);
      }
    } finally {
      isOver = true;
      process.off("SIGINT", onInterrupt);
      await telling;
    }
    return presentSeason(await requireSeason(db, actor));
  }

  /** Says how many days are over, each time that the number has grown. */
  async function tell(db: Connection["db"], actor: Actor, isOver: () => boolean): Promise<void> {
    for (let told = -1; !isOver(); ) {
      const { playedOn, daysPlayed, days } = await requireSeason(db, actor);
      if (daysPlayed > told) say(`${daysPlayed} of ${days} days${playedOn ? `, ${playedOn}` : ""}`);
      told = daysPlayed;
      await pause(SECOND_MS);
    }
  }
}

async function writeFiles(db: Database, actor: Actor, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const pageSize = 100;
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await listSeasonFiles(db, actor, { pageNumber, pageSize });
    for (const { id, name } of page.entries) await writeFile(join(folder, name), (await getSeasonFile(db, actor, id)).contents);
    if (pageNumber * pageSize >= page.totalEntries) return page.totalEntries;
  }
}
