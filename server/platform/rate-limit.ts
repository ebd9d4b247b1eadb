import cluster from "node:cluster";
import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import { env } from "@/server/env";
import { limitsHit } from "./metrics";

/** One set of limiters per process, although two bundles, the service's and Next's, load this module. */
const shared = globalThis as typeof globalThis & {
  icsRateLimits?: { redis: Redis | undefined; limiters: Map<string, RateLimiterAbstract> };
};

/**
 * Returns a limiter of `points` per key in `durationSeconds`; the same name returns the same limiter. With `REDIS_URL`, all processes share
 * the counts. Without it, the processes of one machine share them through their supervisor. While Redis is unreachable, each process counts
 * separately.
 */
export function rateLimiter(name: string, points: number, durationSeconds: number): RateLimiterAbstract {
  shared.icsRateLimits ??= { redis: connectRedis(), limiters: new Map() };
  const { redis, limiters } = shared.icsRateLimits;
  const limiter = limiters.get(name) ?? createLimiter(redis, name, points, durationSeconds);
  limiters.set(name, limiter);
  return limiter;
}

export interface Consumed {
  allowed: boolean;
  remaining: number;
  /** From 1. */
  retryAfterSeconds: number;
}

/** Takes points from the key's allowance. Exceeding the limit is a result, not an error. */
export async function consume(limiter: RateLimiterAbstract, key: string, points = 1): Promise<Consumed> {
  const { allowed, result } = await limiter.consume(key, points).then(
    (result) => ({ allowed: true, result }),
    // Does not use `instanceof RateLimiterRes`, because the limiter may come from the other bundle.
    (result: RateLimiterRes | Error) => {
      if (result instanceof Error) throw result;
      return { allowed: false, result };
    },
  );
  if (!allowed) limitsHit.inc({ limit: limiter.keyPrefix });
  return { allowed, remaining: result.remainingPoints, retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)) };
}

function connectRedis(): Redis | undefined {
  const { REDIS_URL } = env();
  if (!REDIS_URL) return undefined;
  const redis = new Redis(REDIS_URL, { enableOfflineQueue: false, maxRetriesPerRequest: 1, connectTimeout: 1_000, commandTimeout: 250 });
  // Errors of Redis appear in the limiters, which then count within this process.
  redis.on("error", () => {});
  return redis;
}

function createLimiter(redis: Redis | undefined, keyPrefix: string, points: number, duration: number): RateLimiterAbstract {
  // With one process per role, each counts by itself, because no limit is shared between roles.
  if (!redis && cluster.isWorker && env().PROCESSES > 1) return new RateLimiterCluster({ keyPrefix, points, duration });
  const own = new RateLimiterMemory({ keyPrefix, points, duration });
  if (!redis) return own;
  return new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration, inMemoryBlockOnConsumed: points, insuranceLimiter: own });
}
