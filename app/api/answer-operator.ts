import { isFromOperator, type OperatorSecret } from "@/server/platform/operator";

/** Handles requests with the operator's secret, and answers all others with 401. */
export async function answerOperator(secret: OperatorSecret, request: Request, work: () => Promise<Response>): Promise<Response> {
  const answer = isFromOperator(secret, request.headers.get("authorization"))
    ? await work()
    : Response.json({ error: "not_allowed" }, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}
