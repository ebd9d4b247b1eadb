import { db } from "@/db/client";
import { startPayment } from "@/server/billing/payments/start-payment";
import { env } from "@/server/env";
import { goTo, type Opened, readInvoice } from "./customer-door";
import { refusalOf } from "./refusal-of";
import { rememberingLink } from "./way-back";

/** On to the provider's, by the method that the customer's form names; undefined where it cannot be paid so. Whoever presses twice is led to the same payment. */
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
