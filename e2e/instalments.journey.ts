import { db } from "@/db/client";
import { simulatePayment } from "@/server/customer-page/simulate-payment";
import { givenOfferedInstalments } from "@/server/testing/given-offered-instalments";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a customer agrees to instalments on a small phone and without JavaScript, and pays the first; staff see them", async ({
  browser,
  page: desk,
}, { project }) => {
  const { partner, company, secret, invoice } = await givenOfferedInstalments();
  const { colorScheme } = project.use;
  const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${process.env.E2E_BASE_URL}/i/${secret}`);
  await page.getByRole("link", { name: "Choose instalments" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pay in instalments" })).toBeVisible();
  await page.getByRole("button", { name: "3 instalments, the first of €33.34" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("in 3 instalments");
  await expect(page.getByText("€33.34, to be paid by")).toBeVisible();
  await expect(page.getByText("Paying in instalments costs nothing.")).toBeVisible();
  await page.getByRole("button", { name: "Agree to these instalments" }).click();
  await expect(page.getByRole("status")).toContainText("You pay this invoice in instalments");
  await expect(page.getByRole("region", { name: "Amount due" }).getByText("Left to pay in all")).toBeVisible();
  await page
    .getByRole("button", { name: /^Pay €33.34 now/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/simulated-bank\//);
  await simulatePayment(db, partner.actor, invoice.id, { outcome: "pay", method: "ideal" });
  await page.goto(`${process.env.E2E_BASE_URL}/i/${secret}`);
  await expect(page.getByText("Instalment 2 of 3").first()).toBeVisible();
  await context.close();

  await signInAs(desk, await givenStaff(partner));
  await visit(desk, `/invoices/${invoice.id}`);
  await expect(desk.getByRole("heading", { name: "Payment in instalments" })).toBeVisible();
  await expect(desk.getByText("Instalment 2 of 3")).toBeVisible();

  // The settings promise consumers no more than the law of the company's country allows.
  await visit(desk, `/companies/${company.id}`);
  await expect(desk.getByText(/months in a row, consumers until \d/)).toBeVisible();
  await desk.getByRole("button", { name: "Edit the collection settings" }).click();
  const settings = desk.getByRole("dialog");
  await expect(settings.getByLabel(/^Offered from a balance of/)).toHaveAccessibleDescription(
    /Consumers are offered them only for invoices that state a period of at most twelve months/,
  );
  await settings.getByLabel("The invoices are for a period until").fill("");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("organisations only: the last day of a period is missing")).toBeVisible();
});

test("the form for instalments and the page with them are usable", async ({ page }) => {
  const { secret } = await givenOfferedInstalments({ invoice: { locale: "de" } });
  await page.goto(`${process.env.E2E_BASE_URL}/i/${secret}/instalments?parts=2`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("in 2 Raten");
  await expectUsable(page);
  await page.getByRole("button", { name: "Diese Raten vereinbaren" }).click();
  await expect(page.getByRole("heading", { name: "Sie zahlen in Raten" })).toBeVisible();
  await expectUsable(page);
});
