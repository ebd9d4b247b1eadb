import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { plainArray, textArray } from "./array-text";

const text = fc
  .oneof(fc.string(), fc.constantFrom("", "NULL", '"', "\\", '\\"', "{a,b}", "a\nb\tc", " ", "Ünï"))
  .filter((each) => !each.includes("\0"));

test("Postgres reads each text of an array as it was written, also within another array", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(text)), async (lists) => {
      const texts = lists.flat();
      const read = only(await db.execute<{ texts: string[] }>(sql`select ${textArray(texts)}::text[] as texts`));
      expect(read.texts).toEqual(texts);
      const rows = await db.execute<{ list: string[] }>(
        sql`select list::text[] as list from unnest(${textArray(lists.map(textArray))}::text[]) as given (list)`,
      );
      expect(rows.map(({ list }) => list)).toEqual(lists);
    }),
    { numRuns: 100 },
  );
});

test("Postgres reads each number, day and truth value of an array", async () => {
  const read = only(
    await db.execute(sql`select ${plainArray([1, -2])}::int[] = array[1, -2] and ${plainArray(["2026-02-28"])}::date[] = array['2026-02-28'::date]
      and ${plainArray([true, false])}::boolean[] = array[true, false] and ${plainArray([])}::int[] = '{}' as is_equal`),
  );
  expect(read).toEqual({ is_equal: true });
});
