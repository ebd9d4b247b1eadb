import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { pageRequest, presentPage } from "@/server/api/page";
import { endpoints } from "@/server/api/route-handlers";
import { presentListedSeasonFile, seasonFilesParameters, seasonFilesResource } from "@/server/api/season";
import { listSeasonFiles } from "@/server/seasons/find-season";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List files of the season",
      description: "The newest day first, and the files of a day in the order in which they were taken in. Without their contents.",
      tag: "Sandbox",
      parameters: seasonFilesParameters,
      answer: seasonFilesResource,
      errors: ["invalid_page_number", "invalid_page_size", "not_a_sandbox", "no_season"],
    },
    async ({ db, actor, parameters }) => {
      const page = await listSeasonFiles(db, actor, pageRequest(parameters));
      return json({ files: page.entries.map(presentListedSeasonFile), page: presentPage(page) });
    },
  ),
});
