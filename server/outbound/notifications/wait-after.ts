import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/server/domain/time";

const LADDER_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS];

/**
 * How long to wait after so many failures, in milliseconds, by the contract's ladder (section 4) and then a day each time, a fifth more or less so that
 * endpoints which failed together do not come back together. Never less than the receiver has asked for, though of that a day at most.
 */
export function waitAfter(failures: number, retryAfterMs: number | null, random = Math.random): number {
  const wait = (LADDER_MS[failures - 1] ?? DAY_MS) * (0.8 + 0.4 * random());
  return Math.round(Math.max(wait, Math.min(retryAfterMs ?? 0, DAY_MS)));
}
