import { DAY_MS, HOUR_MS } from "./time";

/** A session ends 12 hours after the browser last asked for it, and a week after signing in at the latest. In ms. */
export const sessionLimits = { idleMs: 12 * HOUR_MS, longestMs: 7 * DAY_MS };
