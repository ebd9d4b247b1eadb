import { customerPage } from "@/components/customer/customer-page";
import { db } from "@/db/client";
import { isOfferedMethod } from "@/server/customers/offered-methods";
import { env } from "@/server/env";
import { startPayment } from "@/server/payments/start-payment";
import { answerCustomer, goTo, type Opened, page, readInvoice } from "../../customer-door";
import { refusalOf } from "../../refusal-of";
import { rememberingLink } from "../../way-back";

/** The customer pays: on at the provider's. Whoever presses twice is led to the same payment. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/payment">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { actor, form } = opened;
    const { invoice } = await readInvoice(opened);
    const method = form.get("method");
    if (!isOfferedMethod(invoice, method)) return sayWhyNot(opened, "payments_not_offered");
    const back = rememberingLink(actor, secret);
    let checkoutUrl = "";
    const refusal = await refusalOf(async () => {
      ({ checkoutUrl } = await startPayment(db, actor, actor.invoiceId, { method, returnUrl: env().PUBLIC_URL + back.path }));
    });
    return refusal ? sayWhyNot(opened, refusal.code) : goTo(checkoutUrl, { "Set-Cookie": back.cookie });
  });
}

async function sayWhyNot(opened: Opened, code: string): Promise<Response> {
  const described = await readInvoice(opened);
  const { say } = described.reading;
  const refusal = say(code === "nothing_outstanding" || code === "already_retracted" ? `problems.${code}` : "problems.other");
  return page(customerPage({ ...described, ...opened, refusal }), 422);
}
