import { z } from "zod";
import { openEndpoint } from "@/server/api/endpoint";
import { describeInterface } from "@/server/api/openapi";
import { endpoints } from "@/server/api/route-handlers";
import { recordRoutes } from "../record-routes";

let described: string | undefined;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: openEndpoint(
    {
      summary: "Fetch the OpenAPI document",
      description: "Requires no key.",
      tag: "Reference",
      answer: z.looseObject({ openapi: z.string() }).meta({ example: { openapi: "3.1.1" } }),
      errors: [],
    },
    async () => {
      described ??= JSON.stringify(describeInterface([...recordRoutes, { path: "/openapi.json", endpoints: GET.endpoints }]));
      return { status: 200, headers: { "Content-Type": "application/json" }, body: described };
    },
  ),
});
