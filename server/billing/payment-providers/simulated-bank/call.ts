import { z } from "zod";
import { env, localAddress } from "@/server/env";

/** Body of the bank's webhook: the payment's id, without its state. */
export const bankCall = z.object({ id: z.string().regex(/^[0-9a-f]{48}$/) });

const TIMEOUT_MS = 10_000;

/** Calls the service at its own address, as an outside bank would. */
export async function callService(id: string): Promise<void> {
  await fetch(`${localAddress(env())}/api/payments/simulated-bank`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ id }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
