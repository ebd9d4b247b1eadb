import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { givenOfferedInstalments, type OfferedInstalments } from "@/server/testing/given-offered-instalments";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectToFit, expectUsable, test } from "./test";

/** An invoice of 100.00 that was due yesterday. The service sends no request for it, which would set another day. */
async function givenOverdue(options: Omit<OfferedInstalments, "settings"> = {}) {
  const given = await givenOfferedInstalments({ ...options, settings: { request1Day: null, request2Day: null } });
  await db
    .update(invoices)
    .set({ dueOn: addDays(dayAt(new Date()), -1) })
    .where(eq(invoices.id, given.invoice.id));
  return given;
}

test("staff agree on an arrangement over an overdue invoice by keyboard, the customer reads it, and staff end it", async ({
  page,
  browser,
}, { project }) => {
  const { partner, secret, invoice } = await givenOverdue();
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "More actions" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Agree on instalments…" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Number of instalments").selectOption("3");
  await expect(dialog.getByLabel("Amount 1, EUR")).toHaveValue("33.34");
  await dialog.getByLabel("Amount 1, EUR").fill("50");
  await expect(dialog.getByRole("status")).toContainText("€16.66 too much.");
  await dialog.getByRole("button", { name: "Agree on instalments" }).click();
  await expect(dialog.getByText("arrangement_sum_differs")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByLabel("Amount 2, EUR").fill("25");
  await dialog.getByLabel("Amount 3, EUR").fill("25");
  await dialog.getByLabel("Day 1").fill(addDays(dayAt(new Date()), 3));
  await dialog.getByLabel("Amount 3, EUR").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Payment in instalments" })).toBeVisible();
  await expect(page.getByText("Agreed on with the customer by your organisation.")).toBeVisible();
  await expect(page.getByText(/^Payment in instalments agreed on by /)).toBeVisible();
  await expectUsable(page.getByRole("main"));

  const { colorScheme } = project.use;
  const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 } });
  const phone = await context.newPage();
  await phone.goto(`${process.env.E2E_BASE_URL}/i/${secret}`);
  await expect(phone.getByText("Instalment 1 of 3").first()).toBeVisible();
  await expect(phone.getByRole("button", { name: /^Pay €50.00 now/ }).first()).toBeVisible();
  await context.close();

  await page.getByRole("button", { name: "End instalments…" }).click();
  await dialog.getByLabel("Reason").selectOption("Something else was agreed on");
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "End instalments" }).click();
  await expect(page.getByText("The instalments have ended.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Payment in instalments" })).toBeHidden();
  await expect(page.getByText(/^Payment in instalments ended by .*: something else was agreed on/)).toBeVisible();
});

test("the dialog fits a small phone in German, and says why the law permits nothing", async ({ page }) => {
  const { partner, invoice } = await givenOverdue();
  await signInAs(page, await givenStaff(partner, { locale: "de" }));
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, `/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Raten vereinbaren …" }).click();
  await page.getByRole("dialog").getByLabel("Anzahl der Raten").selectOption("12");
  await expectToFit(page);
  await expectUsable(page.getByRole("dialog"));

  const dutch = await givenOverdue({ invoice: { customerCountryCode: "NL" } });
  await page.context().clearCookies();
  await signInAs(page, await givenStaff(dutch.partner, { locale: "de" }));
  await visit(page, `/invoices/${dutch.invoice.id}`);
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Raten vereinbaren …" }).click();
  await expect(page.getByRole("dialog").getByText("arrangement_against_law")).toBeVisible();
  await expectUsable(page.getByRole("dialog"));
});
