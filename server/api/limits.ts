import { env } from "@/server/env";
import { clientAddress } from "@/server/platform/client-address";
import { consume, rateLimiter } from "@/server/platform/rate-limit";

/** One window of two seconds limits both the rate and the burst, because the contract defines a burst as the requests of two seconds. */
const WINDOW_SECONDS = 2;

const FAILURES_PER_SECOND = 10;
const FAILURE_BURST = 100;

export interface Verdict {
  allowed: boolean;
  headers: Record<string, string>;
}

/** Counts a request with this key. Returns undefined if the limit is switched off. */
export async function countRequest(keyId: string): Promise<Verdict | undefined> {
  const { RATE_LIMIT } = env();
  if (RATE_LIMIT === 0) return undefined;
  const points = RATE_LIMIT * WINDOW_SECONDS;
  const { allowed, remaining, retryAfterSeconds } = await consume(rateLimiter("requests", points, WINDOW_SECONDS), keyId);
  const headers: Record<string, string> = {
    "RateLimit-Policy": `"default";q=${points};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${retryAfterSeconds}`,
  };
  if (!allowed) headers["Retry-After"] = String(retryAfterSeconds);
  return { allowed, headers };
}

/** Counts a request from this address that had no valid key. */
export async function countFailure(request: Request, address: string | undefined): Promise<Verdict> {
  const { allowed, retryAfterSeconds } = await consume(failures(), clientAddress(request.headers.get("x-forwarded-for"), address));
  return { allowed, headers: allowed ? {} : { "Retry-After": String(retryAfterSeconds) } };
}

/** Whether this address has used up its requests without a valid key. Does not count a request. */
export async function hasFailedTooOften(request: Request, address: string | undefined): Promise<boolean> {
  const failed = await failures().get(clientAddress(request.headers.get("x-forwarded-for"), address));
  return failed !== null && failed.remainingPoints <= 0;
}

const failures = () => rateLimiter("failures", FAILURE_BURST, FAILURE_BURST / FAILURES_PER_SECOND);
