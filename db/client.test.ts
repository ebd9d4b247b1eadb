import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { connect } from "@/db/client";
import { env } from "@/server/env";
import { wayToDatabase } from "@/server/testing/way-to-database";

afterEach(() => vi.restoreAllMocks());

const CONNECTIONS = 10;
/** Maximum time in ms to make a connection, and maximum wait of a statement in this test. */
const CONNECT_MS = 5_000;
/** Time in ms after which an unused connection is closed. */
const UNUSED_MS = 600_000;

test("after a failover, which breaks all connections of a pool at once, none waits longer than connecting takes", async () => {
  const clients = new Set<Socket>();
  const way = await wayToDatabase(env().DATABASE_URL, (client, database) => {
    clients.add(client);
    database.pipe(client).pipe(database);
  });
  const { db, close } = connect(way.url, { max: CONNECTIONS });
  try {
    const sleep = (seconds: number) =>
      Promise.allSettled(Array.from({ length: CONNECTIONS }, () => db.execute(sql`select pg_sleep(${seconds})`)));
    await sleep(0.5);
    expect(clients.size).toBe(CONNECTIONS);
    const broken = sleep(20);
    await wait(100);
    for (const client of clients) client.resetAndDestroy();
    for (const { status } of await broken) expect(status).toBe("rejected");

    const timers = vi.spyOn(globalThis, "setTimeout");
    for (const { status } of await sleep(0)) expect(status).toBe("fulfilled");
    const delaysMs = timers.mock.calls.map(([, delayMs = 0]) => delayMs);
    expect(delaysMs.filter((delayMs) => delayMs > CONNECT_MS && delayMs < UNUSED_MS)).toEqual([]);
  } finally {
    await close();
    way.close();
  }
});
