import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a refund in pounds goes to a sort code and an account number, which the list for the bank's website names", async ({ page }) => {
  const given = await givenBankingCompany(undefined, { isBritish: true });
  await db.update(companies).set({ city: "Dartmouth" }).where(eq(companies.id, given.company.id));
  const invoice = { customerFirstName: "Poppy", customerLastName: "Whitcombe" };
  await givenBilled(given, { invoice, amountCents: 4_000, events: [{ type: "CREDIT-LINE", amountCents: -4_500 }] });
  await signInAs(page, await givenStaff(given.partner));
  await visit(page, "/bank/refunds");
  const account = page.getByRole("textbox", { name: /^Account of Poppy Whitcombe/ });
  await account.fill("20-45-67 3192681");
  await page.getByRole("checkbox", { name: /^Refund Poppy Whitcombe/ }).check();
  await expect(
    page.getByText("Enter a six-digit sort code and an eight-digit account number, such as 20-00-00 12345678, or an IBAN."),
  ).toBeVisible();
  await account.fill("20-45-67 31926819");
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Make a file of 1 payment…" }).click();
  const look = page.getByRole("alertdialog");
  await expect(look.getByText("once the file is made, enter the payments on your bank’s website, using the list (CSV)")).toBeVisible();
  await look.getByRole("button", { name: "Make the file" }).click();
  await expect(page.getByText("Enter the payments on your bank’s website, using the list (CSV).")).toBeVisible();
  await expect(page.getByRole("row", { name: /Poppy Whitcombe/ })).toContainText("20-45-67");
  await expectUsable(page.getByRole("main"));
  const list = page.waitForEvent("download");
  await page.getByRole("link", { name: "List (CSV)" }).click();
  expect(await readFile(await (await list).path(), "utf8")).toContain("20-45-67 31926819");
  const xml = page.waitForEvent("download");
  await page.getByRole("link", { name: "XML (ISO 20022)" }).click();
  expect(await readFile(await (await xml).path(), "utf8")).toContain("<MmbId>204567</MmbId>");
});
