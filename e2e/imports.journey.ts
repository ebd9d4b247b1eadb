import { db } from "@/db/client";
import { describeImport } from "@/server/billing/imports/describe-import";
import { updateImport } from "@/server/billing/imports/update-import";
import { invoiceBody } from "@/server/testing/bodies";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, searchFor, test } from "./test";

test("an import is created, filled over the interface, and transmitted as the dialog described, including invoices added meanwhile", async ({
  page,
}) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await visit(page, "/imports");
  await expect(page.getByRole("heading", { name: "No imports yet" })).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await page.getByRole("button", { name: "New import…" }).click();
  const create = page.getByRole("dialog", { name: "New import" });
  await expect(create.getByLabel("Company")).toHaveValue(company.id);
  await create.getByLabel("Title").fill("Autumn dues");
  await create.getByLabel("Expected invoices").fill("a few");
  await create.getByRole("button", { name: "Create import" }).click();
  await expect(create.getByText("invalid_expected_invoices_count")).toBeVisible();
  await expectUsable(create);
  await create.getByLabel("Expected invoices").fill("3");
  await create.getByRole("button", { name: "Create import" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Autumn dues" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No invoices yet" })).toBeVisible();
  await expectUsable(page.getByRole("main"));

  const importId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const into = await describeImport(db, partner.actor, importId);
  const answer = await page.request.post("/api/v2/invoices", {
    headers: { Authorization: `ApiKey ${partner.apiKey}` },
    data: invoiceBody(importId, { invoice_lines: [{ amount_cents: 24_000, description: "Membership" }], amount_total_cents: 24_000 }),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const nobody = { customerFirstName: null, customerLastName: "Oosterhout", customerEmail: null };
  await givenInvoice(partner, { import: into, amountCents: 18_500, invoice: nobody });

  await visit(page, page.url());
  await expect(page.getByText("Fewer invoices than expected")).toBeVisible();
  await expect(page.getByRole("button", { name: "2 of 3 are in" })).toBeDisabled();
  const contents = page.getByRole("table", { name: "Contents" });
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit the import" });
  await edit.getByLabel("Expected invoices").fill("4");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Change 4 to 2" }).click();
  await expect(page.getByText("Number of invoices is as expected")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "No e-mail address, so nothing is sent" })).toContainText("1");
  await expectUsable(page.getByRole("main"));

  await page.getByRole("button", { name: "Transmit…" }).click();
  const transmit = page.getByRole("alertdialog");
  await transmit.getByRole("link", { name: "show" }).click();
  await expect(transmit).toBeHidden();
  await expect(page).toHaveURL(/show=nobody/);
  await expect(page.locator("#contents")).toBeFocused();
  await expect(contents.getByRole("link", { name: "Oosterhout" })).toBeVisible();
  await expect(contents.getByRole("link", { name: "Brandsma" })).toBeHidden();
  await page.getByRole("button", { name: "Remove filter Only" }).click();
  await expect(contents.getByRole("link", { name: "Brandsma" })).toBeVisible();

  await page.getByRole("button", { name: "Transmit…" }).click();
  await expect(transmit.getByRole("row", { name: "By e-mail" })).toContainText("240.00");
  await expect(transmit.getByRole("row", { name: "Not reachable" })).toContainText("185.00");
  await expect(transmit.getByRole("row", { name: "Invoices, sum in EUR" })).toContainText("425.00");
  await expect(transmit.getByRole("button", { name: "Transmit 2 invoices" })).toBeEnabled();
  await givenInvoice(partner, { import: into, amountCents: 5_000 });
  await transmit.getByRole("button", { name: "Transmit 2 invoices" }).click();
  await expect(transmit.getByRole("alert")).toContainText("nothing was transmitted");
  await expect(transmit.getByRole("row", { name: "Invoices, sum in EUR" })).toContainText("475.00");
  await expectUsable(transmit);
  await transmit.getByRole("button", { name: "Transmit 3 invoices" }).click();
  await expect(transmit).toBeHidden();
  await expect(page.getByText("3 invoices were transmitted.")).toBeVisible();
  await expect(page.getByText("Transmitted", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete" })).toBeHidden();
  expect((await describeImport(db, partner.actor, importId)).transmittedAt).not.toBeNull();

  await visit(page, "/imports");
  await page.getByRole("link", { name: "Transmitted 1", exact: true }).click();
  await expect(page).toHaveURL(/transmitted=yes/);
  await expect(page.getByRole("row", { name: "Autumn dues" })).toContainText("475.00");
  await page.getByRole("link", { name: "Not transmitted 0" }).click();
  await expect(page.getByRole("heading", { name: "No import matches" })).toBeVisible();
  await expect(page).toHaveURL(/transmitted=no/);
  await page.goBack();
  await expect(page.getByRole("row", { name: "Autumn dues" })).toBeVisible();
});

test("above fifty invoices, their number must be typed, and an import that a colleague has transmitted is not transmitted again", async ({
  page,
}) => {
  const partner = await givenPartner();
  const into = await givenImport(partner, { title: "Season" });
  for (let count = 0; count < 51; count += 1) await givenInvoice(partner, { import: into, amountCents: 1_000 });
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/imports/${into.id}`);
  await expect(page.getByText("The newest 20 of 51.")).toBeVisible();

  await page.getByRole("button", { name: "Transmit…" }).click();
  const dialog = page.getByRole("alertdialog");
  const confirm = dialog.getByRole("button", { name: "Transmit 51 invoices" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("To confirm, type the number of invoices").fill("50");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("To confirm, type the number of invoices").fill("51");
  await expectUsable(dialog);
  await confirm.click();
  await expect(page.getByText("51 invoices were transmitted.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Transmit…" })).toBeHidden();
});

test("an import that was not transmitted is renamed without overwriting a colleague's change, and deleted with its invoices", async ({
  page,
}) => {
  const partner = await givenPartner();
  const into = await givenImport(partner, { title: "Draft" });
  const invoice = await givenInvoice(partner, { import: into, amountCents: 12_300 });
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/imports/${into.id}`);

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit the import" });
  await edit.getByLabel("Expected invoices").fill("1");
  await updateImport(db, partner.actor, into.id, { title: "By a colleague" });
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByRole("alert")).toContainText("changed in the meantime");
  await expect(edit.getByLabel("Title")).toHaveValue("By a colleague");
  await expect(edit.getByLabel("Expected invoices")).toHaveValue("1");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "By a colleague" })).toBeVisible();

  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete “By a colleague”?" });
  await expect(dialog).toContainText("Its invoice of €123.00 is deleted with it.");
  await expectUsable(dialog);
  await givenInvoice(partner, { import: into, amountCents: 7_700 });
  await dialog.getByRole("button", { name: "Delete import and 1 invoice" }).click();
  await expect(dialog.getByRole("alert")).toContainText("changed in the meantime");
  await expect(dialog).toContainText("Its 2 invoices of €200.00 together");
  await dialog.getByRole("button", { name: "Delete import and 2 invoices" }).click();
  await expect(page).toHaveURL(/\/imports$/);
  await expect(page.getByText("“By a colleague” was deleted.")).toBeVisible();

  for (const path of [`/imports/${into.id}`, `/invoices/${invoice.id}`]) {
    expect((await page.request.get(path)).status()).toBe(404);
  }
});

test("a colleague's change is not overwritten even if the page has loaded it while the reader was typing", async ({ page }) => {
  const partner = await givenPartner();
  const into = await givenImport(partner, { title: "Draft" });
  await signInAs(page, await givenStaff(partner));
  await page.clock.install();
  await visit(page, `/imports/${into.id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit the import" });
  await edit.getByLabel("Title").fill("Mine");

  await updateImport(db, partner.actor, into.id, { title: "By a colleague", expectedInvoicesCount: 7 });
  // The page loads what is stored when the reader comes back to it after half a minute.
  await page.clock.fastForward(31_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(edit.getByLabel("Expected invoices")).toHaveValue("7");
  await expect(edit.getByLabel("Title")).toHaveValue("Mine");

  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByRole("alert")).toContainText("changed in the meantime");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Mine" })).toBeVisible();

  // The next change is not refused, and discarded text does not come back.
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await edit.getByLabel("Expected invoices").fill("8");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await edit.getByLabel("Title").fill("Never mind");
  await edit.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(edit.getByLabel("Title")).toHaveValue("Mine");
  await expect(edit.getByLabel("Expected invoices")).toHaveValue("8");
});

test("the list is searched, filtered by company and used by keyboard, and its address leads to the same list", async ({ page }) => {
  const partner = await givenPartner();
  const club = await givenCompany(partner, { name: "Chess Club Eastgate" });
  await givenImport(partner, { company: club, title: "Spring dues" });
  await givenImport(partner, { company: club, title: "Summer dues" });
  await givenImport(partner, { title: "Summer camp" });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/imports");
  await expect(page.getByRole("row")).toHaveCount(4);

  await searchFor(page, "summer");
  await expect(page.getByRole("row")).toHaveCount(3);
  await visit(page, `${page.url()}&company=${club.id}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("searchbox", { name: "Search imports" })).toHaveValue("summer");
  await page.getByRole("button", { name: "Remove filter Company" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Summer dues" })).toBeVisible();
});
