import { page } from "@/app/(public)/customer-answer";
import { answerCustomer, goTo, readInvoice } from "@/app/(public)/i/customer-door";
import { outcomeOf } from "@/app/(public)/i/outcome-of";
import { db } from "@/db/client";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { withdrawOwnMandate } from "@/server/customer-page/withdraw-own-mandate";

/** Withdraws the payer's mandate for direct debits. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/mandate/withdraw">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { refusal } = await outcomeOf(() => withdrawOwnMandate(db, opened.actor, opened.form.get("reference") ?? ""));
    if (!refusal) return goTo(`${opened.path}?done=mandateWithdrawn`);
    const described = await readInvoice(opened);
    const code = refusal.code === "mandate_ended" ? "mandate.problems.mandate_ended" : "problems.other";
    return page(customerPage({ ...described, ...opened, refusal: described.reading.say(code) }), 422);
  });
}
