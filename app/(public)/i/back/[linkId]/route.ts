import { answerCustomer, goTo } from "@/app/(public)/i/customer-door";
import { rememberedLink } from "@/app/(public)/i/way-back";
import { db } from "@/db/client";
import { followOwnPayments } from "@/server/customer-page/follow-own-payments";
import { log } from "@/server/platform/log";

/** The customer comes back from paying, and reads what came of it. Another browser than the one that paid knows no link, and finds none here. */
export function GET(request: Request): Promise<Response> {
  return answerCustomer(request, rememberedLink(request.headers), async ({ actor, path }) => {
    // While the provider does not answer, the payment is shown as in progress, and asked about in the background.
    await followOwnPayments(db, actor).catch((error: unknown) => log().warn({ err: error }, "a payment could not be asked about"));
    return goTo(path);
  });
}
