import { expect, test } from "vitest";
import { db } from "@/db/client";
import type { BackgroundJob } from "./jobs";
import { runDueJobs } from "./run-jobs";

test("a job that fails or hangs stops no other, and is named in the result", async () => {
  const job = { does: "", everyMs: 1, timeoutMs: 50 };
  const jobs: BackgroundJob[] = [
    { ...job, name: "failing", run: () => Promise.reject(new Error("broken")) },
    { ...job, name: "hanging", run: () => new Promise(() => {}) },
    { ...job, name: "working", run: async () => ({ done: 0 }) },
  ];

  const { results, failed } = await runDueJobs(db, {}, jobs);

  expect(results).toEqual({ failing: { error: "failed" }, hanging: { error: "failed" }, working: { done: 0 } });
  expect(failed).toEqual(["failing", "hanging"]);
});

test("jobs run again for work that other jobs created, and their counts are added up", async () => {
  const job = { does: "", everyMs: 1, timeoutMs: 1_000 };
  let waiting = 0;
  let runs = 0;
  const jobs: BackgroundJob[] = [
    {
      ...job,
      name: "sends what waits",
      run: async () => {
        const sent = waiting;
        waiting = 0;
        return { sent };
      },
    },
    {
      ...job,
      name: "makes two wait, once",
      run: async () => {
        const made = runs === 0 ? 2 : 0;
        runs += 1;
        waiting += made;
        return { made };
      },
    },
  ];

  const { results } = await runDueJobs(db, {}, jobs);

  expect(results).toEqual({ "sends what waits": { sent: 2 }, "makes two wait, once": { made: 2 } });
});

test("jobs that never run out of work still end", async () => {
  const busy: BackgroundJob = { name: "busy", does: "", everyMs: 1, timeoutMs: 1_000, run: async () => ({ done: 1 }) };
  const { results } = await runDueJobs(db, {}, [busy]);
  expect(results).toEqual({ busy: { done: 4 } });
});
