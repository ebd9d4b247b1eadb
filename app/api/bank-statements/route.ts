import { db } from "@/db/client";
import { requestVisitor, signedInPerson } from "@/server/auth/auth";
import { receiveFile } from "@/server/billing/statements/receive-file";
import { StatementRefusal } from "@/server/billing/statements/statement";
import { storeStatementFile } from "@/server/billing/statements/store-statement-file";
import { reaches } from "@/server/domain/access-levels";
import { DomainError } from "@/server/errors";
import { isFromElsewhere } from "@/server/platform/is-from-elsewhere";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import { requestIdOf } from "@/server/platform/request-id";
import { withOrigin } from "@/server/platform/request-origin";
import { actorOf, belongsToPartner } from "@/server/tenancy/people/person";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

const MOST = 60;
const WINDOW_SECONDS = 60;

/** A bank's file from the portal, as the body; its name is in the address. For people who may record payments, sixty a minute for each. */
export async function POST(request: Request): Promise<Response> {
  if (isFromElsewhere(request)) return answer(403, { error: "not_allowed" });
  const person = await signedInPerson();
  if (!person) return answer(401, { error: "not_signed_in" });
  if (!belongsToPartner(person) || !reaches(person.accessLevel, "money")) return answer(403, { error: "not_allowed" });
  const { allowed } = await consume(rateLimiter("statements", MOST, WINDOW_SECONDS), person.id);
  if (!allowed) return answer(429, { error: "rate_limited" });
  const name =
    new URL(request.url).searchParams
      .get("name")
      ?.replace(/\p{Cc}/gu, " ")
      .trim() || "statement";
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  const { address } = await requestVisitor();
  try {
    const store = () => receiveFile(piecesOf(request), (file) => storeStatementFile(db, actorOf(person, requestId), name, file));
    return answer(200, await withOrigin({ requestId, address }, store));
  } catch (error) {
    if (error instanceof StatementRefusal) {
      const { reason, line, element, found } = error;
      return answer(422, { error: "invalid_bank_statement", refusal: { reason, line, element, found } });
    }
    if (error instanceof DomainError && error.code === "request_too_large") return answer(413, { error: error.code });
    throw error;
  }
}

function answer(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store" } });
}

async function* piecesOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) yield next.value;
}
