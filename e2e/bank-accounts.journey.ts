import { groupIban } from "@/server/domain/banking/group-iban";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { accountFacts } from "@/server/testing/given-bank-account";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a company gets an account for its customers' transfers, and a change of the account needs a second administrator", async ({
  page,
}) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Rowing Club Northbank" });
  const into = await givenImport(partner, { company, title: "Season" });
  await givenInvoice(partner, { import: into });
  const [first, second] = [accountFacts(), accountFacts()];
  const accounts = page.getByRole("region", { name: "Bank accounts" });
  await signInAs(page, await givenStaff(partner, { name: "Ana Kovač" }));

  await visit(page, `/imports/${into.id}`);
  await page.getByRole("listitem").filter({ hasText: "No bank account in force" }).getByRole("link", { name: "Bank accounts" }).click();
  await accounts.getByRole("button", { name: "Add" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Account holder")).toHaveValue("Rowing Club Northbank");
  await dialog.getByLabel("IBAN").fill("NL00 TEST");
  await dialog.getByLabel("SEPA creditor identifier").fill("DE99ZZZ09999999999");
  await dialog.getByRole("button", { name: "Add account" }).click();
  await expect(dialog.getByText("This is not a valid IBAN.").first()).toBeVisible();
  await expect(dialog.getByText("check its digits").first()).toBeVisible();
  await dialog.getByLabel("IBAN").fill("20-45-67 31926819");
  await dialog.getByRole("button", { name: "Add account" }).click();
  await expect(dialog.getByText("Please type the IBAN; your bank’s statement or website shows it")).toBeVisible();
  await expect(dialog.getByText("invalid_iban")).toHaveCount(0);
  await expectUsable(dialog);
  await dialog.getByLabel("IBAN").fill(first.iban.replace(/(.{4})/g, "$1 "));
  await dialog.getByLabel("SEPA creditor identifier").fill("DE98 ZZZ 0999 9999 999");
  await dialog.getByRole("button", { name: "Add account" }).click();
  await expect(page.getByText("The account was added.")).toBeVisible();
  await expect(accounts.getByText("DE98ZZZ09999999999")).toBeVisible();

  // The form for the next account has nothing of the last one.
  await accounts.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByLabel("IBAN")).toHaveValue("");
  await expect(dialog.getByLabel("SEPA creditor identifier")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await accounts.getByRole("button", { name: /^Change the account/ }).click();
  await dialog.getByLabel("IBAN").fill(second.iban);
  await dialog.getByRole("button", { name: "Save change" }).click();
  await expect(accounts.getByText("Asked for by Ana Kovač.")).toBeVisible();
  await expect(accounts.getByText("Another administrator can confirm it earlier.")).toBeVisible();
  await expect(accounts.getByRole("button", { name: /^Confirm the account/ })).toHaveCount(0);
  await expectUsable(accounts);

  await signInAs(page, await givenStaff(partner, { name: "Ben Adeyemi" }));
  await visit(page, `/companies/${company.id}`);
  await accounts.getByRole("button", { name: /^Confirm the account/ }).click();
  const question = page.getByRole("alertdialog");
  await expectUsable(question);
  await question.getByRole("button", { name: "Confirm account" }).click();
  await expect(page.getByText("The account is now in use.")).toBeVisible();
  await expect(accounts.getByText("Asked for by")).toHaveCount(0);

  await visit(page, `/imports/${into.id}`);
  await expect(page.getByText("No bank account in force")).toHaveCount(0);
  await expect(page.getByText(groupIban(second.iban, " ")).first()).toBeVisible();

  await visit(page, `/companies/${company.id}`);
  await accounts.getByRole("button", { name: /^Stop using account/ }).click();
  await question.getByRole("button", { name: "Stop using the account" }).click();
  await expect(accounts.getByText("No longer used")).toBeVisible();
  await expect(accounts.getByRole("button", { name: /^(Change the|Stop using) account/ })).toHaveCount(0);
});

test("members can read a company's accounts but not change them", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await visit(page, `/companies/${company.id}`);
  const accounts = page.getByRole("region", { name: "Bank accounts" });
  await expect(accounts.getByText("None yet.")).toBeVisible();
  await expect(accounts.getByRole("button")).toHaveCount(0);
});
