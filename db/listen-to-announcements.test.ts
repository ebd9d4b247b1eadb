import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { env } from "@/server/env";
import { wayToDatabase } from "@/server/testing/way-to-database";
import { db } from "./client";
import { listenToAnnouncements } from "./listen-to-announcements";

const CHANNEL = "heard_by_test";

test("announcements of a commit are heard", async () => {
  const onHeard = vi.fn();
  const { url, asked } = await wayTo((data) => data);
  hear(url, onHeard);

  await expect.poll(() => asked()).toContain(`listen "${CHANNEL}"`);
  await expect
    .poll(async () => {
      await db.execute(sql`select pg_notify(${CHANNEL}, '')`);
      return onHeard.mock.calls.length;
    })
    .toBeGreaterThan(0);
});

test("behind a pooler in transaction mode it does not listen, because announcements would reach other sessions", async () => {
  const { url, asked, connections } = await wayTo(withPoolersKey);
  hear(url, vi.fn());

  // The driver closes the connection when it has nothing more to ask.
  await expect.poll(connections, { timeout: 10_000 }).toEqual({ made: 1, open: 0 });
  expect(asked()).toContain("pg_backend_pid");
  expect(asked()).not.toContain("listen");
});

function hear(url: string, onHeard: () => void): void {
  const { stop } = listenToAnnouncements(url, CHANNEL, onHeard);
  onTestFinished(stop);
}

/** Changes the key as PgBouncer does: it invents one, because a client's session changes between transactions. */
function withPoolersKey(data: Buffer): Buffer {
  const keyOfSession = Buffer.from("K\x00\x00\x00\x0c", "latin1");
  const at = data.indexOf(keyOfSession);
  if (at >= 0) data.writeInt32BE(1, at + keyOfSession.length);
  return data;
}

/** A proxy to the database that passes answers through `passOn`. */
async function wayTo(passOn: (data: Buffer) => Buffer) {
  let said = "";
  const count = { made: 0, open: 0 };
  const { url, close } = await wayToDatabase(env().DATABASE_URL, (client, database) => {
    count.made += 1;
    count.open += 1;
    client.on("close", () => {
      count.open -= 1;
    });
    client.on("data", (data) => {
      said += data.toString("latin1");
      database.write(data);
    });
    database.on("data", (data) => client.write(passOn(data)));
  });
  onTestFinished(close);
  return { url, asked: () => said, connections: () => ({ ...count }) };
}
