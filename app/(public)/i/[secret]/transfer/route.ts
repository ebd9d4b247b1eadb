import { page } from "@/app/(public)/customer-answer";
import { answerCustomer, goTo, readInvoice } from "@/app/(public)/i/customer-door";
import { outcomeOf } from "@/app/(public)/i/outcome-of";
import { db } from "@/db/client";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { sayTransferred } from "@/server/customer-page/say-transferred";

/** Records the customer's statement that they have made a transfer. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/transfer">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const described = await readInvoice(opened);
    const { say } = described.reading;
    const { refusal } = await outcomeOf(async () => sayTransferred(db, opened.actor, say("transfer.iHave")));
    if (!refusal) return goTo(`${opened.path}?done=transferred`);
    // All other refusals are worded alike.
    const code = refusal.code === "nothing_outstanding" || refusal.code === "already_retracted" ? refusal.code : "other";
    return page(customerPage({ ...described, ...opened, refusal: say(`problems.${code}`) }), 422);
  });
}
