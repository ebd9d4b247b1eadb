import { givenPromisable } from "@/server/testing/given-promisable";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectToFit, expectUsable, test } from "./test";

test("a customer promises a day on a small phone and without JavaScript; staff read it and withdraw it", async ({ browser, page: desk }, {
  project,
}) => {
  const { partner, secret, id, day } = await givenPromisable();
  const { colorScheme } = project.use;
  const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
  const phone = await context.newPage();
  await phone.goto(`${process.env.E2E_BASE_URL}/i/${secret}`);
  await phone.getByLabel("I will pay by").fill(day(5));
  await phone.getByRole("button", { name: "Promise to pay by this day" }).click();
  await expect(phone.getByRole("status")).toContainText("We have noted the day");
  await expect(phone.getByText("You have promised to pay by")).toBeVisible();
  await expect(phone.getByLabel("I will pay by")).toHaveCount(0);
  await context.close();

  await signInAs(desk, await givenStaff(partner));
  await visit(desk, `/invoices/${id}`);
  await expect(desk.getByText(/has promised to pay by/).first()).toBeVisible();
  await desk.getByRole("button", { name: "Withdraw promise…" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Rang and asked for a reminder");
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Withdraw promise" }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByText(/^Promised day withdrawn by /)).toBeVisible();
});

test("the page with the form, and with the promise, is usable, and its words fit", async ({ page }) => {
  const { secret, day } = await givenPromisable({ locale: "de" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${process.env.E2E_BASE_URL}/i/${secret}`);
  await expectUsable(page);
  await expectToFit(page);
  await page.getByLabel("Ich zahle bis zum").fill(day(5));
  await page.getByRole("button", { name: "Diesen Tag zusagen" }).click();
  await expect(page.getByText("Sie haben zugesagt")).toBeVisible();
  await expectUsable(page);
  await expectToFit(page);
});
