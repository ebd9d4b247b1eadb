import { db } from "@/db/client";
import { seasonFiles, seasons } from "@/db/schema/seasons";
import { newId } from "@/server/platform/id";
import type { GivenPartner } from "./given";

/** Creates a stopped season with one file. Returns the file's id. */
export async function givenSeasonFile({ id: partnerId }: Pick<GivenPartner, "id">): Promise<string> {
  const [seasonId, id] = [newId(), newId()];
  const [firstOn, lastOn] = ["2026-11-30", "2026-12-29"];
  await db.insert(seasons).values({
    partnerId,
    id: seasonId,
    seed: "spring",
    scenario: "days: 30",
    firstOn,
    lastOn,
    stopOn: lastOn,
    playedOn: firstOn,
    madeOn: firstOn,
    state: "stopped",
    begunBy: "system",
    createdAt: new Date(),
  });
  await db.insert(seasonFiles).values({
    partnerId,
    id,
    seasonId,
    day: firstOn,
    place: 0,
    kind: "camt053",
    name: "statement.xml",
    contents: "<Document/>\n",
    takenAt: new Date(),
  });
  return id;
}
