import { requestVisitor, signedInPerson } from "@/server/auth/auth";
import { isCrossOrigin } from "@/server/platform/is-cross-origin";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import { requestIdOf } from "@/server/platform/request-id";
import { withOrigin } from "@/server/platform/request-origin";
import { belongsToPartner, type PartnerPerson } from "@/server/tenancy/people/person";

interface TransferOptions {
  /** Name of the rate limiter. */
  name: string;
  /** Maximum number of requests per person and minute. */
  most: number;
  refuse: (status: number, error: string) => Response;
}

const WINDOW_SECONDS = 60;

/**
 * Guards a route through which the portal sends or receives a file, or shows a previewed page. Runs `work` for a signed-in person of a
 * partner, within a limit per minute; refuses all other requests. `work` must check everything else, such as the access level.
 */
export async function guardFileTransfer(
  request: Request,
  { name, most, refuse }: TransferOptions,
  work: (person: PartnerPerson, requestId: string | null) => Promise<Response>,
): Promise<Response> {
  if (isCrossOrigin(request)) return refuse(403, "not_allowed");
  const person = await signedInPerson();
  if (!person) return refuse(401, "not_signed_in");
  if (!belongsToPartner(person)) return refuse(403, "not_allowed");
  const { allowed } = await consume(rateLimiter(name, most, WINDOW_SECONDS), person.id);
  if (!allowed) return refuse(429, "rate_limited");
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  const { address } = await requestVisitor();
  return withOrigin({ requestId, address }, () => work(person, requestId));
}
