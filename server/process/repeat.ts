import { log } from "@/server/platform/log";
import { lifecycle } from "./lifecycle";

/**
 * Repeats the work, never twice at once, until the process is told to stop. Pauses `everyMs` between two runs. Logs the first of several failures in a row.
 */
export function repeat(everyMs: number, name: string, work: () => Promise<unknown>): void {
  let failing = false;
  const once = async () => {
    if (lifecycle.draining) return;
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing && !lifecycle.draining) log().error({ err: error, job: name }, "background job failed");
      failing = true;
    }
    setTimeout(once, everyMs).unref();
  };
  void once();
}
