import { readFileSync } from "node:fs";
import { db } from "@/db/client";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { givenPartner } from "@/server/testing/given";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { givenCreditor } from "@/server/testing/given-mandate";
import { bankDayIn, givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("an administrator sets how the bank takes debits, makes a file, downloads it, and withdraws it to make another one", async ({
  page,
}) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const { debit, invoices } = await givenPlannedDebit(partner, company, { amounts: [3_000, 1_550], mandate: { holder: "Ada Brandsma" } });
  await givenPlannedDebit(partner, company, { collectOn: bankDayIn(1), mandate: { holder: "Bo Vries" } });
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/companies/${company.id}`);

  await page.getByRole("button", { name: /^Direct debits of / }).click();
  const settings = page.getByRole("dialog");
  await expectUsable(settings);
  await settings.getByLabel("Bank days before the collection").selectOption("3 bank days");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. It applies to files made from now on.")).toBeVisible();

  await page.getByRole("link", { name: "Show the direct debits" }).click();
  const planned = page.getByRole("table", { name: "Planned debits", exact: true }).getByRole("row");
  await expect(planned.filter({ hasText: "Bo Vries" }).getByText("the bank should have had it by now")).toBeVisible();
  const ofAda = planned.filter({ has: page.getByRole("cell", { name: "Ada Brandsma", exact: true }) });
  await expect(ofAda.getByRole("link")).toHaveCount(invoices.length);
  await page.getByRole("checkbox", { name: "Choose all days" }).check();
  await page.getByRole("button", { name: "Make file" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("heading", { name: "Make a file of 1 debit?" })).toBeVisible();
  await expectUsable(question);
  await question.getByRole("button", { name: "Make the file" }).click();
  await expect(page.getByText("Not downloaded yet")).toBeVisible();

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download file" }).click()]);
  expect(download.suggestedFilename()).toMatch(/^debits-.*\.xml$/);
  const file = readFileSync(await download.path(), "utf8");
  expect(file).toContain(debit.endToEndId);
  expect(file).toContain("<CtrlSum>45.50</CtrlSum>");
  await expect(page.getByText("no answer from the bank yet")).toBeVisible();
  await expect(page.getByText(/The bank must have it by .+: downloading it is not enough/)).toBeVisible();
  await expect(page.getByText("Not downloaded yet")).toHaveCount(0);
  await page.getByRole("button", { name: /^Show the debits of debits-/ }).click();
  await expect(
    page
      .getByRole("table", { name: /^Debits of debits-/ })
      .getByRole("row")
      .filter({ hasText: "Ada Brandsma" }),
  ).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await page.getByRole("button", { name: /^Withdraw debits-/ }).click();
  await expectUsable(question);
  await question.getByRole("button", { name: "The bank does not have it: withdraw" }).click();
  await expect(page.getByText("The file was withdrawn. Its debits are planned again.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Choose all days" }).check();
  await page.getByRole("button", { name: "Make file" }).click();
  await question.getByRole("button", { name: "Make the file" }).click();
  await expect(page.getByRole("link", { name: "Download file" })).toHaveCount(1);
});

test("members who only read see debits and files, and can neither make nor download one", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  await givenPlannedDebit(partner, company, { mandate: { holder: "Ada Brandsma" } });
  await signInAs(page, await givenStaff(partner, { role: "member", accessLevel: "read" }));
  await visit(page, `/companies/${company.id}/debits`);
  await expect(page.getByRole("cell", { name: "Ada Brandsma", exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Make file" })).toHaveCount(0);
  const refused = await page.request.get(`/api/export/debits?file=${"0".repeat(40)}`);
  expect(refused.status()).toBe(403);
});

test("an administrator states that an announcement did not arrive, and finds a file of another page by its address", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const { debit } = await givenPlannedDebit(partner, company, { mandate: { holder: "Bo Vries" } });
  const fileId = await givenFileOf(debit);
  await withdrawDebitFile(db, partner.actor, fileId);
  // One after another, because each locks the company.
  for (let count = 0; count < 20; count += 1) await givenFileOf((await givenPlannedDebit(partner, company)).debit);
  await signInAs(page, await givenStaff(partner));

  await visit(page, `/companies/${company.id}/debits`);
  const ofBo = page.getByRole("row").filter({ hasText: "Bo Vries" });
  await ofBo.getByRole("button", { name: /^Announcement did not arrive/ }).click();
  const question = page.getByRole("alertdialog");
  await expectUsable(question);
  await question.getByRole("button", { name: "It did not arrive" }).click();
  await expect(ofBo).toHaveCount(0);

  await expect(page.getByText("Not downloaded yet")).toHaveCount(20);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Page 2" }).click();
  await expect(page.getByText(/^Withdrawn by/)).toBeVisible();
  await expect(page.getByText("Not downloaded yet")).toHaveCount(0);
  await visit(page, `/companies/${company.id}/debits?file=${fileId}`);
  await expect(page.getByText(/^Withdrawn by/)).toBeVisible();
});

test("Home leads to the file of a debit whose payer has withdrawn the mandate since the download, which cannot be ended before its day", async ({
  page,
}) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const { debit } = await givenPlannedDebit(partner, company, { mandate: { holder: "Ada Brandsma" } });
  await getDebitFile(db, partner.actor, await givenFileOf(debit));
  await withdrawMandate(db, partner.actor, debit.mandateId);
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/home");
  const task = page.getByRole("link", { name: "1 file of direct debits with a withdrawn mandate: tell the bank" });
  await expect(task).toContainText("Ada Brandsma");
  await task.click();
  const reason = page.getByText("Ada Brandsma has withdrawn the mandate of a debit in this file.");
  await expect(reason).toBeVisible();
  await expect(page.getByText("the payer has withdrawn the mandate")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  // If it were ended while the file can still be withdrawn, the other debits of the file could be neither ordered nor withdrawn.
  await expect(page.getByRole("button", { name: "Not collected: Ada Brandsma" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Withdraw/ })).toBeVisible();
});
