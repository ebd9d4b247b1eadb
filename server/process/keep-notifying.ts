import { connectAsConfigured } from "@/db/client";
import { listenToAnnouncements } from "@/db/listen-to-announcements";
import type { BackgroundJob } from "@/server/background/jobs";
import { countRun } from "@/server/background/run-jobs";
import { env } from "@/server/env";
import { foldChanges } from "@/server/notifications/fold-changes";
import { openDeliveries } from "@/server/notifications/open-deliveries";
import { startDueDeliveries } from "@/server/notifications/start-due-deliveries";
import { databaseClock } from "@/server/platform/database-clock";
import { log } from "@/server/platform/log";
import { jobRuns } from "@/server/platform/metrics";
import { withTimeout } from "@/server/platform/with-timeout";
import { lifecycle } from "./lifecycle";

/**
 * Runs the job `notifications` until the process ends. A commit of a change for a real-time endpoint wakes it up (trigger
 * `changes_wake_sender`, db/rules/changes.sql). Also runs every `everyMs`, for retries and batches, and because wake-ups do not arrive
 * through a pooler. A round does not wait for receivers, so a slow one delays no other. On shutdown, waits for deliveries in flight and
 * records them.
 */
export function keepNotifying({ everyMs, timeoutMs, connections }: BackgroundJob): void {
  const { DATABASE_URL } = env();
  const { db, close } = connectAsConfigured(connections);
  const underWay = new Set<Promise<void>>();
  let announcements = listenToAnnouncements(DATABASE_URL, "changes", wake);
  let running: Promise<void> | undefined;
  let finished: Promise<void> | undefined;
  let isWanted = false;
  let isFailing = false;

  const timer = setInterval(wake, everyMs).unref();
  lifecycle.finish.push(finish);
  wake();

  function wake(): void {
    isWanted = true;
    running ??= runWhileWanted().finally(() => {
      running = undefined;
      if (isWanted && !lifecycle.draining) wake();
    });
  }

  async function runWhileWanted(): Promise<void> {
    while (isWanted && !lifecycle.draining) {
      isWanted = false;
      await withTimeout(timeoutMs, takeRound()).then(noteSuccess, noteFailure);
    }
  }

  async function takeRound(): Promise<void> {
    const now = await databaseClock(db);
    const owed = await foldChanges(db);
    const opened = await openDeliveries(db, now());
    countRun("notifications", { owed, opened });
    for (const outcome of await startDueDeliveries(db, now, underWay.size)) {
      const ended = outcome.then((name) => {
        underWay.delete(ended);
        countRun("notifications", { [name]: 1 });
        // A delivery has ended, so there is room for another one.
        wake();
      });
      underWay.add(ended);
    }
  }

  function finish(): Promise<void> {
    finished ??= (async () => {
      clearInterval(timer);
      await running;
      await Promise.all(underWay);
      await Promise.all([announcements.stop(), close()]).catch(() => {});
    })();
    return finished;
  }

  function noteSuccess(): void {
    // Wake-ups were lost while the database was unreachable, and the driver may no longer be listening.
    if (isFailing) {
      void announcements.stop();
      announcements = listenToAnnouncements(DATABASE_URL, "changes", wake);
    }
    isFailing = false;
  }

  function noteFailure(error: unknown): void {
    jobRuns.inc({ job: "notifications", outcome: "failed" });
    if (!isFailing && !lifecycle.draining) log().error({ err: error, job: "notifications" }, "background job failed");
    isFailing = true;
  }
}
