import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { isFromElsewhere } from "@/server/platform/is-from-elsewhere";
import { readWithin } from "@/server/platform/read-within";
import { createContext } from "@/server/trpc/context";
import type { Context } from "@/server/trpc/init";
import { appRouter } from "@/server/trpc/router";

const ENDPOINT = "/api/trpc";
/** Of a body without a session: a password and the secret of a link. */
const OPEN_LIMIT_BYTES = 4 * 1024;
/** With one: a reply of 10,000 characters, of whatever script. */
const LIMIT_BYTES = 64 * 1024;
/** Twice what the largest selection takes. */
const SELECTION_LIMIT_BYTES = 1024 * 1024;
/** What takes a selection of invoices or companies. */
const TAKES_SELECTION = /^(?:bulkJobs|people)\.\w+$/;

/**
 * The portal's only endpoint. It is for its own pages: what a browser says comes from another site is refused before anything is read. Who asks is known before a
 * body is read, so that nobody without a session makes the process read much.
 */
async function handle(request: Request): Promise<Response> {
  if (isFromElsewhere(request.headers)) return Response.json({ error: "not_allowed" }, { status: 403 });
  const context = createContext();
  const known = await context.catch(() => undefined);
  // Without a context the handler has only to say why there is none.
  const body = request.method === "POST" && known ? await readWithin(request, limitOf(request, known)) : null;
  // To whom the session has ended the procedure says so, without its fields.
  if (body === undefined && known?.person) return Response.json({ error: "request_too_large" }, { status: 413 });
  const { method, headers, signal } = request;
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: new Request(request.url, { method, headers, signal, body: body && new Uint8Array(body) }),
    router: appRouter,
    createContext: () => context,
    // As many as a page asks for at once.
    maxBatchSize: 10,
    responseMeta: () => ({ headers: { "cache-control": "private, no-store", "x-content-type-options": "nosniff" } }),
  });
}

function limitOf({ url }: Request, { person }: Context): number {
  if (!person) return OPEN_LIMIT_BYTES;
  const procedures = new URL(url).pathname.slice(`${ENDPOINT}/`.length).split(",");
  return procedures.every((procedure) => TAKES_SELECTION.test(procedure)) ? SELECTION_LIMIT_BYTES : LIMIT_BYTES;
}

export { handle as GET, handle as POST };
