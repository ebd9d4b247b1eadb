import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/server/env";

/** Whether a request's Authorization header proves that our own scheduler calls. Nobody is let in where no secret was given. */
export function isFromScheduler(authorization: string | null): boolean {
  const { BACKGROUND_SECRET } = env();
  if (!BACKGROUND_SECRET || !authorization) return false;
  // Digests are of one length, so that comparing them takes the same time whatever was sent.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${BACKGROUND_SECRET}`));
}
