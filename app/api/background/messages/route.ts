import { db } from "@/db/client";
import { runCollection } from "@/server/billing/collection/run-collection";
import { isFromScheduler } from "@/server/platform/is-from-scheduler";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** For hosts that keep no process running: their scheduler calls this. The service's own process needs nobody to. */
export async function POST(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  if (!isFromScheduler(request.headers.get("authorization"))) {
    return Response.json({ error: "not_allowed" }, { status: 401, headers: { ...headers, "WWW-Authenticate": "Bearer" } });
  }
  return Response.json(await runCollection(db), { headers });
}
