import { answerNotice, answerPlainly } from "@/app/(public)/customer-answer";
import { answerAsUnknown } from "@/app/(public)/i/customer-door";
import { db } from "@/db/client";
import { findLink } from "@/server/customer-page/find-customer";
import { renewLink } from "@/server/customer-page/renew-link";
import { DomainError } from "@/server/errors";
import { clientAddress, peerAddress } from "@/server/platform/client-address";
import { isCrossOrigin } from "@/server/platform/is-cross-origin";
import { withOrigin } from "@/server/platform/request-origin";

/** Mails a new link in place of an expired one. A link that still works is answered like an unknown one. */
export function POST(request: Request, { params }: RouteContext<"/i/[secret]/renew">): Promise<Response> {
  return answerPlainly(request, async (requestId) => {
    const found = await findLink(db, (await params).secret, requestId);
    if (!found?.isExpired) return answerAsUnknown(request);
    if (isCrossOrigin(request)) return answerAsUnknown(request, 403);
    const address = clientAddress(request.headers.get("x-forwarded-for"), peerAddress());
    try {
      await withOrigin({ requestId, address }, () => renewLink(db, found.customer));
    } catch (error) {
      if (error instanceof DomainError && error.code === "too_many_attempts")
        return answerNotice(request, 429, "tooMany.title", "tooMany.body");
      throw error;
    }
    return answerNotice(request, 200, "ended.sent", "ended.sentBody");
  });
}
