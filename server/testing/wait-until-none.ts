import { setTimeout } from "node:timers/promises";

/** Maximum time in ms that a running service gets for its own work. */
const MOST_MS = 30_000;

/** Waits until `count` returns 0, while a running service does the same work beside this process. Throws `failure` after 30 s. */
export async function waitUntilNone(count: () => PromiseLike<number>, failure: string): Promise<void> {
  for (const end = performance.now() + MOST_MS; (await count()) > 0; ) {
    if (performance.now() > end) throw new Error(failure);
    await setTimeout(100);
  }
}
