import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, type Database } from "@/db/client";
import { env } from "@/server/env";
import { swallowCommits } from "./commit-swallower";

/** Commits a statement with the word. */
const say = (db: Database, word: string) => db.transaction((tx) => tx.execute(sql.raw(`select '${word}'`)));

test("swallows a commit also on a connection that has committed before, when the driver names it and no longer spells it out", async () => {
  const way = await swallowCommits(env().DATABASE_URL, "the one");
  const { db, close } = connect(way.url, { max: 1 });
  await say(db, "another");
  await say(db, "a third");
  const answered = say(db, "the one").then(
    () => "answered",
    () => "lost",
  );
  expect(await Promise.race([answered, way.swallowed])).toBeUndefined();
  way.close();
  expect(await answered).toBe("lost");
  void close();
});
