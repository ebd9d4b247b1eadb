import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("an administrator of an empty organisation is offered the first step on home and imports", async ({ page }) => {
  const partner = await givenPartner();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/imports");
  await expect(page.getByRole("heading", { name: "No company yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "New company…" })).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await visit(page, "/home");
  await expect(page.getByRole("heading", { name: "No companies yet" })).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "New company…" }).click();
  await expect(page.getByRole("dialog", { name: "New company" })).toBeVisible();
  expect(await db.select().from(companies).where(eq(companies.partnerId, partner.id))).toEqual([]);
});

test("going back from the third invoice of a list leads to the list", async ({ page }) => {
  const partner = await givenPartner();
  const into = await givenImport(partner, { company: await givenCompany(partner) });
  for (const name of ["One", "Two", "Three"])
    await givenInvoice(partner, { import: into, invoice: { customerLastName: name, customerFirstName: null } });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/invoices");
  await page.getByRole("link", { name: /^Three/ }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("Three");
  await page.getByRole("link", { name: "Next invoice" }).click();
  await expect(heading).toContainText("Two");
  await page.getByRole("link", { name: "Next invoice" }).click();
  await expect(heading).toContainText("One");
  await page.goBack();
  await expect(page).toHaveURL(/\/invoices(\?|$)/);
  await expect(page.getByRole("heading", { level: 1, name: "Invoices" })).toBeVisible();
});
