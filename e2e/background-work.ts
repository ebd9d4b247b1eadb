/** How often a scheduler calls `POST /api/background/due`, in ms; 0 where the long-running process does background work all the time. */
export const BETWEEN_RUNS_MS = process.env.E2E_HOST === "next" ? Number(process.env.E2E_SCHEDULE_MS ?? 5_000) : 0;

/** How long to wait for background work, in ms: for a run to begin, and for it to finish. */
export const BACKGROUND_WORK_MS = 30_000 + BETWEEN_RUNS_MS;
