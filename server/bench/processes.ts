import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A server under measurement. */
export interface Measured {
  name: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

/** Starts a server in a process of its own, its log thrown away, and waits for its first answer. */
export async function startServer(name: string, args: (port: number) => string[], env: Record<string, string>): Promise<Measured> {
  const port = await freePort();
  const child = spawn(process.execPath, args(port), {
    env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilAnswered(child, port);
  return { name, port, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

async function untilAnswered(child: ChildProcess, port: number): Promise<void> {
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until && child.exitCode === null; await wait(20)) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer) return;
  }
  throw new Error(`Nothing answers on port ${port}`);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** CPU time that a process has used so far, in microseconds; as fine as the kernel's clock ticks of 10 ms. */
export function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
