import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { newSeasonBody, presentSeason, seasonResource } from "@/server/api/season";
import { beginSeason } from "@/server/seasons/begin-season";
import { requireSeason } from "@/server/seasons/find-season";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Show the season of the sandbox",
      description: "How far it has been played. Request it again until `state` is no longer `playing`.",
      tag: "Sandbox",
      answer: seasonResource,
      errors: ["not_a_sandbox", "no_season"],
    },
    async ({ db, actor }) => json(presentSeason(await requireSeason(db, actor))),
  ),
  POST: endpoint(
    {
      summary: "Begin a season of the sandbox",
      description:
        "Begins today by the sandbox's clock, and is played in the background: the clock moves, the bank makes statements, reports and notifications, which are taken in, customers pay, fail to pay and ask. The scenario states how often what happens. An earlier season is replaced and its files are deleted; what it did stays. While it plays, the clock cannot be moved otherwise.",
      tag: "Sandbox",
      body: newSeasonBody,
      answer: seasonResource,
      errors: [
        ...(["invalid_seed", "invalid_scenario", "invalid_days", "not_a_sandbox", "season_is_playing"] as const),
        ...(["clock_on_its_way", "clock_too_far", "season_too_large"] as const),
      ],
    },
    async ({ db, actor, body }) => {
      await beginSeason(db, actor, body);
      return json(presentSeason(await requireSeason(db, actor)));
    },
  ),
});
