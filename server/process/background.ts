import { type Connection, connectAsConfigured } from "@/db/client";
import { type BackgroundJob, backgroundJobs } from "@/server/background/jobs";
import { runJob } from "@/server/background/run-jobs";
import { SECOND_MS } from "@/server/domain/formats/time";
import { jobPeriod } from "@/server/platform/metrics";
import type { Scope } from "@/server/platform/scope";
import { keepNotifying } from "./keep-notifying";
import { lifecycle } from "./lifecycle";
import { repeat } from "./repeat";

/** Runs all background jobs until the process ends. `db` is the pool shared by jobs without connections of their own. */
export function startBackground(db: Connection["db"]): void {
  for (const job of backgroundJobs) {
    jobPeriod.set({ job: job.name }, job.everyMs / SECOND_MS);
    keepRunning(job, db);
  }
}

/** Runs one job repeatedly. The job `notifications` has its own loop: commits of changes wake it, and it ignores `scope`. */
export function keepRunning(job: BackgroundJob, shared: Connection["db"], scope?: Scope): void {
  if (job.name === "notifications") {
    keepNotifying(job);
    return;
  }
  const db = job.connections ? connectAsConfigured(job.connections).db : shared;
  repeat(job.everyMs, job.name, () => runJob(db, job, { isStopping: () => lifecycle.draining, scope }));
}
