import { isFromScheduler } from "@/server/platform/is-from-scheduler";

/** For hosts that keep no process running: their scheduler calls. The service's own process needs nobody to. */
export async function answerScheduler(request: Request, work: () => Promise<object>): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  if (!isFromScheduler(request.headers.get("authorization"))) {
    return Response.json({ error: "not_allowed" }, { status: 401, headers: { ...headers, "WWW-Authenticate": "Bearer" } });
  }
  return Response.json(await work(), { headers });
}
