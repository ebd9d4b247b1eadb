import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { presentSeasonFile, seasonFileResource } from "@/server/api/season";
import { getSeasonFile } from "@/server/seasons/find-season";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Show a file of the season",
      description: "Returns the file with its contents, unchanged.",
      tag: "Sandbox",
      answer: seasonFileResource,
      errors: ["invalid_season_file_id"],
    },
    async ({ db, actor, params }) => json(presentSeasonFile(await getSeasonFile(db, actor, params.seasonFileId))),
  ),
});
