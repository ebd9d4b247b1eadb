import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { type Connection, connect } from "@/db/client";
import { env } from "@/server/env";
import { wayToDatabase } from "@/server/testing/way-to-database";

/** A statement that takes a moment. Its parameter makes the driver ask for the type before. */
const statement = (nth: number) => sql`select ${nth}::int as nth, pg_sleep(0.01)`;
const many = <Result>(act: (nth: number) => Promise<Result>) => Promise.all([1, 2, 3, 4, 5].map(act));

async function given(isPooled: boolean): Promise<Connection & { mostAtOnce: () => number }> {
  const way = await wayThatCounts();
  const connection = connect(way.url, { max: 1, isPooled, prepare: false });
  onTestFinished(connection.close);
  await connection.db.execute("select 1");
  return { ...connection, mostAtOnce: way.mostAtOnce };
}

test("through a pooler in transaction mode, a connection carries one statement at a time", async () => {
  const { db, mostAtOnce } = await given(true);
  await many(() => db.execute(sql`select pg_sleep(0.01)`));
  expect((await many((nth) => db.execute(statement(nth)))).map(([row]) => row?.nth)).toEqual([1, 2, 3, 4, 5]);
  const inTransactions = many((first) => db.transaction((tx) => many((nth) => tx.execute(statement(first * 10 + nth)))));
  expect((await inTransactions).flat().map(([row]) => row?.nth)).toHaveLength(25);
  expect(mostAtOnce()).toBe(1);
});

test("directly to Postgres, a connection carries several", async () => {
  const { db, mostAtOnce } = await given(false);
  await many(() => db.execute(sql`select pg_sleep(0.01)`));
  expect(mostAtOnce()).toBeGreaterThan(1);
});

/** A proxy to the database that counts statements sent and not yet answered. */
async function wayThatCounts() {
  let [isSignedIn, sent, answered, mostAtOnce] = [false, 0, 0, 0];
  const { url, close } = await wayToDatabase(env().DATABASE_URL, (client, database) => {
    const [asked, told] = [readMessages(), readMessages()];
    client.on("data", (data) => {
      if (isSignedIn) sent += asked(data).filter((type) => type === "P" || type === "Q").length;
      mostAtOnce = Math.max(mostAtOnce, sent - answered);
      database.write(data);
    });
    database.on("data", (data) => {
      const ready = told(data).filter((type) => type === "Z").length;
      if (isSignedIn) answered += ready;
      isSignedIn ||= ready > 0;
      client.write(data);
    });
  });
  onTestFinished(close);
  return { url, mostAtOnce: () => mostAtOnce };
}

/**
 * Returns a function that reads the types of one side's messages. Each message begins with its type, a letter, and its length; chunks may
 * split it.
 */
function readMessages(): (piece: Buffer) => string[] {
  let rest = Buffer.alloc(0);
  return (piece) => {
    const types: string[] = [];
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      types.push(String.fromCharCode(rest[0] ?? 0));
      rest = rest.subarray(1 + rest.readInt32BE(1));
    }
    return types;
  };
}
