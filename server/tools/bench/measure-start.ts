import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const PORT = "39251";
const LIMIT_MS = 60_000;

/** Measures the time from `npm start` on a built clone, with its own data, to the first answer: the median of three. */
export async function measureStart(): Promise<string> {
  const times = [await startOnce(), await startOnce(), await startOnce()].sort((a, b) => a - b);
  return `npm start to the first answer: ${((times[1] ?? Number.NaN) / 1000).toFixed(1)} s (to reach: under 3)`;
}

async function startOnce(): Promise<number> {
  const began = performance.now();
  const child = spawn("npm", ["start"], { env: { ...process.env, PORT, DATABASE_URL: "" }, stdio: "ignore", detached: true });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    while (performance.now() - began < LIMIT_MS) {
      const answer = await fetch(`http://127.0.0.1:${PORT}/api/ready`).catch(() => undefined);
      if (answer?.ok) return performance.now() - began;
      await wait(10);
    }
    throw new Error("npm start does not answer");
  } finally {
    // Signals the whole group, because npm forwards signals only from a real terminal.
    if (child.pid) process.kill(-child.pid, "SIGTERM");
    await ended;
  }
}
