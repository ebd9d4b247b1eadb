import { expect, test } from "vitest";
import { guessedLayoutOf } from "@/server/testing/csv-files";

const rolesOf = async (...texts: string[]) => {
  const rows = texts.map((text, index) => `0${index + 1}.11.2026;DE89370400440532013000;${text};45,50\n`);
  return (await guessedLayoutOf(rows.join(""))).layout.roles;
};

test("an account in all rows of a nameless file is the statement's own, unless all rows may be of one payer", async () => {
  expect(await rolesOf("Gutschrift Anna", "Gutschrift Bo", "Gutschrift Cem")).toEqual(["day", "account", "text", "amount"]);
  expect(await rolesOf("Anna RF318800033", "Anna RF1", "Anna")).toEqual(["day", "ignored", "text", "amount"]);
});
