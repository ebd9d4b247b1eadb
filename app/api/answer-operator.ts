import { isFromScheduler } from "@/server/platform/is-from-scheduler";

/** Lets requests with the operator's `BACKGROUND_SECRET` through, and answers all others with 401. */
export async function answerOperator(request: Request, work: () => Promise<Response>): Promise<Response> {
  const answer = isFromScheduler(request.headers.get("authorization"))
    ? await work()
    : Response.json({ error: "not_allowed" }, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}
