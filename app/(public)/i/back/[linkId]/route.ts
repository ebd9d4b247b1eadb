import { answerCustomer, goTo } from "@/app/(public)/i/customer-door";
import { rememberedLink } from "@/app/(public)/i/way-back";
import { db } from "@/db/client";
import { refreshPendingPayments } from "@/server/customer-page/refresh-pending-payments";
import { log } from "@/server/platform/log";

/**
 * Address to which the provider redirects after a payment. Shows the outcome. Only the browser that paid has the link's secret; in any
 * other, this page finds nothing.
 */
export function GET(request: Request): Promise<Response> {
  return answerCustomer(request, rememberedLink(request.headers), async ({ actor, path }) => {
    // If the provider does not answer, the payment is shown as in progress, and a background job asks the provider later.
    await refreshPendingPayments(db, actor).catch((error: unknown) => log().warn({ err: error }, "a payment could not be asked about"));
    return goTo(path);
  });
}
