import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile } from "@/server/testing/statement-files";

const ENTRIES = sizeOf({ small: 2_000, large: 20_000 });

test(`of ${ENTRIES} entries with the same day and amount in two kinds of files, as many are stored as the fuller file has`, {
  timeout: 600_000,
}, async () => {
  const { partner, iban, store } = await givenBankingCompany();
  // Only the second kind of file names the payer, so no entry is recognised by its key.
  const alike = (count: number, name = "") => Array.from({ length: count }, () => ({ cents: 4_500, name, iban: "", bankReference: "" }));
  const newIn = async (file: string) => (await store(file)).statements.map(({ newEntries }) => newEntries);
  expect(await newIn(camtFile([{ iban, entries: alike(ENTRIES) }]))).toEqual([ENTRIES]);
  expect(await newIn(mt940File({ iban, entries: alike(ENTRIES, "Ada Brandsma") }))).toEqual([0]);
  // The second file has one entry more, which is new.
  expect(await newIn(mt940File({ iban, id: "8/1", entries: alike(ENTRIES + 1, "Ada Brandsma") }))).toEqual([1]);
  const [kept] = await db.execute<{ count: number }>(sql`select count(*)::int from statement_entries where partner_id = ${partner.id}`);
  expect(kept?.count).toBe(ENTRIES + 1);
});
