import { answerCustomer, goTo } from "@/app/(public)/i/customer-door";
import { rememberedLink } from "@/app/(public)/i/way-back";
import { db } from "@/db/client";
import { refreshPendingPayments } from "@/server/customer-page/refresh-pending-payments";
import { log } from "@/server/platform/log";

/**
 * Target of the provider's redirect after a payment; shows the customer the outcome. Only the browser that paid remembers the link; any
 * other finds nothing here.
 */
export function GET(request: Request): Promise<Response> {
  return answerCustomer(request, rememberedLink(request.headers), async ({ actor, path }) => {
    // If the provider does not answer, the payment is shown as in progress, and a background job asks later.
    await refreshPendingPayments(db, actor).catch((error: unknown) => log().warn({ err: error }, "a payment could not be asked about"));
    return goTo(path);
  });
}
