import { db } from "@/db/client";
import { startPayment } from "@/server/billing/payments/start-payment";
import type { Customer } from "@/server/customer-page/find-customer";
import type { OfferableMethod } from "@/server/domain/rules/payment-methods";
import { env } from "@/server/env";
import { goTo, type Opened, readInvoice } from "./customer-door";
import { outcomeOf, type Refusal } from "./outcome-of";
import { rememberingLink } from "./way-back";

/**
 * Starts a payment with the method in the form. Returns the redirect to the provider's page; undefined if the method is not offered; the
 * refusal if `start` refuses. A second click leads to the same payment.
 */
export async function beginPayment(
  opened: Opened,
  secret: string,
  start: Start = startOutstanding,
): Promise<Response | Refusal | undefined> {
  const { actor, form } = opened;
  const { methods } = await readInvoice(opened);
  const method = methods.find((offered) => offered === form.get("method"));
  if (!method) return undefined;
  const back = rememberingLink(actor, secret);
  const outcome = await outcomeOf(() => start(actor, { method, returnUrl: env().PUBLIC_URL + back.path }));
  return outcome.refusal ?? goTo(outcome.result.checkoutUrl, { "Set-Cookie": back.cookie });
}

/** Starts a payment, and returns the address of the provider's page. */
type Start = (actor: Customer, payment: { method: OfferableMethod; returnUrl: string }) => Promise<{ checkoutUrl: string }>;

/** Starts a payment of the outstanding amount. */
const startOutstanding: Start = (actor, payment) => startPayment(db, actor, actor.invoiceId, payment);
