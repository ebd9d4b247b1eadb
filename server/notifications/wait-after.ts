import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/server/domain/formats/time";

const WAITS_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS];

/**
 * Returns the wait in ms after so many failures: the contract's waits (section 4), then a day each time, varied by a fifth so that
 * endpoints that failed together are not retried together. At least the wait that the receiver has asked for, up to a day.
 */
export function waitAfter(failures: number, retryAfterMs: number | null, random = Math.random): number {
  const wait = (WAITS_MS[failures - 1] ?? DAY_MS) * (0.8 + 0.4 * random());
  return Math.round(Math.max(wait, Math.min(retryAfterMs ?? 0, DAY_MS)));
}
