import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { DomainError } from "@/server/errors";
import { isCrossOrigin } from "@/server/platform/is-cross-origin";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import { readWithin } from "@/server/platform/read-within";
import { createContext } from "@/server/trpc/context";
import type { Context } from "@/server/trpc/init";
import { appRouter } from "@/server/trpc/router";

const ENDPOINT = "/api/trpc";
/** Maximum size of a body without a session: enough for a password and the secret of a link. */
const OPEN_LIMIT_BYTES = 4 * 1024;
/** Maximum size of a body with a session: enough for a reply of 10,000 characters in any script. */
const LIMIT_BYTES = 64 * 1024;
/** Maximum size with a selection of invoices or companies: twice the size of the largest one. */
const SELECTION_LIMIT_BYTES = 1024 * 1024;
/** Procedures of the routers in which some procedures take a selection. */
const TAKES_SELECTION = /^(?:bulkJobs|people)\.\w+$/;
/** Maximum number of procedures that a person can call in a window. */
const MOST_CALLS = 500;
const WINDOW_SECONDS = 10;

/**
 * The portal's only endpoint, for its own pages. Requests that a browser marks as coming from another site are refused before anything is
 * read. The caller is identified before the body is read, so that without a session nobody can make the process read large bodies.
 */
async function handle(request: Request): Promise<Response> {
  if (isCrossOrigin(request)) return Response.json({ error: "not_allowed" }, { status: 403 });
  if (request.method === "POST" && !isJson(request)) return Response.json({ error: "invalid_content_type" }, { status: 415 });
  const procedures = proceduresOf(request);
  const context = createContext().then((created) => admit(created, procedures.length));
  const admitted = await context.catch(() => undefined);
  // Undefined: the body is too large. Null: it is not read, for a GET or a caller who was not admitted; the handler below then reports why.
  const body = request.method === "POST" && admitted ? await readWithin(request, limitOf(admitted, procedures)) : null;
  // Without a session, a request with too large a body goes on without it, and the procedure reports that the session has ended.
  if (body === undefined && admitted?.person) return Response.json({ error: "request_too_large" }, { status: 413 });
  const { method, headers, signal } = request;
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: new Request(request.url, { method, headers, signal, body: body && new Uint8Array(body) }),
    router: appRouter,
    createContext: () => context,
    // Maximum number of procedures that a page requests at once.
    maxBatchSize: 10,
    responseMeta: ({ errors }) => ({
      headers: {
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        ...(errors.some(({ code }) => code === "SERVICE_UNAVAILABLE") && { "retry-after": "5" }),
      },
    }),
  });
}

/** Whether the body is JSON. A form on another site can only send other types. */
function isJson({ headers }: Request): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers.get("content-type") ?? "");
}

function proceduresOf({ url }: Request): string[] {
  return new URL(url).pathname.slice(`${ENDPOINT}/`.length).split(",");
}

/** Returns the context if its person may call so many procedures now. Throws TOO_MANY_REQUESTS above `MOST_CALLS` in a window. */
async function admit(context: Context, procedures: number): Promise<Context> {
  if (!context.person) return context;
  const { allowed } = await consume(rateLimiter("people", MOST_CALLS, WINDOW_SECONDS), context.person.id, procedures);
  if (!allowed) throw new TRPCError({ code: "TOO_MANY_REQUESTS", cause: new DomainError("rate_limited") });
  return context;
}

function limitOf({ person }: Context, procedures: string[]): number {
  if (!person) return OPEN_LIMIT_BYTES;
  return procedures.every((procedure) => TAKES_SELECTION.test(procedure)) ? SELECTION_LIMIT_BYTES : LIMIT_BYTES;
}

export { handle as GET, handle as POST };
