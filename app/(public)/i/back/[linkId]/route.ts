import { answerCustomer, goTo } from "@/app/(public)/i/customer-door";
import { rememberedLink } from "@/app/(public)/i/way-back";
import { db } from "@/db/client";
import { refreshPendingPayments } from "@/server/customer-page/refresh-pending-payments";
import { log } from "@/server/platform/log";

/**
 * Address to which a provider redirects the customer after a payment. Redirects to the customer's page, which shows the outcome. Only the
 * browser that started the payment has the cookie with the link's secret; in any other browser, the link is unknown.
 */
export function GET(request: Request): Promise<Response> {
  return answerCustomer(request, rememberedLink(request.headers), async ({ actor, path }) => {
    // If the provider does not answer, the payment is shown as in progress, and a background job asks the provider later.
    await refreshPendingPayments(db, actor).catch((error: unknown) => log().warn({ err: error }, "a payment could not be asked about"));
    return goTo(path);
  });
}
