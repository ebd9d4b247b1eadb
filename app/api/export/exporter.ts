import { requestVisitor, signedInPerson } from "@/server/auth/auth";
import { isFromElsewhere } from "@/server/platform/is-from-elsewhere";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import { requestIdOf } from "@/server/platform/request-id";
import { withOrigin } from "@/server/platform/request-origin";
import { belongsToPartner, type PartnerPerson } from "@/server/tenancy/people/person";
import { refuseExport } from "./csv-answer";

const MOST = 10;
const WINDOW_SECONDS = 60;

/** The way of every export: for one of a partner's people, ten a minute for each. `work` refuses what else it must, and answers the file. */
export async function answerExport(
  request: Request,
  work: (person: PartnerPerson, requestId: string | null) => Promise<Response>,
): Promise<Response> {
  if (isFromElsewhere(request)) return refuseExport(403, "not_allowed");
  const person = await signedInPerson();
  if (!person) return refuseExport(401, "not_signed_in");
  if (!belongsToPartner(person)) return refuseExport(403, "not_allowed");
  const { allowed } = await consume(rateLimiter("exports", MOST, WINDOW_SECONDS), person.id);
  if (!allowed) return refuseExport(429, "rate_limited");
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  const { address } = await requestVisitor();
  return withOrigin({ requestId, address }, () => work(person, requestId));
}
