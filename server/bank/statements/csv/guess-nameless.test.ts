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

test("in the columns of a Dutch bank without names, names, references, codes and the balance before each row have their roles", async () => {
  const row = (balance: string, amount: string, name: string, reference: string, text: string) =>
    `25-11-2026,NL91ABNA0417164300,NL20INGB0001234567,${name},,EUR,${balance},EUR,${amount},24-11-2026,25-11-2026,8810,OVB,90043054,${reference},${text},11\n`;
  const file = row("10.00", "5.00", "k brandsma", "RF318800033", "") + row("15.00", "-3.00", "c in 't veld", "", "huur 2026");
  expect((await guessedLayoutOf(file)).layout.roles.join(" ")).toBe(
    "day account iban name ignored currency balance_before ignored amount ignored value_day ignored kind ignored reference text ignored",
  );
});
