import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/server/env";

/** Secrets of the operator: one for background work, the other for metrics only. */
export type OperatorSecret = "BACKGROUND_SECRET" | "METRICS_SECRET";

/** Whether a request's Authorization header contains this secret. Always false if none is configured. */
export function isFromOperator(name: OperatorSecret, authorization: string | null): boolean {
  const { [name]: secret } = env();
  if (!secret || !authorization) return false;
  // Digests have equal lengths, so comparing them takes the same time for every input.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`));
}
