import Tinypool from "tinypool";
import { DomainError } from "@/server/errors";

interface Options {
  /** A built module; its default export is the function to run. */
  file: string;
  /** Calls that may wait for the one that runs. */
  mostWaiting: number;
  /** From the call on, waiting included, in ms. */
  timeoutMs: number;
}

/**
 * A function that runs in a thread of its own, one call at a time, so that nothing else in the process waits for it. The thread starts with the first
 * call. Calls throw `service_unavailable` when too many wait or the time is over; a call that runs then is stopped, and the next one goes on.
 */
export function inOwnThread<Input, Output>({ file, mostWaiting, timeoutMs }: Options): (input: Input) => Promise<Output> {
  let pool: Tinypool | undefined;
  return async (input) => {
    // Never without a thread: one that is stopped is replaced at once, and takes up what waits.
    pool ??= new Tinypool({ filename: file, minThreads: 1, maxThreads: 1, isolateWorkers: false });
    if (pool.queueSize >= mostWaiting) throw new DomainError("service_unavailable");
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await pool.run(input, { signal: timeout });
    } catch (error) {
      if (timeout.aborted) throw new DomainError("service_unavailable");
      throw error;
    }
  };
}
