import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { setCategory } from "@/server/bank/payments/set-category";
import { givenBankingCompany, givenBilled, storeAndMatch } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectToFit, expectUsable, test } from "./test";

/** Entries of more than one page: an invoice that is paid, rent and fees, and small payments to decide; the first two came before. */
async function givenStatement() {
  const bank = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(bank, {
    amountCents: 4_500,
    invoice: { externalInvoiceNumber: "N-1001", customerFirstName: "Ada", customerLastName: "Brandsma" },
  });
  const small = Array.from({ length: 60 }, (_, index) => ({
    cents: 700 + index,
    name: `Visitor ${index + 1}`,
    bankReference: `V${index}`,
  }));
  await bank.told(small.slice(0, 2), { style: "notification8", id: "N-7" });
  await storeAndMatch(
    bank.partner,
    camtFile([
      {
        iban: bank.iban,
        id: "2026-232",
        entries: [
          ...small,
          { cents: 4_500, name: "Ada Brandsma", reference, bankReference: "A1" },
          { cents: 900, name: "Canteen", bankReference: "B1", batch: [{ cents: 400 }, { cents: 500 }] },
          { cents: -38_000, name: "Boathouse Lettings", text: "Rent November", bankReference: "R1" },
          { cents: -745, name: "Bank", iban: "DE02120300000000202051", text: "Account fees", bankReference: "F1" },
        ],
      },
    ]),
    "november.xml",
  );
  return { ...bank, invoice };
}

test("a treasurer filters a statement, says what an outgoing payment was for, and follows an entry to its invoice and back", async ({
  page,
}) => {
  const { partner } = await givenStatement();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank/statements");
  await page
    .getByRole("row", { name: /november\.xml/ })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { name: "Statement 2026-232", level: 1 })).toBeVisible();
  const entries = page.getByRole("table", { name: "Entries" });
  await expect(entries.getByRole("row", { name: /Visitor 1 / }).getByRole("link", { name: "Counted in N-7" })).toBeVisible();
  await expect(page.getByText("1–50 of 65")).toBeVisible();
  await expectUsable(page);

  await page.getByRole("link", { name: /^Not an invoice 2/ }).click();
  await expect(entries.getByRole("row")).toHaveCount(4);
  await page.getByRole("button", { name: /^Accept the proposed category of Boathouse Lettings/ }).press("Enter");
  const rent = page.getByRole("button", { name: "Category of Boathouse Lettings: Rent", exact: true });
  await expect(rent).toBeFocused();
  await rent.press("Enter");
  const chooser = page.getByRole("dialog", { name: "Category" });
  await chooser.getByRole("radio", { name: "Other", exact: true }).check();
  await chooser.getByRole("button", { name: "Save" }).click();
  await expect(chooser.getByText("Say what it was for")).toBeVisible();
  await expectUsable(chooser);
  await chooser.getByRole("radio", { name: "Rent" }).check();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Category saved.").first()).toBeVisible();
  await expect(chooser).toHaveCount(0);
  await expect(rent).toBeFocused();

  await page.getByRole("combobox", { name: "Category" }).selectOption("Rent (1)");
  await expect(entries.getByRole("row")).toHaveCount(3);
  await expect(page).toHaveURL(/outcome=noted&category=rent/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export CSV" }).click()]);
  const file = await readFile(await download.path(), "utf8");
  expect(file).toContain('"Boathouse Lettings"');
  expect(file).not.toContain("Visitor");
  await page.getByRole("button", { name: "Clear all" }).click();

  await page.getByRole("link", { name: /^Booked 1/ }).click();
  await entries.getByRole("link", { name: "N-1001" }).click();
  await expect(page.getByRole("heading", { name: /Ada Brandsma/, level: 1 })).toBeVisible();
  await page.getByRole("table", { name: "Lines" }).getByTitle("On the bank statement").click();
  await expect(page.getByRole("heading", { name: "Statement 2026-232", level: 1 })).toBeVisible();
  // The second page has the entry, and the focus.
  await expect(page.getByText("51–65 of 65")).toBeVisible();
  await expect(entries.getByRole("link", { name: "Ada Brandsma" })).toBeFocused();
  await expect(entries.getByRole("row", { selected: true })).toContainText("Ada Brandsma");
  await page.keyboard.press("j");
  await expect(entries.getByRole("link", { name: "Canteen" }).first()).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectUsable(page);
});

test("at the desk, a payment without an invoice shows its place and category, and Undo removes the category", async ({ page }) => {
  const { partner, transactions } = await givenStatement();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank?tab=noted");
  await page.getByRole("link", { name: /Boathouse Lettings/ }).click();
  await page.getByRole("button", { name: "Add category to Boathouse Lettings" }).click();
  await page.getByRole("radio", { name: "Other", exact: true }).check();
  await page.getByLabel("In your words").fill("Winter storage");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Category of Boathouse Lettings: Winter storage" })).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("combobox", { name: "Category" }).selectOption("Without a category");
  await expect(page.getByRole("link", { name: /Boathouse Lettings/ })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Category" }).selectOption("Other");
  await page.getByRole("link", { name: "Show in the statement" }).click();
  await expect(page.getByRole("row", { selected: true })).toContainText("Winter storage");

  await page.goBack();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone.")).toBeVisible();
  await expect
    .poll(async () => (await transactions()).find(({ name }) => name === "Boathouse Lettings"))
    .toMatchObject({
      state: "open",
      category: null,
    });
});

test("a member who may only read sees categories and cannot change them; another company's statement is not found", async ({ page }) => {
  const { partner, company, transactions } = await givenStatement();
  const other = await givenBankingCompany(partner);
  const rent = (await transactions()).find(({ name }) => name === "Boathouse Lettings");
  await setCategory(db, partner.actor, { transactionId: rent?.id ?? "", seenDecisions: 0 }, { category: "rent", text: null });
  await other.told([{ cents: 100 }]);
  const [theirs] = await db.select({ id: bankStatements.id }).from(bankStatements).where(eq(bankStatements.companyId, other.company.id));
  await signInAs(page, await givenStaff(partner, { role: "member", accessLevel: "read", companyIds: [company.id] }));
  await visit(page, "/bank/statements");
  await page
    .getByRole("row", { name: /november\.xml/ })
    .getByRole("link")
    .click();
  await page.getByRole("link", { name: /^Not an invoice 2/ }).click();
  await expect(page.getByRole("cell", { name: "Rent", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /categor/i })).toHaveCount(0);
  await page.goto(`/bank/statements/${theirs?.id}`);
  await expect(page.getByRole("heading", { name: /Statement/ })).toHaveCount(0);
  await expectToFit(page);
});
