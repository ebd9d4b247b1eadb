import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/server/env";

/** Whether a request's Authorization header contains the operator's `BACKGROUND_SECRET`. False for everybody if none is configured. */
export function isFromScheduler(authorization: string | null): boolean {
  const { BACKGROUND_SECRET } = env();
  if (!BACKGROUND_SECRET || !authorization) return false;
  // Digests have one length, so comparing them takes the same time for every input.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${BACKGROUND_SECRET}`));
}
