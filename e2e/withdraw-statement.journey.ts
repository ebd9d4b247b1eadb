import { db } from "@/db/client";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { groupIban } from "@/server/domain/banking/group-iban";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

/** A club with two accounts, an invoice of 45.00, and a file whose columns are known and that names no account. */
async function given() {
  const bank = await givenBankingCompany(undefined, { isBritish: true });
  const wrong = (await givenBankAccount(bank.partner, bank.company, { country: "GB" })).current?.iban ?? "";
  const { invoice } = await givenBilled(bank, { amountCents: 4_500 });
  const entries = [
    { cents: 4_500, name: "Ada Brandsma", text: "dues" },
    { cents: 700, name: "Bo Vermeer", text: "coffee" },
    { cents: -1_200, name: "Boathouse", text: "rent" },
  ];
  const buffer = Buffer.from(csvFile({ iban: "", on: "2026-11-25", entries }, "british"));
  const { sheet, layout } = await guessedLayoutOf(buffer);
  await keepLayout(db, bank.partner.actor, sheet.key, layout);
  return { ...bank, wrong, invoice, file: { name: "november.csv", mimeType: "text/csv", buffer } };
}

test("a file that was uploaded for a wrong account is withdrawn, and uploaded for the right one", async ({ page }) => {
  const { partner, company, iban, wrong, invoice, file, transactions } = await given();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank");
  const uploaded = page.getByRole("dialog", { name: "Statements" });
  const upload = async (account: string) => {
    await page.getByLabel("Files from your bank").setInputFiles(file);
    await uploaded.getByLabel("Which account is this file for?").selectOption(`${account} ${company.id}`);
    await uploaded.getByRole("button", { name: "Read the file" }).click();
    await expect(uploaded.getByText(`${groupIban(account)}: 3 entries, 3 new`)).toBeVisible();
    await uploaded.getByRole("button", { name: "Close" }).click();
  };
  await upload(wrong);
  await expect(page.getByRole("link", { name: /^To decide 2/ })).toBeVisible({ timeout: BACKGROUND_WORK_MS });

  // While a payment is booked, the dialog names it, and leads to it.
  const [payment] = await transactions();
  await expect.poll(async () => (await transactions())[0]?.state, { timeout: BACKGROUND_WORK_MS }).toBe("open");
  const part = { invoiceId: invoice.id, amountCents: 4_500 };
  await bookAsSeen(db, partner.actor, { transactionId: payment?.id ?? "", seenDecisions: 0 }, [part]);
  await visit(page, "/bank/statements");
  await page
    .getByRole("row", { name: /november\.csv/ })
    .getByRole("link")
    .click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  const refused = page.getByRole("dialog", { name: "This statement cannot be withdrawn now" });
  await expect(refused).toContainText("Undo these decisions first. Nothing was changed.");
  await expectUsable(refused);
  await refused.getByRole("link", { name: "1 of its payments is booked" }).click();
  await expect(page).toHaveURL(/outcome=booked/);
  await page
    .getByRole("row", { name: /Ada Brandsma/ })
    .getByRole("link", { name: "No name given" })
    .click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone.")).toBeVisible();

  await visit(page, "/bank/statements");
  await page
    .getByRole("row", { name: /november\.csv/ })
    .getByRole("link")
    .click();
  await page.getByRole("button", { name: "Withdraw" }).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Withdraw this statement?" });
  await expect(dialog).toContainText("The 3 entries that only this statement has disappear from the decisions, lists and sums.");
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(dialog);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Withdraw" })).toBeFocused();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await dialog.getByRole("button", { name: "Withdraw the statement" }).click();
  await expect(dialog.getByText("Enter 1 to 2,000 characters.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("It is the savings account’s file");
  await dialog.getByRole("button", { name: "Withdraw the statement" }).click();
  await expect(page.getByText("Withdrawn. The file can be uploaded again.")).toBeVisible();
  await expect(page.getByText("Reason: It is the savings account’s file")).toBeVisible();
  await expect(page.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Withdrawn 3/ })).toBeVisible();
  await expectUsable(page);

  await visit(page, "/bank");
  await expect(page.getByRole("link", { name: /^To decide 0?$/ })).toBeVisible();
  await upload(iban);
  await expect(page.getByRole("link", { name: /^To decide 2/ })).toBeVisible({ timeout: BACKGROUND_WORK_MS });
  await visit(page, "/bank/statements");
  await expect(page.getByRole("row", { name: /november\.csv/ })).toHaveCount(2);
  await expect(page.getByRole("row", { name: /It counts nowhere/ })).toHaveCount(1);
  await expectUsable(page);
});

test("people who may not record payments cannot withdraw a statement", async ({ page }) => {
  const { partner, store, file, iban } = await given();
  await store(file.buffer, "november.csv", iban);
  await signInAs(page, await givenStaff(partner, { role: "member", accessLevel: "invoices" }));
  await visit(page, "/bank/statements");
  await page
    .getByRole("row", { name: /november\.csv/ })
    .getByRole("link")
    .click();
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
});
