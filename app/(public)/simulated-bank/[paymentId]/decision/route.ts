import { everyAnswer, readForm } from "@/app/(public)/customer-answer";
import { db } from "@/db/client";
import { decide, decisions, findBankPayment } from "@/server/billing/payment-providers/simulated-bank/decide";
import { isCrossOrigin } from "@/server/platform/is-cross-origin";

/**
 * Decides a payment at the simulated bank, and redirects to the payment's page. Anybody who has the address may decide. Called by a plain
 * form without a script.
 */
export async function POST(request: Request, { params }: RouteContext<"/simulated-bank/[paymentId]/decision">): Promise<Response> {
  if (isCrossOrigin(request)) return new Response(null, { status: 403, headers: everyAnswer });
  const { paymentId } = await params;
  const payment = await findBankPayment(db, paymentId);
  if (!payment) return new Response(null, { status: 404, headers: everyAnswer });
  const form = await readForm(request);
  if (!form) return new Response(null, { status: 413, headers: everyAnswer });
  const decision = decisions.find((name) => name === form.get("decision"));
  if (decision) await decide(db, payment.id, decision);
  return new Response(null, { status: 303, headers: { ...everyAnswer, Location: `/simulated-bank/${payment.id}` } });
}
