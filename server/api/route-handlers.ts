import type { Answer } from "./answer";
import type { Endpoints, Method } from "./endpoint";
import { splitUrl } from "./path";
import { serve } from "./serve";

/** Next passes no parameters if the path contains none. */
type RouteHandler = ((request: Request, context: { params: Promise<Record<string, string> | undefined> }) => Promise<Response>) & {
  endpoints: Endpoints;
};

/**
 * Returns the exports of a route file. HEAD is answered as GET, and OPTIONS with Allow. Other methods that `endpoints` lacks get 405 with
 * Allow.
 */
export function endpoints(endpoints: Endpoints): Record<Method | "HEAD" | "PATCH" | "OPTIONS", RouteHandler> {
  const handle: RouteHandler = Object.assign(
    async (request: Request, { params }: Parameters<RouteHandler>[1]) => {
      // Next ignores a trailing slash; the interface answers it with not_found.
      const endsInSlash = splitUrl(request.url).path.endsWith("/");
      return toResponse(await serve({ request, endpoints: endsInSlash ? undefined : endpoints, params: (await params) ?? {} }));
    },
    { endpoints },
  );
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}
