import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

/** A program that is killed and restarted, one process at a time. */
export interface Victim {
  start(args?: string[]): void;
  /** Kills the process with kill -9, if it still runs. Resolves when the process has ended. */
  kill(): Promise<void>;
}

/** Makes a victim of a bundled program of `server/tools/bench`. `env` is added to this process's environment; `onLine` gets its output. */
export function makeVictim(name: string, env: Record<string, string>, onLine: (line: string) => void = () => {}): Victim {
  let child: ChildProcess | undefined;
  return {
    start: (args = []) => {
      const program = resolve(".next", "service", "tools", "bench", `${name}.mjs`);
      child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
      if (child.stdout) createInterface(child.stdout).on("line", onLine);
    },
    kill: async () => {
      const dying = child;
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
      const dead = new Promise((ended) => dying.once("exit", ended));
      dying.kill("SIGKILL");
      await dead;
    },
  };
}
