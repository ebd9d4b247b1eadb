import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { presentSeason, seasonResource } from "@/server/api/season";
import { stopSeason } from "@/server/seasons/begin-season";
import { requireSeason } from "@/server/seasons/find-season";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: endpoint(
    {
      summary: "Stop the season of the sandbox",
      description: "Stops the clock where it is. A season that is not playing stays as it is.",
      tag: "Sandbox",
      answer: seasonResource,
      errors: ["not_a_sandbox", "no_season"],
    },
    async ({ db, actor }) => {
      await stopSeason(db, actor);
      return json(presentSeason(await requireSeason(db, actor)));
    },
  ),
});
