import { type ChildProcess, fork } from "node:child_process";
import { MINUTE_MS } from "@/server/domain/time";
import { DomainError } from "@/server/errors";
import type { Answered } from "./answer-calls";

interface Options {
  /** A built module that answers with `answerCalls`. */
  file: string;
  /** Processes, each of which runs one call. */
  atOnce: number;
  /** Memory of each for what it computes, in MiB. */
  memoryMiB: number;
  /** Calls that may wait for those that run. */
  mostWaiting: number;
  /** From the call on, waiting included, in ms. */
  timeoutMs: number;
}

/** Thrown where the process that ran a call has ended, as for lack of memory. */
export class OwnProcessEnded extends Error {}

const IDLE_MS = MINUTE_MS;

/**
 * A function that runs in processes of its own, for input from outside that may take any time and memory: this process goes on, and answers meanwhile. They are started when they are needed, know nothing of its
 * environment, and end after a minute without a call. Calls throw `service_unavailable` when too many wait or the time is over, and `OwnProcessEnded`.
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

  /** The turn goes on to the one that waits longest. */
  function endTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (input) => {
    const endsAt = Date.now() + timeoutMs;
    await takeTurn(endsAt);
    try {
      const child = takeIdle(idle) ?? start(options);
      const output = await callIn<Output>(child, input, endsAt);
      letWait(child, idle);
      return output;
    } finally {
      endTurn();
    }
  };
}

/** A process that waits for its next call, and the end of its waiting. */
interface IdleProcess {
  child: ChildProcess;
  timer: NodeJS.Timeout;
}

/** The process that was used last, if it is still there. */
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
  // A call to a process that has just ended fails with its end.
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

/** Leaves the list before it is ended: no call may be given to a process that is about to go. */
function letWait(child: ChildProcess, idle: IdleProcess[]): void {
  child.unref();
  child.channel?.unref();
  const leave = () => {
    const at = idle.indexOf(waiting);
    if (at >= 0) idle.splice(at, 1);
    clearTimeout(waiting.timer);
  };
  const end = () => {
    leave();
    child.kill("SIGKILL");
  };
  const waiting = { child, timer: setTimeout(end, IDLE_MS).unref() };
  child.once("exit", leave);
  idle.push(waiting);
}
