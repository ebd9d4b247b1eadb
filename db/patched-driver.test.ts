import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.restoreAllMocks());

interface Queue {
  remove(member: object): void;
  push(member: object): void;
  shift(): object;
}

test.each(["src", "cjs/src"])("postgres.js (%s) keeps no trace of the connections that a queue has handed out", async (build) => {
  const { default: makeQueue } = await import(pathToFileURL(resolve("node_modules/postgres", build, "queue.js")).href);
  const queue: Queue = makeQueue();
  for (let connection = 1; connection <= 10; connection += 1) queue.push({ connection });
  const search = vi.spyOn(Array.prototype, "indexOf");
  let longest = 0;
  for (let statement = 1; statement <= 10_000; statement += 1) {
    // As the driver moves a connection back to where it came from.
    const connection = queue.shift();
    queue.remove(connection);
    longest = Math.max(longest, (search.mock.contexts.at(-1) as unknown[]).length);
    search.mockClear();
    queue.push(connection);
  }
  expect(longest).toBeLessThanOrEqual(128);
});
