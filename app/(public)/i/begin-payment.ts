import { db } from "@/db/client";
import { startPayment } from "@/server/billing/payments/start-payment";
import { env } from "@/server/env";
import { goTo, type Opened, readInvoice } from "./customer-door";
import { refusalOf } from "./refusal-of";
import { rememberingLink } from "./way-back";

/** The provider's address for the method that the customer chose; undefined where that method is not offered. A second click leads to the same payment. */
export async function beginPayment(opened: Opened, secret: string): Promise<Response | undefined> {
  const { actor, form } = opened;
  const { methods } = await readInvoice(opened);
  const method = methods.find((offered) => offered === form.get("method"));
  if (!method) return undefined;
  const back = rememberingLink(actor, secret);
  let checkoutUrl = "";
  const refusal = await refusalOf(async () => {
    ({ checkoutUrl } = await startPayment(db, actor, actor.invoiceId, { method, returnUrl: env().PUBLIC_URL + back.path }));
  });
  return refusal ? undefined : goTo(checkoutUrl, { "Set-Cookie": back.cookie });
}
