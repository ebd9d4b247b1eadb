import type { Server } from "node:http";
import { closeDatabase, db } from "@/db/client";
import { SECOND_MS } from "@/server/domain/formats/time";
import { givenEnvironment } from "@/server/env";
import { withTimeout } from "@/server/platform/with-timeout";
import { writeRequests } from "@/server/tenancy/api-requests/note-request";
import { closeHttpServer } from "./http";
import { lifecycle } from "./lifecycle";
import type { Pages } from "./pages";
import { stopTelemetry } from "./telemetry";

/**
 * Time in ms after which the process ends in any case, in addition to DRAIN_SECONDS. Service managers kill it 0.5 s later at the earliest.
 */
const STOP_TIMEOUT_MS = 9_500;
const FINISH_REQUESTS_MS = 5_000;
/** Time-out for storing the rest of the log of requests, in ms. */
const WRITE_REQUESTS_MS = 500;
const CLOSE_PAGES_MS = 500;
const CLOSE_POOL_MS = 1_500;
const STOP_TELEMETRY_MS = 1_000;

/**
 * On SIGTERM and Ctrl+C, calls `finish`, which accepts no new work and finishes the running work, and then ends the process. Returns a
 * function that does the same for other reasons.
 */
export function stopOnSignals(say: (text: string) => void, finish: () => Promise<void>): (exitCode: number) => void {
  const stop = async (exitCode: number) => {
    // Ctrl+C signals every process of the terminal, and npm passes it on as well, so a second signal is the same request.
    if (lifecycle.draining) return;
    lifecycle.draining = true;
    say("Stopping …");
    setTimeout(() => process.exit(exitCode), drainMs() + STOP_TIMEOUT_MS).unref();
    await finish();
    process.exit(exitCode);
  };
  process.on("SIGTERM", () => void stop(0));
  process.on("SIGINT", () => void stop(0));
  return (exitCode) => void stop(exitCode);
}

/** Returns how long a process that is no longer ready still accepts requests, in ms. May be called before the process has its database. */
function drainMs(): number {
  return givenEnvironment().DRAIN_SECONDS * SECOND_MS;
}

/** Resources of a process that is stopping. */
interface Resources {
  server?: Server | undefined;
  pages?: Pages | undefined;
  /** Whether a balancer sends requests to the process, and continues until it notices that the process is not ready. */
  isBalanced: boolean;
}

/** Gives the balancer its time, waits for requests and background work to end, and closes the resources: within 8.5 s after that time. */
export async function finishWork({ server, pages, isBalanced }: Resources): Promise<void> {
  lifecycle.draining = true;
  if (isBalanced) await new Promise((resolve) => setTimeout(resolve, drainMs()));
  const background = Promise.all(lifecycle.finish.map((finish) => finish()));
  await Promise.all([server && closeHttpServer(server, FINISH_REQUESTS_MS), withTimeout(FINISH_REQUESTS_MS, background).catch(() => {})]);
  await withTimeout(WRITE_REQUESTS_MS, writeRequests(db)).catch(() => {});
  if (pages) await withTimeout(CLOSE_PAGES_MS, pages.close()).catch(() => {});
  await withTimeout(STOP_TELEMETRY_MS, stopTelemetry()).catch(() => {});
  await withTimeout(CLOSE_POOL_MS, closeDatabase()).catch(() => {});
}
