import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const START_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 5_000;

/** Secret of the hosts, with which tests read what a host has stored. */
export const TEST_SECRET = "for tests only, and long enough for that";
export const TEST_ENCRYPTION_KEY = "0123456789abcdef".repeat(4);

/** Settings of a public host behind a proxy on this machine. Its mails go nowhere. */
export const publicHost = {
  PUBLIC_URL: "https://portal.example",
  TRUSTED_PROXIES: "loopback",
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "no-reply@portal.example",
};

/** A running host of the interface, in a process of its own. */
export interface Host {
  baseUrl: string;
  pid: number;
  /** Ends the process as a service manager does. Returns its exit code; null if a signal ended it. */
  stop(): Promise<number | null>;
  /** Ends the process with kill -9. */
  kill(): void;
}

/** Starts the service as in production: a supervisor with its processes; with the arguments `--only` and a role: one process. */
export function startProductionProcess(folder: string, env: Record<string, string>, args: string[] = []): Promise<Host> {
  return startHost(join(folder, "production-process.log"), () => ["--enable-source-maps", ".next/service/main.mjs", ...args], {
    LOG_LEVEL: "error",
    ...env,
  });
}

/** Starts the same route files under Next alone, as a serverless host would. */
export function startNext(folder: string, env: Record<string, string>): Promise<Host> {
  const next = resolve("node_modules/next/dist/bin/next");
  return startHost(join(folder, "next-start.log"), (port) => [next, "start", "-H", "127.0.0.1", "-p", String(port)], {
    LOG_LEVEL: "error",
    ...env,
  });
}

/**
 * Starts a server in a process of its own, on a free port unless its environment names one, and waits until the server answers. Its output
 * goes into the file. Throws if the server is not ready in time.
 */
export async function startHost(logFile: string, args: (port: number) => string[], env: Record<string, string>): Promise<Host> {
  const port = Number(env.PORT) || (await freePort());
  const log = openSync(logFile, "a");
  const child = spawn(process.execPath, args(port), {
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      AUTH_SECRET: TEST_SECRET,
      ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      ...env,
    },
    stdio: ["ignore", log, log],
    // A process group of its own, so that its children end with it.
    detached: true,
  });
  closeSync(log);
  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    await untilReady(child, baseUrl);
  } catch (error) {
    await stop(child);
    throw new Error(`${error instanceof Error ? error.message : error}\n${readFileSync(logFile, "utf8")}`);
  }
  return { baseUrl, pid: child.pid ?? 0, stop: () => stop(child), kill: () => signal(child, "SIGKILL") };
}

async function untilReady(child: ChildProcess, baseUrl: string): Promise<void> {
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until && child.exitCode === null; await wait(50)) {
    if (await isReady(baseUrl).catch(() => false)) return;
  }
  throw new Error(`Nothing is ready at ${baseUrl}`);
}

/** Whether the host answers that it is ready. Rejects if the port is closed or the answer takes too long, as of another program on the port. */
async function isReady(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/ready`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  await answer.arrayBuffer();
  return answer.status !== 503;
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    signal(child, "SIGTERM");
    await ended;
  }
  return child.exitCode;
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name);
}

/** Returns a port that nobody listens on. An outgoing connection cannot take it first, because it is outside their range. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
