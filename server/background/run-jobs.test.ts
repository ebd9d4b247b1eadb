import { expect, test } from "vitest";
import { db } from "@/db/client";
import type { BackgroundJob } from "./jobs";
import { runDueJobs } from "./run-jobs";

test("a job that fails or hangs stops no other, and is named", async () => {
  const job = { does: "", everyMs: 1, timeoutMs: 50 };
  const jobs: BackgroundJob[] = [
    { ...job, name: "failing", run: () => Promise.reject(new Error("broken")) },
    { ...job, name: "hanging", run: () => new Promise(() => {}) },
    { ...job, name: "working", run: async () => ({ done: 1 }) },
  ];

  const { results, failed } = await runDueJobs(db, {}, jobs);

  expect(results).toEqual({ failing: { error: "failed" }, hanging: { error: "failed" }, working: { done: 1 } });
  expect(failed).toEqual(["failing", "hanging"]);
});
