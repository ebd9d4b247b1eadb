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

/** One set of limiters per process, although the service's and Next's bundles both load this module. */
const shared = globalThis as typeof globalThis & {
  icsRateLimits?: { redis: Redis | undefined; limiters: Map<string, RateLimiterAbstract> };
};

/**
 * Returns a limiter of `points` per key in `durationSeconds`. With `REDIS_URL`, all processes share the counts. Without it, those of one
 * machine do, through their supervisor; while Redis is unreachable, each process counts for itself. The same name means the same limiter.
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

/** Takes points of the key. Exceeding the limit is a result, not an error. */
export async function consume(limiter: RateLimiterAbstract, key: string, points = 1): Promise<Consumed> {
  const { allowed, result } = await limiter.consume(key, points).then(
    (result) => ({ allowed: true, result }),
    // Not by `instanceof RateLimiterRes`: the limiter may be the other bundle's.
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
  // Redis errors surface in the limiters, which then count in this process alone.
  redis.on("error", () => {});
  return redis;
}

function createLimiter(redis: Redis | undefined, keyPrefix: string, points: number, duration: number): RateLimiterAbstract {
  // With one process of a kind, it counts for itself: no limit is shared between kinds.
  if (!redis && cluster.isWorker && env().PROCESSES > 1) return new RateLimiterCluster({ keyPrefix, points, duration });
  const own = new RateLimiterMemory({ keyPrefix, points, duration });
  if (!redis) return own;
  return new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration, inMemoryBlockOnConsumed: points, insuranceLimiter: own });
}
