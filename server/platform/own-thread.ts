import Tinypool from "tinypool";
import { DomainError } from "@/server/errors";

interface Options {
  /** A built module whose default export is the function to run. */
  file: string;
  /** Maximum number of calls waiting for the running one. */
  mostWaiting: number;
  /** Time-out from the call on, in ms, including the wait. */
  timeoutMs: number;
}

/**
 * Returns a function that runs in a separate thread, one call at a time, so that the process stays responsive. The thread starts with the
 * first call. Calls throw `service_unavailable` if too many wait or after the time-out; a running call is then stopped, and the next one
 * starts.
 */
export function inOwnThread<Input, Output>({ file, mostWaiting, timeoutMs }: Options): (input: Input) => Promise<Output> {
  let pool: Tinypool | undefined;
  return async (input) => {
    // Always one thread: a stopped one is replaced immediately, and the new one takes the next call.
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
