import { rmSync } from "node:fs";
import type { Server } from "node:http";
import { getPriority, setPriority } from "node:os";
import { register } from "prom-client";
import { db } from "@/db/client";
import { updateDatabaseMetrics } from "@/server/background/update-database-metrics";
import type { GivenEnvironment } from "@/server/env";
import { startBackground } from "./background";
import { type Address, listen } from "./http";
import { lifecycle } from "./lifecycle";
import { type Beginning, type FromSupervisor, isServiceMessage, type ToSupervisor } from "./messages";
import { applyBeginning } from "./prepare-service";
import { keepProbingDatabase } from "./probe-database";
import type { Role } from "./roles";
import { createService, type Routes } from "./serve";
import { finishWork } from "./stop";
import { surviveDatabase } from "./survive-database";
import { startTelemetry } from "./telemetry";

interface Options {
  given: GivenEnvironment;
  routes: Routes;
  role: Role;
  /** For `pages`, the socket on which it listens; for `api`, the sockets to which it passes requests on. */
  pagesSockets: string[];
}

/** Runs one role in a process started by a supervisor. The process ends on the supervisor's order, or when the supervisor is gone. */
export async function startSupervised({ given, routes, role, pagesSockets }: Options): Promise<void> {
  // Ctrl+C signals every process of the terminal. The supervisor decides when each one ends.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => {});
  lifecycle.ready = false;
  // Never raises the priority that the process was started with, for example by `nice`: ordinary users may not do that.
  setPriority(Math.max(getPriority(), priorities[role]));
  const beginning = receiveBeginning();
  const { server, pages, open } =
    role === "work"
      ? withoutServer
      : createService({ roles: [role], given, routes, dev: false, pagesSockets, isBehindApi: role === "pages" });
  const stop = async (exitCode: number) => {
    if (lifecycle.draining) return;
    await finishWork({ server, pages, isBalanced: role === "api" });
    process.exit(exitCode);
  };
  process.on("message", (message) => {
    if (!isServiceMessage<FromSupervisor>(message)) return;
    if (message.ics === "stop") void stop(0);
    if (message.ics === "count") void sendMetrics(message.id);
  });
  tell({ ics: "hearing" });

  if (role === "api" && server) await listen(server, publicAddress(given));
  await pages?.prepared;
  applyBeginning(await beginning);
  await startTelemetry({ role, measureDatabase: role === "work" ? updateDatabaseMetrics : undefined });
  surviveDatabase((exitCode) => void stop(exitCode));
  keepProbingDatabase();
  if (role === "work") startBackground(db);
  open();
  if (role === "pages" && server) await listenPrivately(server, pagesSockets[0] ?? "");
  tell({ ics: "serving" });
}

/**
 * `nice` values: on a busy machine, partners' systems come first, then people, then background work. The steps are small, so that no
 * transaction stays open for long.
 */
const priorities: Record<Role, number> = { api: 0, pages: 5, work: 10 };

/**
 * Returns where to listen. Each process has a socket of its own, which closes when the process ends: with a shared one, a connection that
 * the supervisor accepted for a killed process was neither answered nor closed. If the system does not let several processes listen on one
 * port, they share the supervisor's socket.
 */
function publicAddress({ HOST: host, PORT: port, PROCESSES }: GivenEnvironment): Address {
  const reusePort = PROCESSES > 1 && process.platform === "linux" && Number.parseInt(process.versions.node, 10) >= REUSES_PORTS_SINCE;
  return { host, port, reusePort, exclusive: reusePort || PROCESSES === 1 };
}

/** First major version of Node in which all releases have `reusePort`. */
const REUSES_PORTS_SINCE = 24;

/**
 * Listens on a socket that no other process shares, so that a request to a killed process fails immediately and can be passed on to
 * another.
 */
async function listenPrivately(server: Server, socketPath: string): Promise<void> {
  // The file remains if the previous process was killed.
  rmSync(socketPath, { force: true });
  await listen(server, { path: socketPath, exclusive: true });
}

const withoutServer = { server: undefined, pages: undefined, open: () => {} };

/** Sends this process's metrics to the supervisor. */
async function sendMetrics(id: string): Promise<void> {
  tell({ ics: "counted", id, metrics: await register.getMetricsAsJSON() });
}

function receiveBeginning(): Promise<Beginning> {
  return new Promise((resolve) => {
    process.on("message", (message) => {
      if (isServiceMessage<FromSupervisor>(message) && message.ics === "begin") resolve(message);
    });
  });
}

/** Sends a message. Ignores errors: if the supervisor cannot be reached it has ended, and this process is about to end as well. */
function tell(message: ToSupervisor): void {
  process.send?.(message, undefined, undefined, () => {});
}
