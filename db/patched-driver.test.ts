import { connect, createServer, type Socket } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "@/server/env";

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

/** PostgreSQL's words that a pooler ends a connection with: after the sign-in, while it has no server. */
const refusal = (() => {
  const fields = Buffer.from("SFATAL\0VFATAL\0C08P01\0Mserver login has been failing\0\0");
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();
const READY = Buffer.from("5a0000000549", "hex");

/** A way to the database on which the first connection is refused as soon as it asks for something. */
async function wayThatRefusesOnce(to: URL) {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    const refuses = connections === 1;
    let isReady = false;
    const database = connect(Number(to.port), to.hostname);
    for (const each of [socket, database]) sockets.add(each.on("error", () => {}));
    database.on("data", (chunk) => {
      isReady ||= chunk.includes(READY);
      socket.write(chunk);
    });
    socket.on("data", (chunk) => {
      if (!refuses || !isReady) return void database.write(chunk);
      socket.end(refusal);
      database.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  return {
    port: typeof address === "object" ? address?.port : undefined,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test.each(["src/index.js", "cjs/src/index.js"])(
  "postgres.js (%s) lets no statement fail by what an earlier connection was refused for",
  async (build) => {
    const { default: postgres } = await import(pathToFileURL(resolve("node_modules/postgres", build)).href);
    const url = new URL(env().DATABASE_URL);
    const way = await wayThatRefusesOnce(url);
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const client = postgres(Object.assign(new URL(url), { port: String(way.port) }).href, { max: 1, backoff: 0.01 });
    try {
      expect(await client`select 1 as one`).toMatchObject([{ one: 1 }]);
      await new Promise((turn) => setImmediate(turn));
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off("unhandledRejection", unhandled);
      await client.end({ timeout: 1 });
      way.close();
    }
  },
);
