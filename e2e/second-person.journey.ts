import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a payment above the limit is recorded once a colleague approves it", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 50_000, transmitted: true });
  const author = await givenStaff(partner, { name: "Ben Adeyemi" });
  await signInAs(page, author);
  await visit(page, "/settings/members");
  const limit = page.getByLabel("A second person approves payments and refunds above");
  await limit.fill("a lot");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This is not an amount.")).toBeVisible();
  await limit.fill("100");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectUsable(page);

  await visit(page, `/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Record a payment…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Amount/).fill("250");
  await dialog.getByLabel("Reference").fill("Statement 12");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText("Ben Adeyemi wants to record a payment of €250.00")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await expect(page.getByText("Outstanding now")).toBeVisible();
  await expectUsable(page);

  await signInAs(page, await givenStaff(partner, { role: "member", name: "Clara Weiß" }));
  await visit(page, "/home");
  await expectUsable(page);
  await page.getByRole("link", { name: /payment or refund waits for your approval/ }).click();
  await page.getByRole("button", { name: "Approve €250.00" }).click();
  await expect(page.getByText("Approved, and done.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Statement 12" })).toContainText("250.00");
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
});
