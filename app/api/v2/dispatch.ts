import type { Answer } from "@/server/api/answer";
import { plainPath, splitUrl } from "@/server/api/path";
import { serve } from "@/server/api/serve";
import type { Route } from "./record-routes";
import { routes } from "./routes";

const PREFIX = "/api/v2";

/** Answers any request below /api/v2. Finds the route itself, without the framework's routing. Never rejects. */
export function dispatch(request: Request, connection: { address?: string } = {}): Promise<Answer> {
  const { route, params } = match(plainPath(splitUrl(request.url).path)) ?? { params: {} };
  return serve({ request, endpoints: route?.endpoints, params, ...connection });
}

/** All routes, with their paths in segments. */
const table = routes.map((route) => ({ route, segments: route.path.split("/") }));

/** Finds the route of a path, and the values of the path's parameters. Undefined if no route has this path. */
function match(path: string): { route: Route; params: Record<string, string> } | undefined {
  if (!path.startsWith(`${PREFIX}/`)) return undefined;
  const givenSegments = path.slice(PREFIX.length).split("/");
  const found = table.find(
    ({ segments }) =>
      segments.length === givenSegments.length &&
      segments.every((segment, index) => (isParam(segment) ? givenSegments[index] !== "" : segment === givenSegments[index])),
  );
  if (!found) return undefined;
  const params: Record<string, string> = {};
  found.segments.forEach((segment, index) => {
    // Without the braces: `{importId}` becomes `importId`.
    if (isParam(segment)) params[segment.slice(1, -1)] = givenSegments[index] ?? "";
  });
  return { route: found.route, params };
}

const isParam = (segment: string) => segment.startsWith("{");
