import { z } from "zod";
import { env, localAddress } from "@/server/env";

/** What the bank says when it calls: which payment, and nothing about it. */
export const bankCall = z.object({ id: z.string().regex(/^[0-9a-f]{48}$/) });

const TIMEOUT_MS = 10_000;

/** Calls the service at its own address, as a bank would from outside. */
export async function callService(id: string): Promise<void> {
  await fetch(`${localAddress(env())}/api/payments/simulated-bank`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ id }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
