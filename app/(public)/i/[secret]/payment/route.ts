import { customerPage } from "@/components/customer/customer-page";
import { db } from "@/db/client";
import { env } from "@/server/env";
import { startPayment } from "@/server/payments/start-payment";
import { page } from "../../../customer-answer";
import { answerCustomer, goTo, type Opened, readInvoice } from "../../customer-door";
import { refusalOf } from "../../refusal-of";
import { rememberingLink } from "../../way-back";

/** The customer pays: on at the provider's. Whoever presses twice is led to the same payment. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/payment">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { actor, form } = opened;
    const { methods } = await readInvoice(opened);
    const method = methods.find((offered) => offered === form.get("method"));
    if (!method) return sayWhyNot(opened);
    const back = rememberingLink(actor, secret);
    let checkoutUrl = "";
    const refusal = await refusalOf(async () => {
      ({ checkoutUrl } = await startPayment(db, actor, actor.invoiceId, { method, returnUrl: env().PUBLIC_URL + back.path }));
    });
    return refusal ? sayWhyNot(opened) : goTo(checkoutUrl, { "Set-Cookie": back.cookie });
  });
}

/** What cannot be paid says so itself; anything else is worth another try. */
async function sayWhyNot(opened: Opened): Promise<Response> {
  const described = await readInvoice(opened);
  const { invoice, reading } = described;
  const code = invoice.retractedAt ? "already_retracted" : invoice.amountTotalCents <= 0 ? "nothing_outstanding" : "other";
  return page(customerPage({ ...described, ...opened, refusal: reading.say(`problems.${code}`) }), 422);
}
