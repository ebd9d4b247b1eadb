import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { nameKey } from "@/server/domain/words/name-key";
import { plainLetters } from "@/server/domain/words/plain-letters";
import { spellingsOf } from "@/server/domain/words/spellings";
import { spelledWords } from "./read-payment";

const word = fc.string({ unit: fc.constantFrom(..."abeosuzßäæåöøœüÄÆÅÖØŒÜéłŠжά"), minLength: 2, maxLength: 9 });
const name = fc.array(fc.tuple(word, fc.constantFrom(" ", "-", "'", ". ", "/", " – ")), { minLength: 1, maxLength: 3 });

test("every spelling of a name has the key by which Postgres finds the name", async () => {
  const names = fc.sample(name, 600).map((words) => words.flat().join(""));
  const rows = await db.execute<{ name: string; key: string | null }>(sql`
    select name, name_key(fold_for_search(name)) as key from unnest(${sql.param(names)}::text[]) as given (name)`);
  expect(rows).toHaveLength(names.length);
  for (const { name: given, key } of rows) expect(spelledWords(given).flat().map(nameKey), given).toContain(key);
});

test("all spellings of one word share a key, and different names seldom do", () => {
  for (const each of ["Müller", "Sørensen", "Bækgård", "Weiß", "Œuvray", "Åström"]) {
    expect(new Set(spellingsOf(each).map((spelling) => nameKey(plainLetters(spelling).toLowerCase()))).size, each).toBe(1);
  }
  expect(new Set(["jansen", "janssen", "jensen", "jonsson", "muller", "meller"].map(nameKey)).size).toBe(6);
});

test("a name without a word has no key", async () => {
  const rows = await db.execute<{ key: string | null }>(
    sql`select name_key(fold_for_search(name)) as key from unnest(array['-', '—', ' . ']) as given (name)`,
  );
  expect(rows.map(({ key }) => key)).toEqual([null, null, null]);
});
