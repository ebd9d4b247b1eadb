import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { givenPartner } from "@/server/testing/given";
import { givenCustomer } from "@/server/testing/given-customer";
import { givenCreditor } from "@/server/testing/given-mandate";
import { mailsTo } from "./mailed";
import { expect, expectUsable, test } from "./test";

test("a payer gives a mandate, names another account and withdraws it, on a small phone and without JavaScript", async ({ browser }, {
  project,
}) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  await db.update(companySettings).set({ directDebit: true }).where(eq(companySettings.companyId, company.id));
  const email = `${partner.id}@members.example`;
  const { secret } = await givenCustomer(partner, { company, invoice: { locale: "en", customerEmail: email } });
  const { colorScheme } = project.use;
  const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${process.env.E2E_BASE_URL}/i/${secret}`);
  await page.getByRole("link", { name: "Give a direct debit mandate" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "SEPA direct debit mandate" })).toBeVisible();
  await expect(page.getByText("DE98ZZZ09999999999")).toBeVisible();
  await expect(page.getByLabel("Account holder")).toHaveValue("Ada Brandsma");
  await page.getByLabel("IBAN").fill("CH44 3199 9123 0008 8901 2");
  await page.getByRole("button", { name: "Give mandate" }).click();
  await expect(page.getByText("This is a QR-IBAN")).toBeVisible();
  await expect(page.getByText("Tick the box to give the mandate.")).toBeVisible();
  await page.getByLabel("IBAN").fill("DE02 1203 0000 0000 2020 51");
  await page.getByLabel("I give this mandate").check();
  await page.getByRole("button", { name: "Give mandate" }).click();
  await expect(page.getByRole("status")).toHaveText("Thank you. The mandate is recorded.");
  await expect(page.getByText("DE02 … 2051")).toBeVisible();

  await page.getByRole("link", { name: "Use another account" }).click();
  await page.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
  await page.getByLabel("I give this mandate").check();
  await page.getByRole("button", { name: "Give mandate" }).click();
  await expect(page.getByText("DE89 … 3000")).toBeVisible();

  await page.getByText("Withdraw the mandate", { exact: true }).click();
  await page.getByRole("button", { name: /^Withdraw mandate M\d+-1 now$/ }).click();
  await expect(page.getByRole("status")).toHaveText("The mandate is withdrawn.");
  await expect(page.getByRole("link", { name: "Give a direct debit mandate" })).toBeVisible();
  // The request for payment has no kind of its own among the mails.
  const kinds = (await mailsTo(email)).flatMap(({ kind }) => kind ?? []);
  expect(kinds).toEqual(["customerMandateGiven", "customerMandateGiven", "customerMandateWithdrawn"]);
  await context.close();
});

test("the form for a mandate is usable", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  await db.update(companySettings).set({ directDebit: true }).where(eq(companySettings.companyId, company.id));
  const { secret } = await givenCustomer(partner, { company, invoice: { locale: "de" } });
  await page.goto(`${process.env.E2E_BASE_URL}/i/${secret}/mandate`);
  await expect(page.getByRole("heading", { level: 1, name: "SEPA-Lastschriftmandat" })).toBeVisible();
  await expectUsable(page);
});
