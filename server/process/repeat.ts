import { log } from "@/server/platform/log";
import { lifecycle } from "./lifecycle";

/**
 * Repeats the work until the process stops, never twice at once, with a pause of `everyMs` between two runs. Logs only the first of several
 * consecutive failures.
 */
export function repeat(everyMs: number, name: string, work: () => Promise<unknown>): void {
  let isFailing = false;
  const once = async () => {
    if (lifecycle.draining) return;
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !lifecycle.draining) log().error({ err: error, job: name }, "background job failed");
      isFailing = true;
    }
    setTimeout(once, everyMs).unref();
  };
  void once();
}
