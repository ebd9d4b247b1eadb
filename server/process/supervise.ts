import cluster, { type Worker } from "node:cluster";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AggregatorRegistry } from "prom-client";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { closeDatabase } from "@/db/client";
import { SECOND_MS } from "@/server/domain/time";
import type { GivenEnvironment } from "@/server/env";
import { log } from "@/server/platform/log";
import { openServiceDatabase } from "./database";
import { listen } from "./http";
import { lifecycle } from "./lifecycle";
import { type Beginning, type FromSupervisor, isOurs, type ToSupervisor } from "./messages";
import { prepareService } from "./prepare-service";
import type { Role } from "./roles";
import { stopOnSignals } from "./stop";
import { surviveDatabase } from "./survive-database";
import { writeWelcome } from "./welcome";

/** A process that ends sooner than this after its start is started again with a growing pause. */
const SHORT_LIFE_MS = 10 * SECOND_MS;
const LONGEST_PAUSE_MS = 5 * SECOND_MS;

interface Options {
  given: GivenEnvironment;
  /** The program that the processes run: this one. */
  program: string;
  say: (text: string) => void;
}

/**
 * The whole service: opens the database, runs a process or more for each role, and starts again what ends. It answers no request itself, so that
 * nothing in this process can fail because of one.
 */
export async function supervise({ given, program, say }: Options): Promise<void> {
  lifecycle.ready = false;
  // A port that is taken should be told at once, and once.
  await tryPort(given);
  const opening = openServiceDatabase(given, say);
  const family = startFamily(given, program);
  const stop = stopOnSignals(say, async () => {
    await family.stop();
    await opening.then((database) => database.stop()).catch(() => {});
  });
  family.failed.then(() => stop(1));

  const { beginning, demo } = await prepareService(given, await opening, say);
  surviveDatabase(stop);
  await closeDatabase();
  await family.begin(beginning);
  if (!lifecycle.draining) writeWelcome({ given, demo, say });
}

async function tryPort({ HOST: host, PORT: port }: GivenEnvironment): Promise<void> {
  const server = createServer();
  await listen(server, { port, host });
  await new Promise((closed) => server.close(closed));
}

interface Family {
  /** Lets all processes serve; ends once they do. */
  begin(beginning: Beginning): Promise<void>;
  stop(): Promise<void>;
  /** Ends when a process could not start. It has said why. */
  failed: Promise<void>;
}

/** The processes of the service. They start before the database is there, and wait for it. */
function startFamily({ PROCESSES }: GivenEnvironment, program: string): Family {
  const folder = mkdtempSync(join(tmpdir(), "ics-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const pagesSockets = Array.from({ length: PROCESSES }, (_, nth) => socketIn(folder, nth));
  const wanted: [Role, string[]][] = [
    ...pagesSockets.map((): [Role, string[]] => ["api", pagesSockets]),
    ...pagesSockets.map((own): [Role, string[]] => ["pages", [own]]),
    ["work", []],
  ];
  const running = new Map<Worker, Role>();
  /** Those that hear what they are told; one that does not yet has begun nothing. */
  const hearing = new WeakSet<Worker>();
  let resolveBegun: (beginning: Beginning) => void = () => {};
  const begun = new Promise<Beginning>((resolve) => {
    resolveBegun = resolve;
  });
  let resolveFailed = () => {};
  const failed = new Promise<void>((resolve) => {
    resolveFailed = resolve;
  });
  // What processes share, they accept from themselves.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const metrics = new AggregatorRegistry();
  // Counts what the processes limit together.
  new RateLimiterClusterMaster();
  const served = wanted.map(([role, sockets]) => keepRunning(role, sockets));

  /** Ends once the process has served for the first time. */
  function keepRunning(role: Role, sockets: string[]): Promise<void> {
    return new Promise((serving) => {
      let hasServed = false;
      let pauseMs = 0;
      const start = () => {
        if (lifecycle.draining) return;
        const startedAt = performance.now();
        cluster.setupPrimary({ exec: program, execArgv: ["--enable-source-maps"], args: [role, ...sockets] });
        const worker = cluster.fork();
        running.set(worker, role);
        worker.on("message", (message) => {
          if (!isOurs<ToSupervisor>(message)) return;
          if (message.ics === "metrics") void answerMetrics(worker, message.id);
          else if (message.ics === "hearing") {
            hearing.add(worker);
            void begun.then((beginning) => tell(worker, beginning));
          } else {
            hasServed = true;
            serving();
          }
        });
        // It was told something as it ended.
        worker.on("error", () => {});
        worker.on("exit", (code, signal) => {
          running.delete(worker);
          if (lifecycle.draining) return;
          // One that was killed may well serve the next time; one that ended by itself has said why it cannot.
          if (!hasServed && code !== null) {
            resolveFailed();
            return;
          }
          const isShort = performance.now() - startedAt < SHORT_LIFE_MS;
          pauseMs = isShort ? Math.min(LONGEST_PAUSE_MS, pauseMs * 2 || SECOND_MS / 10) : 0;
          if (lifecycle.ready) log().error({ role, code, signal, pauseMs }, "process ended, starting it again");
          setTimeout(start, pauseMs);
        });
      };
      start();
    });
  }

  async function answerMetrics(worker: Worker, id: string): Promise<void> {
    tell(worker, { ics: "metrics", id, text: await metrics.clusterMetrics().catch(() => "") });
  }

  /** Requests first, with the pages that they may still need; the processes of pages last. */
  async function stop(): Promise<void> {
    await end((role) => role !== "pages");
    await end(() => true);
  }

  async function end(isConcerned: (role: Role) => boolean): Promise<void> {
    const ending = [...running].filter(([, role]) => isConcerned(role));
    await Promise.all(
      ending.map(
        ([worker]) =>
          new Promise<void>((ended) => {
            worker.once("exit", () => ended());
            if (hearing.has(worker)) tell(worker, { ics: "stop" });
            else worker.process.kill("SIGKILL");
          }),
      ),
    );
  }

  return {
    begin: async (beginning) => {
      resolveBegun(beginning);
      await Promise.all(served);
    },
    stop,
    failed,
  };
}

function socketIn(folder: string, nth: number): string {
  return process.platform === "win32" ? String.raw`\\.\pipe\ics-${process.pid}-pages-${nth}` : join(folder, `pages-${nth}.sock`);
}

function tell(worker: Worker, message: FromSupervisor): void {
  if (worker.isConnected()) worker.send(message);
}
