import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@/db/client";

const ATTEMPTS = 100;

/** Waits until a program that was just started answers. Throws if the program is not installed, or does not answer within 10 s. */
export async function waitUntilAnswering(child: ChildProcess, name: string, answers: () => Promise<boolean>): Promise<void> {
  let failure: Error | undefined;
  child.once("error", (cause) => {
    failure = new Error(`${name} could not be started: it is in Debian's package of that name`, { cause });
  });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (failure) throw failure;
    if (await answers().catch(() => false)) return;
    await wait(100);
  }
  child.kill();
  throw new Error(`${name} does not answer`);
}

/** Whether the database answers. Throws if it cannot be reached. */
export async function isDatabaseReached(url: string): Promise<boolean> {
  const { db, close } = connect(url, { max: 1, prepare: false });
  try {
    await db.execute("select 1");
    return true;
  } finally {
    await close();
  }
}

/** Ends a program, and waits until it has ended. */
export async function endAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await over;
}

/** Sends a signal to processes, some of which may have ended. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of new Set(pids)) {
    try {
      process.kill(pid, signal);
    } catch {}
  }
}

/** Ends everything that was started when the program is stopped, because Ctrl+C does not reach other process groups. */
export function endOnSignals(started: AsyncDisposableStack): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void started.disposeAsync().finally(() => process.exit(1)));
}
