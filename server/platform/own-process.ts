import { type ChildProcess, fork } from "node:child_process";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { DomainError } from "@/server/errors";
import type { Answered } from "./answer-calls";

interface Options {
  /** A built module that uses `answerCalls`. */
  file: string;
  /** Number of processes, each of which runs one call at a time. */
  atOnce: number;
  /** Heap limit of each process, in MiB. */
  memoryMiB: number;
  /** Maximum number of calls waiting for a process. */
  mostWaiting: number;
  /** Time-out from the call on, in ms, including the wait for a process. */
  timeoutMs: number;
}

/** Error for a call whose process ended, for example because it ran out of memory. */
export class OwnProcessEnded extends Error {}

const IDLE_MS = MINUTE_MS;

/**
 * Returns a function that runs in separate processes, for input from outside that may take any time and memory: this process stays
 * responsive. The processes are started on demand, do not inherit the environment, and end after a minute without a call. Calls throw
 * `service_unavailable` if too many wait or after the time-out, and `OwnProcessEnded` if a new process ended; after the end of a
 * reused process, the call is tried once more in a new one.
 */
export function inOwnProcess<Input extends object, Output>(options: Options): (input: Input) => Promise<Output> {
  const { atOnce, mostWaiting, timeoutMs } = options;
  const idle: IdleProcess[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeTurn(endsAt: number): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw new DomainError("service_unavailable");
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new DomainError("service_unavailable"));
      }, endsAt - Date.now());
      waiting.push(begin);
    });
  }

  /** Passes the turn to the longest waiting call. */
  function endTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (input) => {
    const endsAt = Date.now() + timeoutMs;
    await takeTurn(endsAt);
    const run = async (child: ChildProcess) => {
      const output = await callIn<Output>(child, input, endsAt);
      keepIdle(child, idle);
      return output;
    };
    try {
      const reused = takeIdle(idle);
      // A process that died while it was idle may be taken before its end is noticed.
      if (reused)
        return await run(reused).catch((error) => (error instanceof OwnProcessEnded ? run(start(options)) : Promise.reject(error)));
      return await run(start(options));
    } finally {
      endTurn();
    }
  };
}

/** A process waiting for its next call, with the timer that ends it. */
interface IdleProcess {
  child: ChildProcess;
  timer: NodeJS.Timeout;
}

/** Takes the most recently used process that is idle. */
function takeIdle(idle: IdleProcess[]): ChildProcess | undefined {
  const taken = idle.pop();
  if (!taken) return undefined;
  clearTimeout(taken.timer);
  taken.child.removeAllListeners("exit");
  return taken.child;
}

function start({ file, memoryMiB }: Options): ChildProcess {
  const child = fork(file, [], {
    env: { NODE_ENV: process.env.NODE_ENV },
    execArgv: [`--max-old-space-size=${memoryMiB}`],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // If the process has just ended, the call fails because of its exit, not because of this error.
  child.on("error", () => {});
  return child;
}

function callIn<Output>(child: ChildProcess, input: object, endsAt: number): Promise<Output> {
  child.ref();
  child.channel?.ref();
  let timer: NodeJS.Timeout | undefined;
  return new Promise<Output>((resolve, reject) => {
    const fail = (error: Error) => {
      child.kill("SIGKILL");
      reject(error);
    };
    timer = setTimeout(() => fail(new DomainError("service_unavailable")), endsAt - Date.now());
    child.once("exit", () => reject(new OwnProcessEnded()));
    child.once("message", (answered: Answered<Output>) => {
      if ("failed" in answered) fail(new Error(answered.failed));
      else resolve(answered.output);
    });
    child.send(input, (error) => error && fail(new OwnProcessEnded()));
  }).finally(() => {
    clearTimeout(timer);
    child.removeAllListeners("message");
    child.removeAllListeners("exit");
  });
}

/** Keeps an idle process until its timer ends it. The timer first removes it from the list, so that no call goes to an ending process. */
function keepIdle(child: ChildProcess, idle: IdleProcess[]): void {
  child.unref();
  child.channel?.unref();
  const leave = () => {
    const at = idle.indexOf(entry);
    if (at >= 0) idle.splice(at, 1);
    clearTimeout(entry.timer);
  };
  const end = () => {
    leave();
    child.kill("SIGKILL");
  };
  const entry = { child, timer: setTimeout(end, IDLE_MS).unref() };
  child.once("exit", leave);
  idle.push(entry);
}
