import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, type Database } from "@/db/client";
import { env } from "@/server/env";
import { swallowCommits } from "./commit-swallower";

/** Selects the word in a transaction, and commits the transaction. */
const commitSelect = (db: Database, word: string) => db.transaction((tx) => tx.execute(sql.raw(`select '${word}'`)));

test("swallows a commit on a connection that has committed before, where the driver sends the statement's name instead of its text", async () => {
  const way = await swallowCommits(env().DATABASE_URL, "the one");
  const { db, close } = connect(way.url, { max: 1 });
  await commitSelect(db, "another");
  await commitSelect(db, "a third");
  const answered = commitSelect(db, "the one").then(
    () => "answered",
    () => "lost",
  );
  expect(await Promise.race([answered, way.swallowed])).toBeUndefined();
  way.close();
  expect(await answered).toBe("lost");
  void close();
});
