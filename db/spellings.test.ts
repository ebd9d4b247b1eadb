import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainLetters } from "@/server/domain/words/plain-letters";
import { spellingsOf } from "@/server/domain/words/spellings";
import { db } from "./client";
import { only } from "./rows";

const word = fc.string({ unit: fc.constantFrom(..."abeosuzßäæåöøœüÄÆÅÖØŒÜéłŠ"), minLength: 1, maxLength: 12 });

test("the search text contains each word plainly and in every spelling that the code searches", async () => {
  const words = fc.sample(word, 500);
  const rows = await db.execute<{ word: string; folded: string }>(sql`
    select word, fold_for_search(word) as folded from unnest(${sql.param(words)}::text[]) as given (word)`);
  expect(rows).toHaveLength(words.length);
  for (const { word, folded } of rows) {
    const expected = [word, ...spellingsOf(word)].map((spelling) => plainLetters(spelling).toLowerCase());
    expect(new Set(folded.split(" "))).toEqual(new Set(expected));
  }
});

test("the name comes first, as it is sorted; its other spellings follow after all other fields", async () => {
  const { folded } = only(await db.execute<{ folded: string }>(sql`select fold_for_search('Jürgen Groß 2026-1 Ångström') as folded`));
  expect(folded).toBe("jurgen gross 2026-1 angstrom aangstroem aengstroem angstroem juergen");
});
