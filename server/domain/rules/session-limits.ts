import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/formats/time";

/**
 * Limits of a session in ms. A session ends 12 hours after the browser's last request, and at the latest a week after signing in. A proof
 * of identity is valid for half an hour.
 */
export const sessionLimits = { idleMs: 12 * HOUR_MS, longestMs: 7 * DAY_MS, proofMs: 30 * MINUTE_MS };
