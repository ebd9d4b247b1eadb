import { db } from "@/db/client";
import { decide, decisions, findBankPayment } from "@/server/billing/payment-providers/simulated-bank/decide";

/** Decides a payment at the simulated bank and redirects to its page. Knowing the address is enough. A plain form, without a script. */
export async function POST(request: Request, { params }: RouteContext<"/simulated-bank/[paymentId]/decision">): Promise<Response> {
  const { paymentId } = await params;
  const payment = await findBankPayment(db, paymentId);
  if (!payment) return new Response(null, { status: 404 });
  const given = (await request.formData()).get("decision");
  const decision = decisions.find((name) => name === given);
  if (decision) await decide(db, payment.id, decision);
  return new Response(null, { status: 303, headers: { Location: `/simulated-bank/${payment.id}`, "Cache-Control": "no-store" } });
}
