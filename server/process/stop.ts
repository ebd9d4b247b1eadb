import type { Server } from "node:http";
import { closeDatabase } from "@/db/client";
import { withTimeout } from "@/server/platform/with-timeout";
import type { OpenDatabase } from "./database";
import { closeHttpServer } from "./http";
import { lifecycle } from "./lifecycle";
import type { Pages } from "./pages";

/** Supervisors wait 10 s after SIGTERM. */
const STOP_TIMEOUT_MS = 9_500;
const FINISH_REQUESTS_MS = 5_000;
const CLOSE_PAGES_MS = 500;
const CLOSE_POOL_MS = 1_500;

interface Parts {
  server: Server;
  pages: Pages;
  /** Still pending while the database starts. */
  opening: Promise<OpenDatabase>;
  say: (text: string) => void;
}

/** On SIGTERM and Ctrl+C: takes nothing new, finishes what runs, and leaves the database in order. Answers the same for other reasons. */
export function stopOnSignals({ server, pages, opening, say }: Parts): (exitCode: number) => void {
  const stop = async (exitCode: number) => {
    // Ctrl+C reaches every process of the terminal, and npm passes it on: the second signal is the same wish.
    if (lifecycle.draining) return;
    lifecycle.draining = true;
    say("Stopping …");
    setTimeout(() => process.exit(exitCode), STOP_TIMEOUT_MS).unref();

    const background = Promise.all(lifecycle.finish.map((finish) => finish()));
    await Promise.all([closeHttpServer(server, FINISH_REQUESTS_MS), withTimeout(FINISH_REQUESTS_MS, background).catch(() => {})]);
    await withTimeout(CLOSE_PAGES_MS, pages.close()).catch(() => {});
    await withTimeout(CLOSE_POOL_MS, closeDatabase()).catch(() => {});
    await opening.then((database) => database.stop()).catch(() => {});
    process.exit(exitCode);
  };
  process.on("SIGTERM", () => void stop(0));
  process.on("SIGINT", () => void stop(0));
  return (exitCode) => void stop(exitCode);
}
