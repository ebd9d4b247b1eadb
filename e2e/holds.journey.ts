import { db } from "@/db/client";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenCustomer } from "@/server/testing/given-customer";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a customer objects, staff resume, pause, and hand over with a case file", async ({ page, browser }, { project }) => {
  const partner = await givenPartner();
  const customer = await givenCustomer(partner, { amountCents: 24_000, invoice: { locale: "en" } });
  const { colorScheme } = project.use;
  const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 640 } });
  const phone = await context.newPage();
  await phone.goto(`${process.env.E2E_BASE_URL}/i/${customer.secret}`);
  await phone.getByLabel("Your question").fill("I left in May.");
  await phone.getByLabel("I dispute this invoice").check();
  await phone.getByRole("button", { name: "Send question" }).click();
  await expect(phone.getByRole("status")).toContainText("You will not be asked to pay");
  await expect(phone.getByText("You dispute this invoice.")).toBeVisible();
  await expect(phone.getByLabel("I dispute this invoice")).toBeHidden();
  await expectUsable(phone);
  await context.close();

  await signInAs(page, await givenStaff(partner));
  await page.goto("/invoices?fact=on_hold");
  await expect(page.getByText("Disputed")).toBeVisible();
  await page.goto(`/invoices/${customer.invoice.id}`);
  await expect(page.getByText("No reminders are sent until you resume.")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("No reminders are sent until you resume.")).toBeHidden();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Pause or stop…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(dialog.getByText("invalid_reason")).toBeVisible();
  await dialog.getByLabel("Reason").fill("On holiday");
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(dialog).toBeHidden();
  expect((await describeInvoice(db, partner.actor, customer.invoice.id)).hold).toMatchObject({ kind: "paused", reason: "On holiday" });

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Pause or stop…" }).click();
  await dialog.getByLabel("Hand over to a collector or lawyer").check();
  await dialog.getByLabel("Reason").fill("Three reminders");
  await dialog.getByRole("button", { name: "Hand over" }).click();
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Case file (CSV)" }).click();
  expect((await file).suggestedFilename()).toMatch(/^case-.*\.csv$/);
});

test("many invoices are paused at once, through a day, and the list shows this", async ({ page }) => {
  const partner = await givenPartner();
  for (const amountCents of [4_500, 9_900]) await givenInvoice(partner, { amountCents, transmitted: true });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/invoices");
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Pause…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Pause 2 invoices?" });
  await expect(dialog.getByRole("row", { name: "Selected" })).toContainText("144.00");
  await dialog.getByRole("button", { name: "Pause 2 invoices" }).click();
  await expect(dialog.getByText("invalid_reason")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The hall is closed until spring");
  await expectUsable(dialog);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await dialog.getByRole("button", { name: "Pause 2 invoices" }).click();
  await expect(page.getByText("Done: 2 of 2")).toBeVisible({ timeout: BACKGROUND_WORK_MS });
  await page.goto("/invoices?fact=on_hold");
  await expect(page.getByRole("row").filter({ hasText: "99.00" })).toBeVisible();
});
