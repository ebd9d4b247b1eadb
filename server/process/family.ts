import cluster, { type Worker } from "node:cluster";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { SECOND_MS } from "@/server/domain/formats/time";
import type { GivenEnvironment } from "@/server/env";
import { log } from "@/server/platform/log";
import { familyMetrics } from "./family-metrics";
import { lifecycle } from "./lifecycle";
import { type Beginning, type FromSupervisor, isServiceMessage, type ToSupervisor } from "./messages";
import type { Role } from "./roles";

/**
 * Minimum time in ms between the start of a process and the start of its first replacement, so that one that dies immediately does not use
 * up the machine.
 */
const BETWEEN_STARTS_MS = SECOND_MS;
/** Base of the pause in ms before a further replacement. The pause doubles with each replacement that ends without having served. */
const PAUSE_BASE_MS = SECOND_MS / 10;
const LONGEST_PAUSE_MS = 5 * SECOND_MS;

/** The processes of the service, for the supervisor that starts them. */
export interface Family {
  /** Sends the message that makes all processes serve; resolves once they do. */
  begin(beginning: Beginning): Promise<void>;
  /** Lets all processes finish their work and end; kills those that do not listen yet. Resolves once all have ended. */
  stop(): Promise<void>;
}

/** One process of the service, and the processes that replace it after it ended. */
interface Place {
  role: Role;
  /** For `pages`, the socket on which it listens; for `api`, the sockets to which it passes requests on. */
  sockets: string[];
  hasServed: boolean;
  onServing(): void;
  /** Number of processes that ended since one last served. */
  failures: number;
}

/**
 * Starts the processes of the service, and restarts those that end. They start before the database is ready, and wait for `begin`. Calls
 * `onFailed` if a process exits by itself before ever serving; it has then logged the reason.
 */
export function startFamily({ PROCESSES }: GivenEnvironment, program: string, onFailed: () => void): Family {
  const running = new Map<Worker, Role>();
  /** Processes that can receive messages. The others do not listen for messages yet. */
  const hearing = new Set<Worker>();
  let beginning: Beginning | undefined;

  // Processes that share a port accept its connections themselves, instead of through the supervisor.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const metrics = familyMetrics((worker, id) => tell(worker, { ics: "count", id }));
  // Counts requests for the rate limits that the processes share.
  new RateLimiterClusterMaster();

  const pagesSockets = makeSockets(PROCESSES);
  const served = [
    ...pagesSockets.map(() => keepRunning("api", pagesSockets)),
    ...pagesSockets.map((own) => keepRunning("pages", [own])),
    keepRunning("work", []),
  ];

  /** Starts a process, and another one whenever it ends. Resolves once one of them has served for the first time. */
  function keepRunning(role: Role, sockets: string[]): Promise<void> {
    return new Promise((onServing) => start({ role, sockets, hasServed: false, onServing, failures: 0 }));
  }

  function start(place: Place): void {
    if (lifecycle.draining) return;
    const startedAt = performance.now();
    cluster.setupPrimary({ exec: program, execArgv: ["--enable-source-maps"], args: [place.role, ...place.sockets] });
    const worker = cluster.fork();
    running.set(worker, place.role);
    worker.on("message", (message) => {
      if (isServiceMessage<ToSupervisor>(message)) hear(worker, place, message);
    });
    // A message to a process that is ending fails.
    worker.on("error", () => {});
    worker.on("exit", (code, signal) => {
      running.delete(worker);
      hearing.delete(worker);
      metrics.forget(worker);
      if (!lifecycle.draining) startAgain(place, { code, signal, lifeMs: Math.round(performance.now() - startedAt) });
    });
  }

  function hear(worker: Worker, place: Place, message: ToSupervisor): void {
    switch (message.ics) {
      case "metrics":
        void answerMetrics(worker, message.id);
        break;
      case "counted":
        metrics.hear(worker, message.id, message.metrics);
        break;
      case "hearing":
        hearing.add(worker);
        if (beginning) tell(worker, beginning);
        break;
      case "serving":
        place.hasServed = true;
        place.failures = 0;
        place.onServing();
        break;
    }
  }

  function startAgain(place: Place, { code, signal, lifeMs }: { code: number | null; signal: string | null; lifeMs: number }): void {
    // A killed process (`code` is null) may serve the next time. A process that exited by itself cannot, and has logged why.
    if (!place.hasServed && code !== null) {
      onFailed();
      return;
    }
    const { role, failures } = place;
    const firstPauseMs = Math.max(0, BETWEEN_STARTS_MS - lifeMs);
    const pauseMs = failures === 0 ? firstPauseMs : Math.min(LONGEST_PAUSE_MS, PAUSE_BASE_MS * 2 ** failures);
    place.failures += 1;
    if (lifecycle.ready) log().error({ role, code, signal, pauseMs }, "process ended, starting it again");
    setTimeout(() => start(place), pauseMs);
  }

  async function answerMetrics(worker: Worker, id: string): Promise<void> {
    tell(worker, { ics: "metrics", id, text: await metrics.collect(running) });
  }

  async function end(workers: Worker[]): Promise<void> {
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((ended) => {
            worker.once("exit", () => ended());
            if (hearing.has(worker)) tell(worker, { ics: "stop" });
            else worker.process.kill("SIGKILL");
          }),
      ),
    );
  }

  return {
    async begin(given) {
      beginning = given;
      for (const worker of hearing) tell(worker, given);
      await Promise.all(served);
    },
    async stop() {
      // Processes of the role `pages` end last, because running requests may still need them.
      await end([...running].flatMap(([worker, role]) => (role === "pages" ? [] : worker)));
      await end([...running.keys()]);
    },
  };
}

/** Returns a socket path for each process of the role `pages`. */
function makeSockets(count: number): string[] {
  if (process.platform === "win32") return Array.from({ length: count }, (_, nth) => String.raw`\\.\pipe\ics-${process.pid}-pages-${nth}`);
  const folder = mkdtempSync(join(tmpdir(), "ics-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return Array.from({ length: count }, (_, nth) => join(folder, `pages-${nth}.sock`));
}

function tell(worker: Worker, message: FromSupervisor): void {
  if (worker.isConnected()) worker.send(message);
}
