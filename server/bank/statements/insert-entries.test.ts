import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { statementEntries } from "@/db/schema/bank-statements";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";

/** More than two steps. */
const ENTRIES = 2_300;
const texts = ["Membership", 'The "Club"', "a\\b", "{x,y}", "NULL", "Ünï, “quoted”", "it's"];

test(`${ENTRIES} entries of one file are stored in its order, each with its own facts`, async () => {
  const { partner, iban, store, transactions } = await givenBankingCompany();
  const made = Array.from({ length: ENTRIES }, (_, index): MadeEntry & { text: string } => ({
    cents: (index % 3 === 0 ? -1 : 1) * (1_000 + (index % 7)),
    on: index % 2 === 0 ? "2026-11-24" : "2026-11-25",
    name: `Sam ${texts[(index + 1) % texts.length]}`,
    text: `${texts[index % texts.length]} ${index}`,
    bankReference: index % 5 === 0 ? "" : `B${index}`,
    ...(index % 4 === 0 && { reference: `RF18 ${index}` }),
  }));
  const [statement] = (await store(camtFile([{ iban, entries: made }]))).statements;
  expect(statement).toMatchObject({ entries: ENTRIES, newEntries: ENTRIES });

  const stored = await transactions();
  expect(stored.map(({ amountCents, bookedOn, name, text, references }) => ({ amountCents, bookedOn, name, text, references }))).toEqual(
    made.map(({ cents, on, name, text, reference }) => ({
      ...{ amountCents: cents, bookedOn: on, name, text },
      references: reference ? [reference] : [],
    })),
  );
  const entries = await db
    .select()
    .from(statementEntries)
    .where(eq(statementEntries.partnerId, partner.id))
    .orderBy(asc(statementEntries.line));
  expect(entries.map(({ amountCents, bankReference }) => ({ amountCents, bankReference }))).toEqual(
    made.map(({ cents, bankReference }) => ({ amountCents: cents, bankReference })),
  );
  const entryOf = new Map(entries.map(({ id, line }) => [id, line]));
  expect(stored.map(({ entryId }) => entryOf.get(entryId))).toEqual(entries.map(({ line }) => line));
});
