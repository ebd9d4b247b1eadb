import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { presentSeason, seasonDaysBody, seasonResource } from "@/server/api/season";
import { playOn } from "@/server/seasons/begin-season";
import { requireSeason } from "@/server/seasons/find-season";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: endpoint(
    {
      summary: "Continue the season of the sandbox",
      description:
        "Plays a season on that is stopped or has failed. If the clock was moved meanwhile, the bank's next files have what happened on the days between.",
      tag: "Sandbox",
      body: seasonDaysBody,
      answer: seasonResource,
      errors: [
        ...(["invalid_days", "not_a_sandbox", "no_season", "season_is_playing", "season_over"] as const),
        ...(["clock_on_its_way", "clock_too_far", "season_too_large"] as const),
      ],
    },
    async ({ db, actor, body: { days } }) => {
      await playOn(db, actor, days);
      return json(presentSeason(await requireSeason(db, actor)));
    },
  ),
});
