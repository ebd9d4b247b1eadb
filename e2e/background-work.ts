/**
 * Interval in ms at which a scheduler calls `POST /api/background/due`. 0 if the long-running process does background work all the time.
 */
export const BETWEEN_RUNS_MS = process.env.E2E_HOST === "next" ? Number(process.env.E2E_SCHEDULE_MS ?? 5_000) : 0;

/** Time to wait for background work, in ms: until a run has begun and finished. */
export const BACKGROUND_WORK_MS = 30_000 + BETWEEN_RUNS_MS;
