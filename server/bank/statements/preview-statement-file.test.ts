import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { csvLayouts, statementFiles } from "@/db/schema/bank-statements";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany, receivedFile } from "@/server/testing/given-statement";
import { keepLayout } from "./csv/kept-layouts";
import { previewStatementFile } from "./preview-statement-file";

const entries = [
  ...Array.from({ length: 202 }, (_, index) => ({ cents: 1_000 + index, name: `Payer ${index}`, text: `Fee ${index}` })),
  ...Array.from({ length: 3 }, (_, index) => ({ cents: -500 - index, name: "Landlord", text: "Rent" })),
];

test("a preview counts and sums what came, what went and the rows left out, with the first 200 of each, and stores nothing", async () => {
  const given = await givenBankingCompany();
  const file = `${csvFile({ iban: given.iban, entries }, "german")}\r\n${["Total", "Ohne Gewähr", "Bitte prüfen", "Ende"].join("\r\n")}\r\n`;
  const { sheet, layout } = await guessedLayoutOf(file);
  const preview = await previewStatementFile(db, given.partner.actor, { sheet: sheet.key, layout }, receivedFile(file));
  expect(preview).toMatchObject({
    currency: "EUR",
    came: { count: 202, sumCents: 222_301 },
    went: { count: 3, sumCents: -1_503 },
    leftOut: { count: 4 },
  });
  expect(preview.came.samples).toHaveLength(200);
  expect(preview.came.samples[0]).toEqual({ line: 4, bookedOn: "2026-11-25", amountCents: 1_000, name: "Payer 0", text: "Fee 0" });
  expect(preview.came.samples.at(-1)).toMatchObject({ amountCents: 1_199 });
  expect(preview.went.samples.map(({ amountCents }) => amountCents)).toEqual([-500, -501, -502]);
  expect(preview.leftOut.samples.map(({ text }) => text)).toEqual(["Total", "Ohne Gewähr", "Bitte prüfen", "Ende"]);
  const { partner } = given;
  expect(await db.select().from(statementFiles).where(eq(statementFiles.partnerId, partner.id))).toEqual([]);
  expect(await db.select().from(csvLayouts).where(eq(csvLayouts.partnerId, partner.id))).toEqual([]);
});

test("a preview with the wrong columns is refused like the file, with the columns as the person chose them", async () => {
  const given = await givenBankingCompany();
  const file = csvFile({ iban: given.iban, entries }, "british");
  const { sheet, layout } = await guessedLayoutOf(file);
  const wrong = { ...layout, roles: layout.roles.map((role) => (role === "came" ? "went" : role === "went" ? "came" : role)) };
  await expect(
    previewStatementFile(db, given.partner.actor, { sheet: sheet.key, layout: wrong }, receivedFile(file)),
  ).rejects.toMatchObject({ reason: "does_not_add_up", question: { layout: wrong } });
});

test("of a file with confirmed columns, the first three rows that were left out are answered", async () => {
  const given = await givenBankingCompany();
  const file = `${csvFile({ iban: given.iban, entries }, "german")}\r\n${["Total", "Ohne Gewähr", "Bitte prüfen", "Ende"].join("\r\n")}\r\n`;
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, given.partner.actor, sheet.key, layout);
  const [statement] = (await given.store(file)).statements;
  expect(statement?.leftOut?.count).toBe(4);
  expect(statement?.leftOut?.samples.map(({ text }) => text)).toEqual(["Total", "Ohne Gewähr", "Bitte prüfen"]);
});
