import { db } from "@/db/client";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { askQuestion } from "@/server/customer-page/ask-question";
import { givenPartner } from "@/server/testing/given";
import { givenCustomer } from "@/server/testing/given-customer";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("an administrator exports a customer's data, erases the customer once all is settled, and sets how long others are kept", async ({
  page,
}) => {
  const partner = await givenPartner();
  const { invoice, actor } = await givenCustomer(partner, { invoice: { customerEmail: `ada.${partner.id}@members.example` } });
  await askQuestion(db, actor, { message: "Why twice?" });
  await signInAs(page, await givenStaff(partner));
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name }).click();
  };

  await visit(page, `/invoices/${invoice.id}`);
  const download = page.waitForEvent("download");
  await choose("Customer’s data (JSON)");
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^customer-\d{4}-\d\d-\d\d\.json$/);

  await choose("Erase customer…");
  const dialog = page.getByRole("alertdialog", { name: "Erase Ada Brandsma?" });
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Erase customer" }).click();
  await expect(dialog.getByRole("alert")).toContainText("still owed");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const payment = { amountCents: invoice.amountTotalCents, reason: "Transfer", mayExceed: false };
  await recordExternalPayment(db, partner.actor, invoice.id, 1, payment);
  await visit(page, `/invoices/${invoice.id}`);
  await choose("Erase customer…");
  await dialog.getByRole("button", { name: "Erase customer" }).click();
  await expect(page.getByText("Erased from 1 invoice.")).toBeVisible();
  await expect(page.getByText("Ada Brandsma")).toHaveCount(0);
  await expect(page.getByText("Why twice?")).toHaveCount(0);
  await expect(page.getByText("45.00").first()).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await visit(page, "/settings/data");
  await page.getByLabel("Months after settlement").fill("soon");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("1 to 240").first()).toBeVisible();
  await expect(page.getByLabel("Months after settlement")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Months after settlement").fill("24");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Months after settlement")).toHaveValue("24");
});
