import { db } from "@/db/client";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { newId } from "@/server/platform/id";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { secretOf } from "@/server/testing/given-customer";
import { camtFile } from "@/server/testing/statement-files";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a family pays all of its invoices at once, and staff separate one and join it again", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Rowing Club Northbank", locale: "en" });
  const account = await givenBankAccount(partner, company);
  const into = await givenImport(partner, { company });
  const family = `${newId()}@members.example`;
  const billed = (number: string, customerFirstName: string, amountCents: number, customerEmail = family) =>
    givenInvoice(partner, { import: into, amountCents, invoice: { externalInvoiceNumber: number, customerFirstName, customerEmail } });
  const first = await billed("F-1", "Ada", 4_500);
  const second = await billed("F-2", "Ben", 3_000);
  await billed("F-3", "Cor", 2_550);
  await billed("F-4", "Dora", 1_000, `${newId()}@members.example`);
  await transmitImport(db, partner.actor, into.id);

  await page.goto(`/i/${secretOf(await customerLink(db, partner.actor, second.id))}`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "3 unpaid invoices, in total" })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: BACKGROUND_WORK_MS });
  await expect(page.getByText("€100.50").first()).toBeVisible();
  await expectUsable(page);
  const reference = (await page.getByText(/^RF/).first().textContent())?.replaceAll(" ", "");
  await expect(page.getByText("F-1 for Ada Brandsma")).toBeVisible();
  await expect(page.getByRole("link", { name: "F-1 for Ada Brandsma" })).toHaveCount(0);
  await page.goto(`/i/${secretOf(await customerLink(db, partner.actor, first.id))}`);
  await expect(page.getByRole("heading", { name: /Ada Brandsma/ })).toBeVisible();
  await expect(page.getByText("F-2 for Ben Brandsma")).toBeVisible();

  await signInAs(page, await givenStaff(partner));
  await visit(page, `/invoices/${second.id}`);
  await expect(page.getByRole("heading", { name: "Asked for together" })).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Ask for this one by itself" }).click();
  await expect(page.getByRole("heading", { name: "Asked for together" })).toBeHidden();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Ask together with another" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask for invoice F-2 together with another" });
  await dialog.getByLabel("Number of the other invoice").fill("F-9");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("No other invoice of this import has this number.")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByLabel("Number of the other invoice").fill("F-1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Asked for together" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Together 100\.50/ })).toBeVisible();

  await visit(page, "/bank");
  const file = camtFile([{ iban: account.current?.iban ?? "", entries: [{ cents: 10_050, name: "Ada Brandsma", reference }] }]);
  await page.getByLabel("Files from your bank").setInputFiles({ name: "monday.xml", mimeType: "text/xml", buffer: Buffer.from(file) });
  await page.getByRole("dialog", { name: "Statements" }).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: /^Booked 1/ })).toBeVisible({ timeout: BACKGROUND_WORK_MS });
  await visit(page, `/invoices/${first.id}`);
  await expect(page.getByRole("row", { name: /Together 0\.00/ })).toBeVisible();
});
