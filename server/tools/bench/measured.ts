import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const SAMPLED_EVERY_MS = 20;
const MIB = 1024 * 1024;

/** Time of a piece of work, and the most memory above the beginning. */
export interface Measured {
  seconds: number;
  mib: number;
}

/** Collects garbage, does the work, and returns how long it took and how much memory the process took above the beginning. */
export async function measured(work: () => Promise<unknown>): Promise<Measured> {
  setFlagsFromString("--expose_gc");
  runInNewContext("gc")();
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, SAMPLED_EVERY_MS);
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(sampling);
  return { seconds, mib: (Math.max(most, process.memoryUsage.rss()) - before) / MIB };
}
