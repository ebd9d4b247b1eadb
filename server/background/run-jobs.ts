import type { Database } from "@/db/client";
import { log } from "@/server/platform/log";
import { jobDone, jobLastSuccess, jobRuns } from "@/server/platform/metrics";
import { withTimeout } from "@/server/platform/with-timeout";
import { type BackgroundJob, backgroundJobs, type RunOptions } from "./jobs";

/** Runs a job once and counts it. Throws what the job throws, and after its time-out an error that counts as a database out of reach. */
export async function runJob(db: Database, job: BackgroundJob, options: RunOptions = {}): Promise<object> {
  try {
    const done = await withTimeout(job.timeoutMs, job.run(db, options));
    countRun(job.name, done);
    return done;
  } catch (error) {
    jobRuns.inc({ job: job.name, outcome: "failed" });
    throw error;
  }
}

/** Counts a run that succeeded, with what it did: also for the loop of notifications, which does not end. */
export function countRun(job: string, done: object): void {
  jobRuns.inc({ job, outcome: "done" });
  jobLastSuccess.set({ job }, Math.round(Date.now() / 1_000));
  for (const [kind, count] of Object.entries(done)) if (typeof count === "number" && count > 0) jobDone.inc({ job, kind }, count);
}

interface DueJobs {
  /** What each job returned, by its name; `{ error: "failed" }` for a job that threw. */
  results: Record<string, object>;
  /** Names of the jobs that threw. */
  failed: string[];
}

/** Runs every job once, each of which does what is due. A job that fails does not stop the others. */
export async function runDueJobs(db: Database, options: RunOptions = {}, jobs = backgroundJobs): Promise<DueJobs> {
  const failed: string[] = [];
  const results = await Promise.all(
    jobs.map(async (job): Promise<[string, object]> => {
      try {
        return [job.name, await runJob(db, job, options)];
      } catch (error) {
        log().error({ err: error, job: job.name }, "background job failed");
        failed.push(job.name);
        return [job.name, { error: "failed" }];
      }
    }),
  );
  return { results: Object.fromEntries(results), failed };
}
