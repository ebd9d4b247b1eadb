import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time";

/**
 * A session ends 12 hours after the browser last asked for it, and a week after signing in at the latest. Having proved who they are lets a person do
 * what is asked for again for half an hour. In ms.
 */
export const sessionLimits = { idleMs: 12 * HOUR_MS, longestMs: 7 * DAY_MS, proofMs: 30 * MINUTE_MS };
