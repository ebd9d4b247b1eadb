import type { Answer } from "@/server/api/answer";
import { plainPath, splitUrl } from "@/server/api/path";
import { serve } from "@/server/api/serve";
import type { Route } from "./record-routes";
import { routes } from "./routes";

const PREFIX = "/api/v2";

/** Answers any request below /api/v2, without using a framework's routing. Never rejects. */
export function dispatch(request: Request, connection: { address?: string } = {}): Promise<Answer> {
  const { route, params } = match(plainPath(splitUrl(request.url).path)) ?? { params: {} };
  return serve({ request, endpoints: route?.endpoints, params, ...connection });
}

const table = routes.map((route) => ({ route, segments: route.path.split("/") }));

function match(path: string): { route: Route; params: Record<string, string> } | undefined {
  if (!path.startsWith(`${PREFIX}/`)) return undefined;
  const given = path.slice(PREFIX.length).split("/");
  const found = table.find(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every((segment, index) => (isParam(segment) ? given[index] !== "" : segment === given[index])),
  );
  if (!found) return undefined;
  const params: Record<string, string> = {};
  found.segments.forEach((segment, index) => {
    if (isParam(segment)) params[segment.slice(1, -1)] = given[index] ?? "";
  });
  return { route: found.route, params };
}

const isParam = (segment: string) => segment.startsWith("{");
