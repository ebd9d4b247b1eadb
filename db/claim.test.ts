import { asc, lte, sql } from "drizzle-orm";
import { integer, pgTable, timestamp } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { whereClaimed } from "./claim";
import { db } from "./client";

const queue = pgTable("claim_test_queue", {
  batch: integer().notNull(),
  place: integer().notNull(),
  dueAt: timestamp("due_at", { withTimezone: true }).notNull(),
});

test.each([
  ["one key", [queue.place]],
  ["two keys", [queue.batch, queue.place]],
] as const)("no more rows than the limit are claimed, however many rows Postgres believes the table to have, by %s", async (_, keys) => {
  for (const known of [0, 1, 2, 10]) {
    for (const limit of [1, 3]) {
      const claimed = await db.transaction(async (tx) => {
        await tx.execute(sql`create temp table claim_test_queue (batch int, place int primary key, due_at timestamptz) on commit drop`);
        const add = (from: number, to: number) =>
          tx.execute(sql`insert into claim_test_queue select 1, place, now() - interval '1 hour' + place * interval '1 second'
            from generate_series(${from}::int, ${to}::int) place`);
        await add(1, known);
        await tx.execute(sql`analyze claim_test_queue`);
        await add(known + 1, 20);
        return tx
          .update(queue)
          .set({ dueAt: sql`now() + interval '10 minutes'` })
          .where(whereClaimed(queue, keys, { where: lte(queue.dueAt, sql`now()`), orderBy: asc(queue.dueAt), limit }))
          .returning({ place: queue.place });
      });
      expect(claimed.map(({ place }) => place).sort()).toEqual([1, 2, 3].slice(0, limit));
    }
  }
});
