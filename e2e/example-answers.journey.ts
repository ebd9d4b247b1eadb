import { db } from "@/db/client";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor } from "@/server/testing/given-mandate";
import { givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("in a sandbox, a bank's answer to a file is downloaded and uploaded under Bank, which names the payer and the reason", async ({
  page,
}) => {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCreditor(partner);
  await givenPlannedDebit(partner, company, { mandate: { holder: "Ada Brandsma" } });
  const [fileId = ""] = await makeFiles(partner.actor, company);
  await getDebitFile(db, partner.actor, fileId);
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/companies/${company.id}/debits`);
  await page.getByRole("button", { name: /^Example answers of the bank to / }).click();
  const dialog = page.getByRole("dialog");
  const rejection = dialog.getByRole("listitem").filter({ hasText: "one debit is rejected" });
  const downloading = page.waitForEvent("download");
  await rejection.getByRole("link", { name: /^Download .*_pain\.002_/ }).click();
  const answer = await (await downloading).path();
  await expectUsable(dialog);

  await dialog.getByRole("link", { name: "under Bank" }).click();
  await expect(page).toHaveURL(/\/bank\/statements/);
  await page.getByLabel("Files from your bank").setInputFiles(answer);
  await expect(dialog.getByText("1 debit was rejected: its invoices are asked for again.")).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: /^Ada Brandsma/ })).toContainText("not enough money on the payer’s account");
  await expectUsable(dialog);
});
