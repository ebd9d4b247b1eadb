import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/server/env";

/** What each of the operator's secrets opens: background work, or figures alone. */
export type OperatorSecret = "BACKGROUND_SECRET" | "METRICS_SECRET";

/** Whether a request's Authorization header contains this secret. False for everybody if none is configured. */
export function isFromOperator(name: OperatorSecret, authorization: string | null): boolean {
  const { [name]: secret } = env();
  if (!secret || !authorization) return false;
  // Digests have one length, so comparing them takes the same time for every input.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`));
}
