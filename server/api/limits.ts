import { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/server/env";
import { clientAddress } from "@/server/platform/client-address";

/** A burst may take what two seconds allow, so a window of two seconds holds both: the rate and the burst. */
const WINDOW_SECONDS = 2;

const FAILURES_PER_SECOND = 10;
const FAILURE_BURST = 100;

interface Limits {
  /** Undefined while it is off. */
  requests: RateLimiterAbstract | undefined;
  failures: RateLimiterAbstract;
}

/** One count per process, although the service's and Next's bundles both load this module. */
const shared = globalThis as typeof globalThis & { icsLimits?: Limits };

export interface Verdict {
  allowed: boolean;
  headers: Record<string, string>;
}

/** Counts a request of this key; undefined while the limit is off. */
export async function countRequest(keyId: string): Promise<Verdict | undefined> {
  const limiter = limits().requests;
  if (!limiter) return undefined;
  const { allowed, remaining, retryAfterSeconds } = await consume(limiter, keyId);
  const headers: Record<string, string> = {
    "RateLimit-Policy": `"default";q=${limiter.points};w=${limiter.duration}`,
    RateLimit: `"default";r=${remaining};t=${retryAfterSeconds}`,
  };
  if (!allowed) headers["Retry-After"] = String(retryAfterSeconds);
  return { allowed, headers };
}

/** Counts a request without a valid key from this address. */
export async function countFailure(request: Request, address: string | undefined): Promise<Verdict> {
  const { allowed, retryAfterSeconds } = await consume(limits().failures, clientAddress(request.headers.get("x-forwarded-for"), address));
  return { allowed, headers: allowed ? {} : { "Retry-After": String(retryAfterSeconds) } };
}

/** Whether what comes from this address without a valid key is refused by now; counts nothing. */
export async function hasFailedTooOften(request: Request, address: string | undefined): Promise<boolean> {
  const failed = await limits().failures.get(clientAddress(request.headers.get("x-forwarded-for"), address));
  return failed !== null && failed.remainingPoints <= 0;
}

async function consume(limiter: RateLimiterAbstract, key: string) {
  const { allowed, result } = await limiter.consume(key).then(
    (result) => ({ allowed: true, result }),
    // Over the limit is no error but a result. Not told by class: the limiter may be the other bundle's.
    (result: RateLimiterRes | Error) => {
      if (result instanceof Error) throw result;
      return { allowed: false, result };
    },
  );
  return { allowed, remaining: result.remainingPoints, retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) };
}

function limits(): Limits {
  shared.icsLimits ??= createLimits();
  return shared.icsLimits;
}

function createLimits(): Limits {
  const { RATE_LIMIT, REDIS_URL } = env();
  const redis = REDIS_URL
    ? new Redis(REDIS_URL, { enableOfflineQueue: false, maxRetriesPerRequest: 1, connectTimeout: 1_000, commandTimeout: 250 })
    : undefined;
  // Redis trouble shows in the limiter, which then counts in this process alone.
  redis?.on("error", () => {});

  const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const own = new RateLimiterMemory({ keyPrefix, points, duration });
    if (!redis) return own;
    return new RateLimiterRedis({
      storeClient: redis,
      keyPrefix,
      points,
      duration,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: own,
    });
  };
  return {
    requests: RATE_LIMIT > 0 ? limiter("requests", RATE_LIMIT * WINDOW_SECONDS, WINDOW_SECONDS) : undefined,
    failures: limiter("failures", FAILURE_BURST, FAILURE_BURST / FAILURES_PER_SECOND),
  };
}
