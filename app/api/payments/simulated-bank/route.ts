import { db } from "@/db/client";
import { bankCall } from "@/server/billing/payment-providers/simulated-bank/call";
import { followPaymentAfterWebhook } from "@/server/billing/payments/follow-payment";
import { parseJson } from "@/server/domain/formats/parse-json";
import { readWithin } from "@/server/platform/read-within";

/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

const LIMIT_BYTES = 1_024;

/**
 * Webhook that the simulated bank calls after a payment has changed. Anybody could call it, so it takes only the payment's id from the
 * body, and asks the bank for the state. The answer does not reveal whether the payment exists.
 */
export async function POST(request: Request): Promise<Response> {
  const body = await readWithin(request, LIMIT_BYTES);
  const call = bankCall.safeParse(parseJson(body?.toString("utf8") ?? ""));
  if (call.success) await followPaymentAfterWebhook(db, "simulated_bank", call.data.id);
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
