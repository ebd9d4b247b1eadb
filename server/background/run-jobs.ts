import type { Database } from "@/db/client";
import { log } from "@/server/platform/log";
import { jobDone, jobLastSuccess, jobRuns } from "@/server/platform/metrics";
import { traced } from "@/server/platform/traced";
import { withTimeout } from "@/server/platform/with-timeout";
import { type BackgroundJob, backgroundJobs, type Counts, type RunOptions } from "./jobs";

/**
 * Runs a job once and counts the run. Throws the job's error; after its time-out, throws an error that counts as a database out of reach.
 */
export async function runJob(db: Database, job: BackgroundJob, options: RunOptions = {}): Promise<Counts> {
  try {
    const done = await withTimeout(
      job.timeoutMs,
      traced(`job ${job.name}`, {}, () => job.run(db, options)),
    );
    countRun(job.name, done);
    return done;
  } catch (error) {
    jobRuns.inc({ job: job.name, outcome: "failed" });
    throw error;
  }
}

/** Counts a successful run and its work. Also used by the notification loop, which never ends. */
export function countRun(job: string, done: Counts): void {
  jobRuns.inc({ job, outcome: "done" });
  jobLastSuccess.set({ job }, Math.round(Date.now() / 1_000));
  for (const [kind, count] of Object.entries(done)) if (count > 0) jobDone.inc({ job, kind }, count);
}

interface DueJobs {
  /** Counts of each job over all rounds, by job name; `{ error: "failed" }` for a job that threw. */
  results: Record<string, Counts | { error: "failed" }>;
  /** Names of the jobs that threw. */
  failed: string[];
}

const MOST_ROUNDS = 4;
/** Time after which no further round begins, in ms, because hosts end long requests. */
const ROUNDS_BEGIN_MS = 30_000;

/**
 * Runs every job, and repeats while any job did something, because jobs create work for each other: a reply is sent, then mailed to the
 * customer, and the partner is notified of both. Begins at most 4 rounds, within 30 s; the next call continues. A failing job does not stop
 * the others, and is not repeated.
 */
export async function runDueJobs(db: Database, options: RunOptions = {}, jobs = backgroundJobs): Promise<DueJobs> {
  const counts = new Map<string, Counts>();
  const failed: string[] = [];
  const endsAt = performance.now() + ROUNDS_BEGIN_MS;
  for (let round = 1, worked = true; worked && round <= MOST_ROUNDS && performance.now() < endsAt; round += 1) {
    worked = false;
    await Promise.all(
      jobs.map(async (job) => {
        if (failed.includes(job.name)) return;
        try {
          const done = await runJob(db, job, options);
          worked ||= Object.values(done).some((count) => count > 0);
          counts.set(job.name, addCounts(counts.get(job.name), done));
        } catch (error) {
          log().error({ err: error, job: job.name }, "background job failed");
          failed.push(job.name);
        }
      }),
    );
  }
  const failures = failed.map((name) => [name, { error: "failed" }]);
  return { results: Object.fromEntries([...counts, ...failures]), failed };
}

function addCounts(before: Counts = {}, now: Counts): Counts {
  const sums = { ...before };
  for (const [kind, count] of Object.entries(now)) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
}
