import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { db } from "@/db/client";
import { env } from "@/server/env";
import { signal } from "@/server/testing/signal";
import { wayToDatabase } from "@/server/testing/way-to-database";

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
    // Moves a connection back to its former queue, as the driver does.
    const connection = queue.shift();
    queue.remove(connection);
    longest = Math.max(longest, (search.mock.contexts.at(-1) as unknown[]).length);
    search.mockClear();
    queue.push(connection);
  }
  expect(longest).toBeLessThanOrEqual(128);
});

/** Message with which a pooler ends a connection after the sign-in, while no server is available. */
const refusal = (() => {
  const fields = Buffer.from("SFATAL\0VFATAL\0C08P01\0Mserver login has been failing\0\0");
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();
const READY = Buffer.from("5a0000000549", "hex");

/**
 * A proxy to the database that refuses the first connection once it sends a statement beginning with this text; by default any statement.
 */
async function wayThatRefusesOnce(statement = ""): Promise<string> {
  let connections = 0;
  const { url, close } = await wayToDatabase(env().DATABASE_URL, (client, database) => {
    connections += 1;
    const refuses = connections === 1;
    let isReady = false;
    database.on("data", (chunk) => {
      isReady ||= chunk.includes(READY);
      client.write(chunk);
    });
    client.on("data", (chunk) => {
      if (!refuses || !isReady || !chunk.includes(statement)) return void database.write(chunk);
      client.end(refusal);
      database.destroy();
    });
  });
  onTestFinished(close);
  return url;
}

describe.each(["src/index.js", "cjs/src/index.js"])("postgres.js (%s)", (build) => {
  async function driver(url: string, options: { socket?: () => Promise<Socket> } = {}): Promise<postgres.Sql> {
    const { default: make } = await import(pathToFileURL(resolve("node_modules/postgres", build)).href);
    const client = make(url, { max: 1, backoff: 0.01, connect_timeout: 1, ...options });
    onTestFinished(() => client.end({ timeout: 1 }));
    return client;
  }

  test("no statement fails because an earlier connection was refused while it was being made", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    onTestFinished(() => void process.off("unhandledRejection", unhandled));
    const client = await driver(await wayThatRefusesOnce());

    expect(await client`select 1 as one`).toMatchObject([{ one: 1 }]);
    await new Promise((turn) => setImmediate(turn));
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("a statement fails if its own connection is refused, and no later one", async () => {
    const client = await driver(await wayThatRefusesOnce("select 1"));

    await expect(client`select 1 as one`).rejects.toThrow("CONNECTION_CLOSED");
    expect(await client`select 2 as two`).toMatchObject([{ two: 2 }]);
  });

  test("nothing meant for the previous connection is sent on a new one", async () => {
    const { hostname, port } = new URL(env().DATABASE_URL);
    const sockets: Socket[] = [];
    const client = await driver(env().DATABASE_URL, {
      socket: async () => {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        await once(socket, "connect");
        return socket;
      },
    });
    await client`select 1`;
    // Statements of this turn would be sent at its end, but the connection is lost before.
    const lost = await new Promise((settle) => {
      setImmediate(() => {
        sockets[0]?.destroy();
        client`select 2`.catch(settle);
      });
    });
    expect(lost).toMatchObject({ code: "CONNECTION_CLOSED" });

    expect(await client`select 3 as three`).toMatchObject([{ three: 3 }]);
    expect(sockets).toHaveLength(2);
  });

  test("a transaction that has lost its connection does nothing on the next one", async () => {
    const client = await driver(env().DATABASE_URL);
    const isLost = signal();
    const outcomes: Promise<unknown>[] = [];
    const transaction = client.begin(async (tx) => {
      const [session] = await tx`select pg_backend_pid() as pid`;
      await db.execute(sql`select pg_terminate_backend(${session?.pid})`);
      await isLost.fired;
      outcomes.push(tx`select set_config('application_name', 'of a lost transaction', false)`.catch((error: Error) => error.message));
      await Promise.all(outcomes);
    });
    await expect(transaction).rejects.toThrow("CONNECTION_CLOSED");

    expect(await client`select 1 as one`).toMatchObject([{ one: 1 }]);
    isLost.fire();
    await expect.poll(() => outcomes).toHaveLength(1);
    expect(await client`select current_setting('application_name') as name`).not.toMatchObject([{ name: "of a lost transaction" }]);
    expect(await outcomes[0]).toMatch("CONNECTION_CLOSED");
  });

  test("if a connection is closed during a statement, its transaction ends and others continue", async () => {
    const client = await driver(await wayThatRefusesOnce("select 1"));

    await expect(client.begin((tx) => tx`select 1 as one`)).rejects.toThrow("CONNECTION_CLOSED");
    expect(await client.begin((tx) => tx`select 2 as two`)).toMatchObject([{ two: 2 }]);
  });
});
