import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { isFromElsewhere } from "@/server/platform/is-from-elsewhere";
import { readWithin } from "@/server/platform/read-within";
import { createContext } from "@/server/trpc/context";
import { appRouter } from "@/server/trpc/router";

/** Twice what the largest selection of single invoices takes. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** The portal's only endpoint. It is for its own pages: what a browser says comes from another site is refused before anything is read. */
async function handle(request: Request): Promise<Response> {
  if (isFromElsewhere(request.headers)) return Response.json({ error: "not_allowed" }, { status: 403 });
  const body = request.method === "POST" ? await readWithin(request, BODY_LIMIT_BYTES) : null;
  if (body === undefined) return Response.json({ error: "request_too_large" }, { status: 413 });
  const { method, headers, signal } = request;
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: new Request(request.url, { method, headers, signal, body: body && new Uint8Array(body) }),
    router: appRouter,
    createContext,
    // As many as a page asks for at once.
    maxBatchSize: 10,
    responseMeta: () => ({ headers: { "cache-control": "private, no-store", "x-content-type-options": "nosniff" } }),
  });
}

export { handle as GET, handle as POST };
