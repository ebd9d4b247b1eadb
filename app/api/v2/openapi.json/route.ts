import { z } from "zod";
import { endpoints, openEndpoint } from "@/server/api/endpoint";
import { describeInterface } from "@/server/api/openapi";

let described: string | undefined;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: openEndpoint(
    {
      summary: "Fetch the OpenAPI document",
      description: "Needs no key.",
      tag: "Reference",
      answer: z.looseObject({ openapi: z.string() }).meta({ example: { openapi: "3.1.1" } }),
      errors: [],
    },
    async () => {
      described ??= JSON.stringify(describeInterface(await allRoutes()));
      return { status: 200, headers: { "Content-Type": "application/json" }, body: described };
    },
  ),
});

/** Only when it is asked for, because the table names this very file. */
async function allRoutes() {
  return (await import("../routes")).routes;
}
